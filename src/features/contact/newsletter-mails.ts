import { layOutMail } from "../../platform/mail-layout.ts";
import type { Mail } from "../../platform/outbox.ts";

/**
 * Asks whether the address wants the newsletter. The name that was entered is not in it: anybody can enter anything, and
 * we would carry it to a stranger.
 */
export function confirmationMail(
  origin: string,
  to: string,
  tokens: { readonly confirm: string; readonly unsubscribe: string },
): Mail {
  const content = {
    to,
    subject: "Confirm your subscription",
    greeting: "New classes, by letter",
    paragraphs: [
      "This address was entered to get Senga's newsletter: a short note when a class opens.",
      "Confirm it within seven days and you are on the list. If it was not you, do nothing: nothing more will come.",
    ],
    action: { label: "Confirm my subscription", url: `${origin}/newsletter/confirm?token=${tokens.confirm}` },
    reason: "You get this mail because your address was entered in the newsletter form.",
    unsubscribe: unsubscribeAddresses(origin, tokens.unsubscribe),
  };
  return layOutMail(content);
}

/** Where a newsletter mail is ended: the page for people, and the call that mail programs make (RFC 8058). */
const unsubscribeAddresses = (origin: string, token: string) => ({
  page: `${origin}/newsletter/unsubscribe?token=${token}`,
  oneClick: `${origin}/api/newsletter/unsubscribe/${token}`,
});
