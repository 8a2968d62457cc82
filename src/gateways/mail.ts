import { createTransport } from "nodemailer";
import { UpstreamError } from "../platform/errors.ts";
import type { QueuedMail } from "../platform/outbox.ts";
import { sentAtOnce } from "../platform/send-due-mail.ts";

export interface MailSettings {
  readonly smtpUrl: string;
  readonly from: string;
  readonly supportEmail: string;
}

const timeouts = {
  reach: 10_000,
  /** A relay may scan a text first, and giving up too early sends it twice. */
  accept: 60_000,
};
/** Keeps connections to the relay for further mails; shorter than the relay's idle timeout. */
const idleMilliseconds = 5000;

export function createMailGateway(
  { smtpUrl, from, supportEmail }: MailSettings,
  { reach, accept } = timeouts,
) {
  const domain = /@([^\s>]+)/.exec(from)?.[1] ?? "senga.invalid";
  const transport = createTransport(
    {
      pool: true,
      maxConnections: sentAtOnce,
      maxRequeues: 1,
      idleTimeout: idleMilliseconds,
      url: smtpUrl,
      dnsTimeout: reach,
      connectionTimeout: reach,
      greetingTimeout: reach,
      socketTimeout: accept,
    },
    { from },
  );
  return {
    send: async ({ id, unsubscribeUrl, pictures = [], ...mail }: QueuedMail): Promise<void> => {
      try {
        await transport.sendMail({
          ...mail,
          // The same for each attempt, so that mailboxes can merge duplicates.
          messageId: `<${id}@${domain}>`,
          attachments: pictures.map(({ cid, bytes }, index) => ({
            cid,
            filename: `drawing-${index + 1}.jpg`,
            content: bytes,
            contentType: "image/jpeg",
            contentDisposition: "inline" as const,
          })),
          ...(unsubscribeUrl && {
            list: { unsubscribe: [[unsubscribeUrl, `mailto:${supportEmail}?subject=Unsubscribe`]] },
            headers: { "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" },
          }),
        });
      } catch (error) {
        throw error instanceof Error ? toUpstreamError(error) : error;
      }
    },
    close: () => transport.close(),
  };
}

interface SmtpError extends Error {
  readonly code?: string;
  readonly responseCode?: number;
  readonly command?: string;
}

/** The relay's text repeats the recipient. A 5xx for recipient or content is final; other errors need the operator. */
function toUpstreamError({ code, responseCode, command }: SmtpError): UpstreamError {
  const reason = String(responseCode ?? code ?? "unknown");
  const step = command && /^[A-Z ]+$/.test(command) ? ` at ${command}` : "";
  const isFinal =
    responseCode !== undefined && responseCode >= 500 && (command === "RCPT TO" || command === "DATA");
  return new UpstreamError(
    "mail",
    { isTransient: !isFinal, hasResponse: responseCode !== undefined },
    Object.assign(new Error(`the relay said ${reason}${step}`), { code: reason }),
  );
}
