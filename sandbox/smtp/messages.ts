import { arrayContains, desc, eq, notInArray } from "drizzle-orm";
import PostalMime, { type Email } from "postal-mime";
import type { Clock } from "../../src/platform/clock.ts";
import type { Database } from "../../src/platform/database.ts";
import { newId } from "../../src/platform/ids.ts";
import { messages } from "./tables.ts";

const maxKept = 500;
const maxListed = 100;

export interface StoredMessage {
  readonly id: string;
  readonly recipients: readonly string[];
  readonly subject: string;
  readonly receivedAt: Date;
}

export interface OpenedMessage extends StoredMessage {
  readonly headers: Email["headers"];
  readonly text: string;
  readonly html: string | undefined;
  readonly links: readonly string[];
}

export async function storeMessage(
  db: Database,
  clock: Clock,
  recipients: readonly string[],
  raw: Uint8Array,
): Promise<void> {
  const { subject = "" } = await PostalMime.parse(raw);
  await db.insert(messages).values({
    id: newId(),
    recipients: recipients.map((address) => address.toLowerCase()),
    subject,
    raw,
    receivedAt: clock.now(),
  });
  const kept = db.select({ id: messages.id }).from(messages).orderBy(desc(messages.id)).limit(maxKept);
  await db.delete(messages).where(notInArray(messages.id, kept));
}

const listColumns = {
  id: messages.id,
  recipients: messages.recipients,
  subject: messages.subject,
  receivedAt: messages.receivedAt,
};

const sentTo = (to: string | undefined) =>
  to ? arrayContains(messages.recipients, [to.toLowerCase()]) : undefined;

export async function listMessages(db: Database, to?: string): Promise<StoredMessage[]> {
  return db.select(listColumns).from(messages).where(sentTo(to)).orderBy(desc(messages.id)).limit(maxListed);
}

export async function openMessages(db: Database, to?: string): Promise<OpenedMessage[]> {
  const rows = await db.select().from(messages).where(sentTo(to)).orderBy(desc(messages.id)).limit(maxListed);
  return Promise.all(rows.map(open));
}

export async function openMessage(db: Database, id: string): Promise<OpenedMessage | undefined> {
  const [row] = await db.select().from(messages).where(eq(messages.id, id));
  return row && open(row);
}

async function open({ raw, ...message }: StoredMessage & { raw: Uint8Array }): Promise<OpenedMessage> {
  const { headers, text = "", html: written, attachments } = await PostalMime.parse(raw);
  const html = written?.replaceAll(/"cid:([^"]+)"/g, (source, cid: string) => {
    const found = attachments.find(({ contentId }) => contentId === `<${cid}>`);
    if (!found || typeof found.content === "string") return source;
    return `"data:${found.mimeType};base64,${Buffer.from(new Uint8Array(found.content)).toString("base64")}"`;
  });
  const inText = text.match(/https?:\/\/[^\s<>"]+/g) ?? [];
  const inHtml = [...(html ?? "").matchAll(/\bhref="(https?:[^"]+)"/g)].map(([, address = ""]) =>
    address.replaceAll("&amp;", "&"),
  );
  return { ...message, headers, text, html, links: [...new Set([...inText, ...inHtml])] };
}
