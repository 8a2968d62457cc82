import { layOutMail } from "../../platform/mail-layout.ts";
import type { Mail } from "../../platform/outbox.ts";
import type { Decision } from "./state.ts";

interface ClassToTell {
  readonly id: string;
  readonly name: string;
  readonly feedback: string | null;
  readonly instructor: { readonly name: string; readonly email: string };
}

const reason = "You get this mail because you teach on Senga.";
const myClasses = (origin: string) => ({
  label: "Open My Classes",
  url: `${origin}/dashboard/instructor/my-classes`,
});

/** Tells the instructor what was decided, with the feedback that stands beside the class. */
export function decisionMail(
  { origin, supportEmail }: { readonly origin: string; readonly supportEmail: string },
  { id, name, feedback, instructor }: ClassToTell,
  decision: Decision,
): Mail {
  const isApproved = decision === "approved";
  return layOutMail({
    to: instructor.email,
    subject: `“${name}” has been ${decision}`,
    greeting: isApproved ? `Good news, ${instructor.name}.` : `Hello ${instructor.name},`,
    paragraphs: [
      isApproved
        ? `We have approved your class “${name}”. Students find it in the catalogue now.`
        : `We have looked at your class “${name}” and denied it: it will not be in the catalogue.`,
      ...(feedback
        ? ["Our feedback:", ...feedback.split(/\n+/)]
        : isApproved
          ? []
          : [`Write to ${supportEmail} to ask why, or add the class anew with changes.`]),
    ],
    action: isApproved ? { label: "See the class", url: `${origin}/classes/${id}` } : myClasses(origin),
    reason,
  });
}

/** Brings the instructor the feedback on a class. */
export function feedbackMail(origin: string, { name, instructor }: ClassToTell, feedback: string): Mail {
  return layOutMail({
    to: instructor.email,
    subject: `Feedback on “${name}”`,
    greeting: `Hello ${instructor.name},`,
    paragraphs: [`This is our feedback on your class “${name}”:`, ...feedback.split(/\n+/)],
    action: myClasses(origin),
    reason,
  });
}
