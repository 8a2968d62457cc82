import { createTransport } from "nodemailer";
import { OutsideFailure } from "../platform/errors.ts";
import type { Mail } from "../platform/outbox.ts";

export interface MailSettings {
  /** The relay, as smtp://user:password@host:port or smtps://… */
  readonly smtpUrl: string;
  /** The sender, as `Senga <hello@example.org>`. */
  readonly from: string;
}

export type MailGateway = ReturnType<typeof createMailGateway>;

/** Hands mails to an SMTP relay. */
export function createMailGateway({ smtpUrl, from }: MailSettings) {
  const transport = createTransport(smtpUrl, { from });
  return {
    /** Resolves when the relay has taken the mail. Throws OutsideFailure. */
    send: async (mail: Mail): Promise<void> => {
      try {
        await transport.sendMail(mail);
      } catch (error) {
        throw error instanceof Error
          ? new OutsideFailure("mail", { isPassing: true, isAnswered: false }, error)
          : error;
      }
    },
    close: () => transport.close(),
  };
}
