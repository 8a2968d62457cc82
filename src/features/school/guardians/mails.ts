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
      "If you agree, they may buy classes, show drawings to the other students of their classes, write comments there, and put their name on a certificate that others can see. Until you agree, they can select classes but not pay for them, only their instructor and our admins see their drawings, and their name appears on no public page.",
      "You need no account. Answer on the page below, and keep this email: with the same link you can change your answer at any time.",
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
      `You agreed that ${plainName(minor.name)} may buy classes, take part in their galleries and show their name.`,
      "You can withdraw your consent at any time, from one moment to the next: keep this email, its link stays valid.",
    ],
    action: { label: "See or withdraw it", url: guardianUrl(origin, token) },
    reason: "You're receiving this email because you answered as a guardian on Senga.",
  });
}

export function guardianLinkMail(origin: string, { to, minor, token }: Asked): Mail {
  return layOutMail({
    to,
    namedIds: [minor.id],
    subject: "Your consent on Senga",
    greeting: "Here is your link",
    paragraphs: [
      `It shows what you answered about ${plainName(minor.name)}'s account, and there you can change it.`,
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
    text: "Your guardian agreed. You can now buy classes, show your drawings to your class and write comments there.",
  },
  refused: {
    subject: "Your guardian didn't agree",
    text: "Your guardian didn't agree. Your classes and your instructor's critique stay as they are; you can't buy more, and galleries stay closed. Did we write to the wrong person? Then you can correct the address.",
  },
  withdrawn: {
    subject: "Your guardian withdrew their consent",
    text: "Your guardian withdrew their consent. What you showed to your class is hidden from now on, and your name is on no public page. Your classes stay as they are, but you can't buy more.",
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
