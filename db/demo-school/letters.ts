import { contactMessages, contactReplies } from "../../src/features/school/contact/tables.ts";
import {
  newsletterDeliveries,
  newsletterIssues,
  newsletterSubscriptions,
} from "../../src/features/office/newsletter/tables.ts";
import type { Transaction } from "../../src/platform/database.ts";
import { newIdAt } from "../../src/platform/ids.ts";

const hour = 3_600_000;
const day = 24 * hour;

const readers = [
  ["Wren Aldana", "wren@reader.example", 41],
  ["Pia Sorensen", "pia@reader.example", 27],
  ["Dario Conti", "dario@reader.example", 9],
] as const;

const messages: readonly (readonly [
  name: string,
  email: string,
  hoursAgo: number,
  message: string,
  reply?: string,
])[] = [
  [
    "Marta Oliveira",
    "marta@reader.example",
    74,
    "Hi! I draw on an old tablet with a small screen. Can I follow Hands Built from Boxes on it, or do I need a computer?",
    "Hi Marta, your tablet is fine. Everything works in the browser, and the site remembers where you stopped, on any device. Enjoy the boxes!",
  ],
  [
    "Jonas Weber",
    "jonas@reader.example",
    5,
    "I'd like to give Eyes That Speak to my sister for her birthday in December. Is there a way to buy a seat for someone else?",
  ],
];

export const letterEmails: readonly string[] = [...readers, ...messages].map(([, email]) => email);

export async function writeLetters(
  tx: Transaction,
  admin: { readonly id: string },
  now: Date,
): Promise<void> {
  const ago = (milliseconds: number): Date => new Date(now.getTime() - milliseconds);
  const subscriptions = readers.map(([name, email, days]) => {
    const at = ago(days * day);
    return {
      id: newIdAt(at),
      name,
      email,
      state: "confirmed" as const,
      createdAt: at,
      mailedAt: at,
      confirmedAt: at,
    };
  });
  await tx.insert(newsletterSubscriptions).values(subscriptions);
  const releasedAt = ago(12 * day);
  const issueId = newIdAt(releasedAt);
  await tx.insert(newsletterIssues).values({
    id: issueId,
    number: 1,
    subject: "14 new drawing classes on Senga",
    classes: [],
    moreClasses: 14,
    newsUntil: releasedAt,
    releasedAt,
    releasedBy: admin.id,
    finishedAt: new Date(releasedAt.getTime() + hour),
  });
  const readThen = subscriptions.filter(({ confirmedAt }) => confirmedAt < releasedAt);
  await tx
    .insert(newsletterDeliveries)
    .values(readThen.map(({ id }) => ({ issueId, subscriptionId: id, mailId: newIdAt(releasedAt) })));

  for (const [name, email, hoursAgo, message, reply] of messages) {
    const at = ago(hoursAgo * hour);
    const id = newIdAt(at);
    const repliedAt = new Date(at.getTime() + 3 * hour);
    await tx
      .insert(contactMessages)
      .values({ id, name, email, message, createdAt: at, ...(reply && { doneAt: repliedAt }) });
    if (reply) {
      await tx
        .insert(contactReplies)
        .values({ id: newIdAt(repliedAt), messageId: id, text: reply, byId: admin.id, createdAt: repliedAt });
    }
  }
}
