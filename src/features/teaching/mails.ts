import { layOutMail } from "../../platform/mail-layout.ts";
import type { Mail } from "../../platform/outbox.ts";
import type { Person } from "../accounts/queries.ts";

/** What is sent in to apply. */
export interface ApplicationText {
  readonly text: string;
  readonly portfolio: string;
}

/** Tells the applicant that it has come in. */
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
        ? "Your application to teach on Senga has come in. We look at your drawings and answer by mail."
        : "We read your application to teach on Senga as you have changed it, and answer by mail.",
      "This is what you wrote:",
      ...text.split(/\n+/),
    ],
    facts: [["Portfolio", portfolio]],
    action: { label: "See or change it", url: `${origin}/teach` },
    reason: "You get this mail because you applied to teach.",
  });
}

/** Brings the application to those who decide. */
export function applicationForReviewMail(
  origin: string,
  supportEmail: string,
  applicant: Person,
  { text, portfolio }: ApplicationText,
  isNew: boolean,
): Mail {
  return layOutMail({
    to: supportEmail,
    subject: `${isNew ? "Application" : "Changed application"} to teach from ${applicant.name}`,
    greeting: `${applicant.name} would like to teach:`,
    paragraphs: text.split(/\n+/),
    facts: [
      ["Portfolio", portfolio],
      ["Answer to", applicant.email],
    ],
    action: { label: "Open Manage Users", url: `${origin}/dashboard/manage-users` },
    reason: "Sent by the form to apply to teach.",
  });
}

/** Welcomes somebody who has been made an instructor. */
export function welcomeToTeachMail(
  origin: string,
  { name, email }: Pick<Person, "name" | "email">,
  hasApplied: boolean,
): Mail {
  return layOutMail({
    to: email,
    subject: "You can teach on Senga now",
    greeting: `Welcome, ${name}.`,
    paragraphs: [
      hasApplied
        ? "We have looked at your drawings, and would like you to teach on Senga: you are an instructor now."
        : "You have been made an instructor on Senga.",
      "Set up your first class: a name, a level, a cover, your price and your seats. We look at it before students see it.",
    ],
    action: { label: "Add a class", url: `${origin}/dashboard/add-class` },
    reason: hasApplied
      ? "You get this mail because you applied to teach."
      : "You get this mail because an admin made you an instructor.",
  });
}
