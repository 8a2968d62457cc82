import { layOutMail } from "../platform/mail-layout.ts";
import type { Mail } from "../platform/outbox.ts";

// Neither mail repeats what somebody typed at sign-up: it may go to a stranger whose address was typed.

export function verificationMail(to: string, url: string): Mail {
  return layOutMail({
    to,
    subject: "Confirm your e-mail for Senga",
    greeting: "Welcome to Senga",
    paragraphs: [
      "Confirm that this is your address, so that nobody else can use it. The link works for a day.",
    ],
    action: { label: "Confirm e-mail", url },
    reason:
      "Somebody signed up at Senga with this address. If it was not you, ignore this mail and do not press the button.",
  });
}

export function resetMail(to: string, url: string): Mail {
  return layOutMail({
    to,
    subject: "Choose a new password for Senga",
    greeting: "A new password",
    paragraphs: [
      "Press the button to choose a new password. The link works once, and for one hour.",
      "You will be logged out everywhere else.",
    ],
    action: { label: "Choose a new password", url },
    reason:
      "Somebody asked for a new password for the account with this address. If it was not you, ignore this mail: the " +
      "old password stays as it is.",
  });
}
