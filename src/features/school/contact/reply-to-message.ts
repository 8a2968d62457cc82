import { count, eq } from "drizzle-orm";
import type { Transaction } from "../../../platform/database.ts";
import { Problem } from "../../../platform/errors.ts";
import { newId } from "../../../platform/ids.ts";
import { utcDate } from "../../../platform/utc-date.ts";
import { layOutMail } from "../../../platform/mail-layout.ts";
import { enqueueMail } from "../../../platform/outbox.ts";
import type { AppContext } from "../../../context.ts";
import type { Person } from "../../../access/queries.ts";
import { messageProblems as problems } from "./messages-contract.ts";
import { contactMessages, contactReplies } from "./tables.ts";

export interface Reply {
  readonly text: string;
  readonly repliesSeen?: number | undefined;
}

/** Replies to this mail go to support. Throws message-not-found, message-answered-meanwhile. */
export async function replyToMessage(
  context: Pick<AppContext, "clock" | "db" | "settings">,
  admin: Person,
  id: string,
  reply: Reply,
): Promise<string> {
  const { text, repliesSeen } = reply;
  const now = context.clock.now();
  const replyId = newId();
  await context.db.transaction(async (tx) => {
    const message = await lockMessage(tx, id);
    if (repliesSeen !== undefined && (await countReplies(tx, id)) > repliesSeen)
      throw new Problem(problems.answeredMeanwhile);
    const { supportEmail } = context.settings;
    await enqueueMail(tx, context.clock, {
      ...layOutMail({
        to: message.email,
        subject: "Re: your message to Senga",
        greeting: `Hello ${message.name},`,
        paragraphs: [
          ...text.split(/\n+/),
          `You wrote on ${utcDate(message.createdAt)}:`,
          ...message.message.split(/\n+/).map((line) => `> ${line}`),
        ],
        reason:
          "You're receiving this email because you wrote to us on our contact page. Just reply to write back.",
      }),
      replyTo: supportEmail,
    });
    await tx
      .insert(contactReplies)
      .values({ id: replyId, messageId: id, text, byId: admin.id, createdAt: now });
    await tx
      .update(contactMessages)
      .set({ doneAt: message.doneAt ?? now })
      .where(eq(contactMessages.id, id));
  });
  return replyId;
}

/** Returns 0 when nothing changed. Throws message-not-found. */
export async function markMessage(
  context: Pick<AppContext, "clock" | "db">,
  id: string,
  isDone: boolean,
): Promise<number> {
  return context.db.transaction(async (tx) => {
    const { doneAt } = await lockMessage(tx, id);
    if ((doneAt !== null) === isDone) return 0;
    await tx
      .update(contactMessages)
      .set({ doneAt: isDone ? context.clock.now() : null })
      .where(eq(contactMessages.id, id));
    return 1;
  });
}

async function lockMessage(tx: Transaction, id: string) {
  const [message] = await tx.select().from(contactMessages).where(eq(contactMessages.id, id)).for("update");
  if (!message) throw new Problem(problems.noSuchMessage);
  return message;
}

async function countReplies(tx: Transaction, messageId: string): Promise<number> {
  const [counted] = await tx
    .select({ replies: count() })
    .from(contactReplies)
    .where(eq(contactReplies.messageId, messageId));
  return counted?.replies ?? 0;
}
