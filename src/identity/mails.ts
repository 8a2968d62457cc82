import { layOutMail } from "../platform/mail-layout.ts";
import type { Mail } from "../platform/outbox.ts";

// Mails repeat no sign-up input: the address may belong to a stranger.

export function verificationMail(to: string, url: string): Mail {
  return layOutMail({
    to,
    subject: "Confirm your email for Senga",
    greeting: "Welcome to Senga",
    paragraphs: ["Please confirm your email address. The link expires in 24 hours."],
    action: { label: "Confirm email", url },
    reason: "Someone signed up for Senga with this address. If it wasn't you, ignore this email.",
  });
}

export function resetMail(to: string, url: string): Mail {
  return layOutMail({
    to,
    subject: "Reset your Senga password",
    greeting: "Reset your password",
    paragraphs: [
      "Use the button below to choose a new password. It works once and expires in an hour.",
      "You'll be logged out everywhere else.",
    ],
    action: { label: "Choose a new password", url },
    reason:
      "Someone asked to reset the password for this address. If it wasn't you, ignore this email: your password stays the same.",
  });
}
