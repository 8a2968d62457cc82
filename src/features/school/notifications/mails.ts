import { type MailPreview, layOutMail, toPerson } from "../../../platform/mail-layout.ts";
import type { Mail, QueuedMail } from "../../../platform/outbox.ts";
import type { AppContext } from "../../../context.ts";
import { UpstreamError } from "../../../platform/errors.ts";
import { findPerson } from "../../../access/queries.ts";
import { type NotificationKind, kindOf } from "./kinds.ts";
import {
  type PreviewPicture,
  type NotificationSources,
  findPreviews,
  withoutLinks,
} from "./word-notifications.ts";

export interface Recipient {
  readonly id: string;
  readonly name: string;
  readonly email: string;
}

export interface News {
  readonly kind: NotificationKind;
  readonly aboutId: string;
  readonly actorId: string | null;
  readonly classId: string | null;
  readonly line: string;
  readonly path: string;
}

interface Contents {
  /** At least one, oldest first. */
  readonly news: readonly News[];
  readonly classes: readonly { readonly id: string; readonly name: string }[];
  readonly frequency: "now" | "daily";
  /** Undefined: these mails cannot be turned off. */
  readonly token: string | undefined;
}

interface MailOutline {
  readonly recipient: Recipient;
  readonly subject: string;
  readonly groups: readonly {
    readonly title: string;
    readonly news: readonly News[];
    readonly more: number;
  }[];
  readonly frequency: "now" | "daily";
  readonly token?: string | undefined;
}

/** Per class; the site's list has the rest. */
const maxLines = 10;

export function outlineMail(
  { id, name, email }: Recipient,
  { news, classes, frequency, token }: Contents,
): MailOutline {
  const groups = [...Map.groupBy(news, ({ classId }) => classId)].map(([classId, ofClass]) => ({
    title: classes.find((each) => each.id === classId)?.name ?? "On Senga",
    news: ofClass.slice(0, maxLines).map(asNews),
    more: Math.max(0, ofClass.length - maxLines),
  }));
  const [first] = news;
  // A reason is private, and too long for a subject.
  const isLine = first && news.length === 1 && !kindOf(first.kind).parts.includes("reportId");
  const subject = isLine ? first.line.replace(/\.$/, "") : summaryOf(news);
  return { recipient: { id, name, email }, subject, groups, frequency, token };
}

const asNews = ({ kind, aboutId, actorId, classId, line, path }: News): News => ({
  kind,
  aboutId,
  actorId,
  classId,
  line,
  path,
});

const newsIn = ({ groups }: MailOutline): readonly News[] => groups.flatMap(({ news }) => news);

/** @param previews by `aboutId`; empty until the mail is sent */
export function notificationMail(
  origin: string,
  outline: MailOutline,
  previews: ReadonlyMap<string, MailPreview> = new Map(),
): Mail {
  const { recipient, subject, groups, frequency, token } = outline;
  const all = newsIn(outline);
  const [first] = all;
  const isOne = all.length === 1 && first;
  const listed = groups.map(({ title, news, more }) => ({
    ...(groups.length > 1 && { title }),
    links: news.map(({ aboutId, line, path }) => ({
      text: line,
      url: `${origin}${path}`,
      preview: previews.get(aboutId),
    })),
    more,
  }));
  return layOutMail({
    ...toPerson(recipient),
    namedIds: all.flatMap(({ actorId }) => actorId ?? []),
    subject,
    paragraphs: isOne ? [first.line] : ["Here's what's new for you on Senga:"],
    ...(isOne ? { preview: previews.get(first.aboutId) } : { groups: listed }),
    action: isOne
      ? { label: "Take a look", url: `${origin}${first.path}` }
      : { label: "See everything", url: `${origin}/dashboard/notifications` },
    reason: token
      ? `You get these emails ${frequency === "now" ? "right away" : "once a day"}. To change that, choose Email settings under Notifications.`
      : "You're receiving this email because it's about a payment of yours.",
    ...(token && { unsubscribe: unsubscribeUrls(origin, token) }),
  });
}

const list = new Intl.ListFormat("en-US");

function summaryOf(news: readonly News[]): string {
  const counts = [...Map.groupBy(news, ({ kind }) => kind)].map(([kind, { length }]) => {
    const [one, several] = kindOf(kind).noun;
    return length === 1 ? `1 ${one}` : `${length.toLocaleString("en-US")} ${several}`;
  });
  return list.format(counts);
}

/** The page for people, and the one-click endpoint for mail programs (RFC 8058). */
const unsubscribeUrls = (origin: string, token: string) => ({
  page: `${origin}/notifications/unsubscribe?token=${token}`,
  oneClick: `${origin}/api/notifications/unsubscribe?token=${token}`,
});

type Context = Pick<AppContext, "clock" | "db" | "log" | "settings" | "storage">;

/** Per mail; other notifications have only text. */
const maxPictures = 4;
/** Per picture; a larger one is omitted. A detailed photo of 1280 pixels by 1700 has less. */
const maxBytes = 400_000;

/** Runs on sending: a drawing hidden in the meantime must not be in the mail, and none is stored in the outbox. */
export async function completeMail(
  context: Context,
  sources: NotificationSources,
  mail: QueuedMail,
): Promise<QueuedMail> {
  const { draft, ...plain } = mail;
  if (!draft) return plain;
  const outline = draft as MailOutline;
  const reader = await findPerson(context.db, outline.recipient.id);
  if (!reader) return plain;
  // Their email may have changed since, because the old mailbox is someone else's.
  const to = reader.email;
  if (reader.isSuspended) return { ...plain, to };
  const news = newsIn(outline);
  const previews = await findPreviews(context, sources.previews, reader, news);
  const pictures = new Map<string, Buffer>();
  const shown = new Map<string, MailPreview>();
  for (const { aboutId } of news) {
    const preview = previews.get(aboutId);
    if (!preview) continue;
    const { picture, text } = preview;
    const isShown = picture !== null && (await addPicture(context, sources, pictures, picture));
    shown.set(aboutId, {
      ...(text && { quote: withoutLinks(text) }),
      ...(isShown && { picture: { ...picture, cid: cidOf(picture.id) } }),
    });
  }
  const { text, html } = notificationMail(context.settings.origin, outline, shown);
  return {
    ...plain,
    to,
    text,
    html,
    pictures: [...pictures].map(([id, bytes]) => ({ cid: cidOf(id), bytes })),
  };
}

const cidOf = (pictureId: string): string => `${pictureId}@drawings`;

/** Two comments may be about the same drawing. Returns whether the mail has it. */
async function addPicture(
  context: Context,
  sources: NotificationSources,
  pictures: Map<string, Buffer>,
  picture: PreviewPicture,
): Promise<boolean> {
  if (pictures.has(picture.id)) return true;
  if (pictures.size >= maxPictures) return false;
  try {
    const bytes = await sources.readPicture(context, picture);
    if (!bytes || bytes.length > maxBytes) return false;
    pictures.set(picture.id, bytes);
    return true;
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    context.log.warn({ err: error, drawing: picture.id }, "sent a mail without its drawing");
    return false;
  }
}
