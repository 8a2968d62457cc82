import { layOutMail } from "../../../platform/mail-layout.ts";
import type { Mail } from "../../../platform/outbox.ts";

export const revokedMail = (
  { origin, supportEmail }: { readonly origin: string; readonly supportEmail: string },
  { name, email }: { readonly name: string; readonly email: string },
  { number, className }: { readonly number: string; readonly className: string },
  explanation: string,
): Mail =>
  layOutMail({
    to: email,
    subject: `Your certificate for “${className}” has been revoked`,
    greeting: `Hello ${name},`,
    paragraphs: [
      `We've revoked your certificate for “${className}”. Its page says so to anyone who checks it.`,
      "Why:",
      ...explanation.split(/\n+/),
      `If you think this is a mistake, write to ${supportEmail}.`,
    ],
    action: { label: "See the certificate", url: `${origin}/certificates/${number}` },
    reason: "You're receiving this email because you finished a class at Senga.",
  });
