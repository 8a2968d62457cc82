import { layOutMail } from "../../../platform/mail-layout.ts";
import type { Mail } from "../../../platform/outbox.ts";
import type { GuardianState } from "./state.ts";

/** Letters only: the recipient may be a stranger, so a name must not carry a message or a link. */
function plainName(name: string): string {
  const plain = name
    .replaceAll(/[^\p{L}\p{M} '’-]/gu, "")
    .trim()
    .slice(0, 40);
  return plain || "A young person";
}

const guardianUrl = (origin: string, token: string): string => `${origin}/guardian?token=${token}`;

interface Asked {
  readonly to: string;
  readonly minor: { readonly id: string; readonly name: string };
  readonly token: string;
}

export function consentRequestMail(origin: string, { to, minor, token }: Asked): Mail {
  return layOutMail({
    to,
    namedIds: [minor.id],
    subject: "A young person needs your consent on Senga",
    greeting: "Are you the parent or guardian?",
    paragraphs: [
      `${plainName(minor.name)} has opened an account on Senga, where people learn to draw in online classes, and has named you as their parent or guardian.`,
      "If you agree, they can buy classes, share drawings with the other students in their classes, comment there, and put their name on a certificate that others can see. Until you agree, they can select classes but not pay for them, only their instructor and our admins see their drawings, and their name doesn't appear on any public page.",
      "You don't need an account. Answer on the page below, and keep this email: the same link lets you change your answer at any time.",
    ],
    action: { label: "Read and answer", url: guardianUrl(origin, token) },
    reason:
      "You're receiving this email because someone gave this address as a guardian's. If that's a mistake, choose “I don't agree” on the page, and we won't write again.",
  });
}

export function consentGivenMail(origin: string, { to, minor, token }: Asked): Mail {
  return layOutMail({
    to,
    namedIds: [minor.id],
    subject: "You gave your consent on Senga",
    greeting: "Thank you",
    paragraphs: [
      `You agreed that ${plainName(minor.name)} can buy classes, take part in their galleries and show their name.`,
      "You can withdraw your consent at any time. Keep this email; the link keeps working.",
    ],
    action: { label: "See or withdraw it", url: guardianUrl(origin, token) },
    reason: "You're receiving this email because you gave your consent as a guardian on Senga.",
  });
}

export function guardianLinkMail(origin: string, { to, minor, token }: Asked): Mail {
  return layOutMail({
    to,
    namedIds: [minor.id],
    subject: "Your consent on Senga",
    greeting: "Here is your link",
    paragraphs: [
      `Use it to see what you answered about ${plainName(minor.name)}'s account, or to change your answer.`,
    ],
    action: { label: "See or change it", url: guardianUrl(origin, token) },
    reason:
      "You're receiving this email because someone entered your address on Senga to get this link. If it wasn't you, ignore it.",
  });
}

const outcomes: Record<
  Exclude<GuardianState, "asked">,
  { readonly subject: string; readonly text: string }
> = {
  given: {
    subject: "Your guardian agreed",
    text: "Your guardian agreed. You can now buy classes, share your drawings with your class and comment there.",
  },
  refused: {
    subject: "Your guardian didn't agree",
    text: "Your guardian didn't agree. You keep your classes and your instructor's critiques; you just can't buy more classes or use class galleries. Wrong person? You can change the address.",
  },
  withdrawn: {
    subject: "Your guardian withdrew their consent",
    text: "Your guardian withdrew their consent. Everything you shared with your class is hidden now, and your name isn't on any public page. You keep your classes, but you can't buy more.",
  },
};

export function guardianAnsweredMail(
  origin: string,
  to: string,
  state: Exclude<GuardianState, "asked">,
): Mail {
  const { subject, text } = outcomes[state];
  return layOutMail({
    to,
    subject,
    greeting: subject,
    paragraphs: [text],
    action: { label: "Your account", url: `${origin}/dashboard/account#guardian` },
    reason: "You're receiving this email because you have an account on Senga.",
  });
}
