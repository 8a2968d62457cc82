import { createTransport } from "nodemailer";
import { UpstreamError } from "../platform/errors.ts";
import type { Mail } from "../platform/outbox.ts";

export interface MailSettings {
  /** The relay, as smtp://user:password@host:port or smtps://… */
  readonly smtpUrl: string;
  /** The sender, as `Senga <hello@example.org>`. */
  readonly from: string;
  /** Where a person reads mails: one of the two ways out that newsletter mails name. */
  readonly supportEmail: string;
}

/** Milliseconds for each step of talking to the relay: one that stalls must not hold up the mails behind, or a stop. */
const timeoutMilliseconds = 10_000;

/** Hands mails to an SMTP relay. @param timeout milliseconds for each step of it */
export function createMailGateway(
  { smtpUrl, from, supportEmail }: MailSettings,
  timeout = timeoutMilliseconds,
) {
  const transport = createTransport(
    {
      url: smtpUrl,
      dnsTimeout: timeout,
      connectionTimeout: timeout,
      greetingTimeout: timeout,
      socketTimeout: timeout,
    },
    { from },
  );
  return {
    /** Resolves when the relay has taken the mail. Throws UpstreamError. */
    send: async ({ unsubscribeUrl, ...mail }: Mail): Promise<void> => {
      try {
        await transport.sendMail({
          ...mail,
          ...(unsubscribeUrl && {
            list: { unsubscribe: [[unsubscribeUrl, `mailto:${supportEmail}?subject=Unsubscribe`]] },
            headers: { "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" },
          }),
        });
      } catch (error) {
        throw failureOf(error as SmtpError);
      }
    },
    close: () => transport.close(),
  };
}

/** What nodemailer tells of a failure: the relay's own code, and in answer to which of our commands. */
interface SmtpError {
  readonly code?: string;
  readonly responseCode?: number;
  readonly command?: string;
}

/**
 * The failure in codes alone: the relay's sentence repeats the recipient. What it refuses for good (5xx) of the recipient
 * or the text is final. A password, a sender or a greeting that it refuses is the operator's to mend, and the mail waits.
 */
function failureOf({ code, responseCode, command }: SmtpError): UpstreamError {
  const reason = String(responseCode ?? code ?? "unknown");
  const at = command && /^[A-Z ]+$/.test(command) ? ` at ${command}` : "";
  const isFinal =
    responseCode !== undefined && responseCode >= 500 && (command === "RCPT TO" || command === "DATA");
  return new UpstreamError(
    "mail",
    { isTransient: !isFinal, hasResponse: responseCode !== undefined },
    Object.assign(new Error(`the relay said ${reason}${at}`), { code: reason }),
  );
}
