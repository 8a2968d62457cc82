import { type MailPreview, layOutMail } from "../../../platform/mail-layout.ts";
import type { Mail } from "../../../platform/outbox.ts";
import { type NotificationKind, kindOf } from "./kinds.ts";

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

export interface MailOutline {
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
  const subject = first && news.length === 1 ? first.line.replace(/\.$/, "") : summaryOf(news);
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

export const newsIn = ({ groups }: MailOutline): readonly News[] => groups.flatMap(({ news }) => news);

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
    to: recipient.email,
    namedIds: all.flatMap(({ actorId }) => actorId ?? []),
    subject,
    greeting: `Hello ${recipient.name},`,
    paragraphs: isOne ? [first.line] : ["Here's what's new for you on Senga:"],
    ...(isOne ? { preview: previews.get(first.aboutId) } : { groups: listed }),
    action: isOne
      ? { label: "Take a look", url: `${origin}${first.path}` }
      : { label: "See everything", url: `${origin}/dashboard/notifications` },
    reason: token
      ? `You get these emails ${frequency === "now" ? "right away" : "once a day"}. To change that, choose Email settings under Notifications.`
      : "You're receiving this email because it's about your money.",
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
