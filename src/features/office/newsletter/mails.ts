import { layOutMail } from "../../../platform/mail-layout.ts";
import type { Mail } from "../../../platform/outbox.ts";

/** Omits the submitted name: anyone could use it to send text to a stranger. */
export function confirmationMail(
  origin: string,
  to: string,
  tokens: { readonly confirm: string; readonly unsubscribe: string },
): Mail {
  const content = {
    to,
    subject: "Confirm your subscription",
    greeting: "New classes in your inbox",
    paragraphs: [
      "Someone asked for Senga's newsletter at this address: one short email when there are new classes, once a week at most.",
      "Confirm within seven days and you're on the list. If it wasn't you, ignore this email and we won't write again.",
    ],
    action: { label: "Confirm my subscription", url: `${origin}/newsletter/confirm?token=${tokens.confirm}` },
    reason: "You're receiving this email because this address was entered in our newsletter form.",
    unsubscribe: unsubscribeUrls(origin, tokens.unsubscribe),
  };
  return layOutMail(content);
}

/** The page for people, and the one-click endpoint for mail programs (RFC 8058). */
export const unsubscribeUrls = (origin: string, token: string) => ({
  page: `${origin}/newsletter/unsubscribe?token=${token}`,
  oneClick: `${origin}/api/newsletter/unsubscribe/${token}`,
});
