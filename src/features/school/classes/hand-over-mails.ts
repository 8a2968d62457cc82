import { layOutMail } from "../../../platform/mail-layout.ts";
import type { Mail } from "../../../platform/outbox.ts";

interface Named {
  readonly id: string;
  readonly name: string;
  readonly email: string;
}
interface HandedOver {
  readonly name: string;
  readonly instructor: Named;
}

export function classHandedOverMail(
  { supportEmail }: { readonly supportEmail: string },
  { name, instructor }: HandedOver,
  to: Named,
): Mail {
  return layOutMail({
    to: instructor.email,
    namedIds: [to.id],
    subject: `“${name}” has a new instructor`,
    greeting: `Hello ${instructor.name},`,
    paragraphs: [
      `We've transferred your class “${name}” to ${to.name}, who will look after it and its students from now on.`,
      `If you have questions, write to ${supportEmail}.`,
    ],
    reason: "You're receiving this email because you taught this class on Senga.",
  });
}

export function classReceivedMail(origin: string, { name, instructor }: HandedOver, to: Named): Mail {
  return layOutMail({
    to: to.email,
    namedIds: [instructor.id],
    subject: `“${name}” is yours now`,
    greeting: `Hello ${to.name},`,
    paragraphs: [
      `We've transferred the class “${name}” from ${instructor.name} to you. You'll find it and its students under My Classes.`,
    ],
    action: { label: "Open My Classes", url: `${origin}/dashboard/instructor/my-classes` },
    reason: "You're receiving this email because you teach on Senga.",
  });
}
