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

// Security mails can't be turned off.

export function askNewAddressMail(to: string, url: string): Mail {
  return layOutMail({
    to,
    subject: "Confirm your new email for Senga",
    greeting: "Is this your new email?",
    paragraphs: [
      "Confirm it within 24 hours. We've also emailed the old address: the change takes effect once both have confirmed it.",
    ],
    action: { label: "Confirm this address", url },
    reason:
      "Someone asked to use this address for their Senga account. If it wasn't you, ignore this email: nothing will change.",
  });
}

export function askOldAddressMail(to: string, email: string, url: string): Mail {
  return layOutMail({
    to,
    subject: "Do you want to change your email on Senga?",
    greeting: "Do you want to change your email?",
    paragraphs: [
      `Someone who is logged in to your account asked to change its email to ${email}. It only changes if you agree within 24 hours and the new address confirms it, too.`,
      "If it wasn't you, don't agree: stop the change on the same page, then change your password and log out everywhere else.",
    ],
    action: { label: "Agree or stop it", url },
    reason: "You're receiving this email because this is the address of your Senga account.",
  });
}

export function emailChangedMail(to: string, origin: string): Mail {
  return layOutMail({
    to,
    subject: "Your Senga email has changed",
    greeting: "Your email has changed",
    paragraphs: [
      "Both addresses confirmed it: your Senga account has a new email now. Log in with the new one from now on; your password stays the same.",
      "If it wasn't you, write to us right away.",
    ],
    action: { label: "Write to us", url: `${origin}/contact-us` },
    reason: "You're receiving this email because this is, or was, the address of a Senga account.",
  });
}

export function passwordChangedMail(to: string, origin: string): Mail {
  return layOutMail({
    to,
    subject: "Your Senga password has changed",
    greeting: "Your password has changed",
    paragraphs: [
      "You're logged out on every other device.",
      "If it wasn't you, choose a new password with the link below, then write to us.",
    ],
    action: { label: "Reset my password", url: `${origin}/forgot-password` },
    reason: "You're receiving this email because this is the address of your Senga account.",
  });
}
