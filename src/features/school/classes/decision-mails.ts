import { layOutMail } from "../../../platform/mail-layout.ts";
import type { Mail } from "../../../platform/outbox.ts";
import type { Decision } from "./state.ts";

interface ReviewedClass {
  readonly id: string;
  readonly name: string;
  readonly feedback: string | null;
  readonly instructor: { readonly name: string; readonly email: string };
}

interface Site {
  readonly origin: string;
  readonly supportEmail: string;
}

const reason = "You're receiving this email because you teach on Senga.";
const myClasses = (origin: string) => ({
  label: "Open My Classes",
  url: `${origin}/dashboard/instructor/my-classes`,
});

export function decisionMail(site: Site, item: ReviewedClass, decision: Decision): Mail {
  const { name, instructor } = item;
  return layOutMail({
    to: instructor.email,
    subject: `“${name}” has been ${decision}`,
    reason,
    ...(decision === "approved" ? approval(site, item) : denial(site, item)),
  });
}

const approval = ({ origin }: Site, { id, name, feedback, instructor }: ReviewedClass) => ({
  greeting: `Good news, ${instructor.name}.`,
  paragraphs: [
    `We've approved your class “${name}”. Students can now find it in the catalog.`,
    ...(feedback ? ["Our feedback:", ...feedback.split(/\n+/)] : []),
  ],
  action: { label: "See the class", url: `${origin}/classes/${id}` },
});

const denial = ({ origin, supportEmail }: Site, { id, name, feedback, instructor }: ReviewedClass) => ({
  greeting: `Hello ${instructor.name},`,
  paragraphs: [
    `We've reviewed “${name}” and can't list it as it is. ${
      feedback ? "Here's why, and how to send it again." : "Here's how to send it again."
    }`,
    ...(feedback ? ["Our feedback:", ...feedback.split(/\n+/)] : []),
    feedback
      ? "When you've made your changes, send it again: the form opens filled in, picture included."
      : `We haven't written feedback on it; to ask why, write to ${supportEmail}. When you're ready, send it again: the form opens filled in, picture included.`,
  ],
  action: { label: "Send it again", url: `${origin}/dashboard/add-class?again=${id}` },
});

export function feedbackMail(origin: string, { name, instructor }: ReviewedClass, feedback: string): Mail {
  return layOutMail({
    to: instructor.email,
    subject: `Feedback on “${name}”`,
    greeting: `Hello ${instructor.name},`,
    paragraphs: [`Here's our feedback on your class “${name}”:`, ...feedback.split(/\n+/)],
    action: myClasses(origin),
    reason,
  });
}

export function classEditedMail(
  origin: string,
  { id, name, instructor }: Omit<ReviewedClass, "feedback">,
  changes: readonly string[],
): Mail {
  return layOutMail({
    to: instructor.email,
    subject: `“${name}” has been edited`,
    greeting: `Hello ${instructor.name},`,
    paragraphs: [`An admin has edited your class “${name}”:`, ...changes],
    action: { label: "See the class", url: `${origin}/classes/${id}` },
    reason,
  });
}
