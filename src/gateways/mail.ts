import { createTransport } from "nodemailer";
import { OutsideFailure } from "../platform/errors.ts";
import type { Mail } from "../platform/outbox.ts";

export interface MailSettings {
  /** The relay, as smtp://user:password@host:port or smtps://… */
  readonly smtpUrl: string;
  /** The sender, as `Senga <hello@example.org>`. */
  readonly from: string;
  /** Where a person reads mails: one of the two ways out that newsletter mails name. */
  readonly supportEmail: string;
}

/** Hands mails to an SMTP relay. */
export function createMailGateway({ smtpUrl, from, supportEmail }: MailSettings) {
  const transport = createTransport(smtpUrl, { from });
  return {
    /** Resolves when the relay has taken the mail. Throws OutsideFailure. */
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
        throw error instanceof Error
          ? new OutsideFailure("mail", { isPassing: true, isAnswered: false }, error)
          : error;
      }
    },
    close: () => transport.close(),
  };
}
