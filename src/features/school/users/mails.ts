import { layOutMail, toPerson } from "../../../platform/mail-layout.ts";
import type { Mail } from "../../../platform/outbox.ts";
import type { Role } from "../../../access/policy.ts";

interface Site {
  readonly origin: string;
  readonly supportEmail: string;
}
interface Recipient {
  readonly name: string;
  readonly email: string;
  readonly role: Role;
}

const reason = "You're receiving this email because you have an account on Senga.";
const roleNames = { student: "a student", instructor: "an instructor", admin: "an admin" } as const;

const roleDescriptions = {
  student:
    "You can choose, buy and take classes. Classes that you taught stay open to their students, and our admins look after them.",
  instructor: "You can add classes and update your own, and no longer manage the school.",
  admin:
    "You can manage the school. Admins don't teach: if you have classes, transfer them to an instructor in Manage Classes.",
} as const;

export function roleChangedMail(
  { origin, supportEmail }: Site,
  { name, email, role: previousRole }: Recipient,
  role: Role,
): Mail {
  return layOutMail({
    ...toPerson({ name, email }),
    subject: `You're now ${roleNames[role]} at Senga`,
    paragraphs: [
      `An admin has changed your role from ${previousRole} to ${role}. ${roleDescriptions[role]}`,
      `If you have questions, write to ${supportEmail}.`,
    ],
    action: { label: "Open your dashboard", url: `${origin}/dashboard` },
    reason,
  });
}

export function welcomeToTeachMail(
  origin: string,
  { name, email }: Omit<Recipient, "role">,
  { hasApplied, note }: { readonly hasApplied: boolean; readonly note?: string | undefined },
): Mail {
  return layOutMail({
    to: email,
    subject: "You're now a Senga instructor",
    greeting: `Welcome, ${name}.`,
    paragraphs: [
      hasApplied
        ? "We like your work and would love you to teach with us."
        : "An admin has made you an instructor on Senga.",
      ...(note ? note.split(/\n+/) : []),
      "Set up your first class: a name, a level, a cover, your price and your seats. We'll review it before it goes live.",
    ],
    action: { label: "Add a class", url: `${origin}/dashboard/add-class` },
    reason: hasApplied
      ? "You're receiving this email because you applied to teach."
      : "You're receiving this email because an admin made you an instructor.",
  });
}

export function suspendedMail({ supportEmail }: Site, { name, email }: Recipient, explanation: string): Mail {
  return layOutMail({
    ...toPerson({ name, email }),
    subject: "Your Senga account is suspended",
    paragraphs: [
      "We've suspended your account. You can't log in for now, and if you teach, your classes aren't listed. Nothing is deleted.",
      "Why:",
      ...explanation.split(/\n+/),
      `If you think this is a mistake, write to ${supportEmail}.`,
    ],
    reason,
  });
}

export function reinstatedMail(origin: string, { name, email }: Recipient): Mail {
  return layOutMail({
    to: email,
    subject: "Your Senga account is open again",
    greeting: `Welcome back, ${name}.`,
    paragraphs: ["We've lifted the suspension. You can log in again, and everything is as you left it."],
    action: { label: "Log in", url: `${origin}/login` },
    reason,
  });
}

/** To both mailboxes, after support has changed the email. */
export const emailSetMail = ({ supportEmail }: Pick<Site, "supportEmail">, to: string): Mail => ({
  ...layOutMail({
    to,
    subject: "Your Senga email has changed",
    greeting: "Your email has changed",
    paragraphs: [
      "Our support team has changed the email of your account, as you asked. Log in with the new one from now on; your password stays the same.",
      "If it wasn't you, reply to this email right away.",
    ],
    reason: "You're receiving this email because this is, or was, the address of a Senga account.",
  }),
  replyTo: supportEmail,
});

export function ageConfirmedMail(origin: string, { name, email }: Recipient): Mail {
  return layOutMail({
    ...toPerson({ name, email }),
    subject: "You don't need a guardian's consent anymore",
    paragraphs: [
      "An admin has confirmed that you're 18 or older. You no longer need anyone's consent to buy classes, take part in class galleries, or show your name on certificates.",
    ],
    action: { label: "Open your dashboard", url: `${origin}/dashboard` },
    reason,
  });
}
