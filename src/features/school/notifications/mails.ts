import { layOutMail } from "../../../platform/mail-layout.ts";
import type { Mail } from "../../../platform/outbox.ts";
import { type NotificationKind, kindOf } from "./kinds.ts";

export interface Recipient {
  readonly id: string;
  readonly name: string;
  readonly email: string;
}

interface News {
  readonly kind: NotificationKind;
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

/** Per class; the site's list has the rest. */
const maxLines = 10;

export function notificationMail(
  origin: string,
  { name, email }: Recipient,
  { news, classes, frequency, token }: Contents,
): Mail {
  const [first] = news;
  const isOne = news.length === 1 && first;
  const groups = [...Map.groupBy(news, ({ classId }) => classId)].map(([classId, ofClass]) => ({
    title: classes.find(({ id }) => id === classId)?.name ?? "On Senga",
    links: ofClass.slice(0, maxLines).map(({ line, path }) => ({ text: line, url: `${origin}${path}` })),
    more: Math.max(0, ofClass.length - maxLines),
  }));
  return layOutMail({
    to: email,
    namedIds: news.flatMap(({ actorId }) => actorId ?? []),
    subject: isOne ? first.line.replace(/\.$/, "") : summaryOf(news),
    greeting: `Hello ${name},`,
    paragraphs: isOne ? [first.line] : ["Here's what's new for you on Senga:"],
    ...(!isOne && {
      groups: groups.length === 1 ? groups.map(({ links, more }) => ({ links, more })) : groups,
    }),
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
