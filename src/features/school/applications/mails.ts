import { layOutMail } from "../../../platform/mail-layout.ts";
import type { Mail } from "../../../platform/outbox.ts";
import type { Person } from "../../../access/queries.ts";
import { appliesAgainFrom } from "./policy.ts";

export interface ApplicationText {
  readonly text: string;
  readonly portfolio: string;
}

export function applicationReceivedMail(
  origin: string,
  applicant: Person,
  { text, portfolio }: ApplicationText,
  isNew: boolean,
): Mail {
  return layOutMail({
    to: applicant.email,
    subject: isNew ? "We have your application to teach" : "We have the changes to your application",
    greeting: `Thank you, ${applicant.name}.`,
    paragraphs: [
      isNew
        ? "We've received your application to teach on Senga. We'll look at your portfolio and reply by email."
        : "We've received your changes to your application to teach on Senga. We'll look at your portfolio and reply by email.",
      "Here's what you wrote:",
      ...text.split(/\n+/),
    ],
    facts: [["Portfolio", portfolio]],
    action: { label: "View or update it", url: `${origin}/teach` },
    reason: "You're receiving this email because you applied to teach.",
  });
}

export function applicationForReviewMail(
  origin: string,
  supportEmail: string,
  applicant: Person,
  { text, portfolio }: ApplicationText,
  isNew: boolean,
): Mail {
  return layOutMail({
    to: supportEmail,
    namedIds: [applicant.id],
    subject: `${isNew ? "Application" : "Changed application"} to teach from ${applicant.name}`,
    greeting: `${applicant.name} would like to teach:`,
    paragraphs: text.split(/\n+/),
    facts: [
      ["Portfolio", portfolio],
      ["Reply to", applicant.email],
    ],
    action: { label: "Accept or decline it", url: `${origin}/dashboard/applications` },
    reason: "Sent from the teaching application form.",
  });
}

export const asDay = (time: Date): string =>
  time.toLocaleDateString("en-US", { month: "long", day: "numeric", year: "numeric", timeZone: "UTC" });

export function applicationDeclinedMail(
  origin: string,
  { name, email }: Pick<Person, "name" | "email">,
  note: string,
  at: Date,
): Mail {
  const from = appliesAgainFrom({ decision: "declined", decidedAt: at }, at) ?? at;
  return layOutMail({
    to: email,
    subject: "Your application to teach on Senga",
    greeting: `Hello ${name},`,
    paragraphs: [
      "Thank you for applying to teach on Senga. We've looked at your portfolio, and we can't offer you a place as an instructor right now.",
      ...(note ? ["What we'd like you to know:", ...note.split(/\n+/)] : []),
      `You're welcome to apply again from ${asDay(from)}.`,
    ],
    action: { label: "See our answer", url: `${origin}/teach` },
    reason: "You're receiving this email because you applied to teach.",
  });
}
