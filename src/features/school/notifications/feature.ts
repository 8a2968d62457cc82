import { and, eq, isNotNull, isNull, inArray, lte, lt } from "drizzle-orm";
import type { AppContext } from "../../../context.ts";
import { ago, day } from "../../../platform/clock.ts";
import type { Transaction } from "../../../platform/database.ts";
import { hasAccount, users } from "../../../access/tables.ts";
import { Problem, problems as commonProblems } from "../../../platform/errors.ts";
import { findPerson } from "../../../access/queries.ts";
import { newIdAt } from "../../../platform/ids.ts";
import { after, type Handlers } from "../../../http/register-endpoints.ts";
import type { CallerFor } from "../../../access/authorize.ts";
import { allOf, deleteInPieces } from "../../../platform/drizzle.ts";
import { mapPage } from "../../../platform/keyset.ts";
import { leaveReplica } from "../../../platform/replica.ts";
import { defineFeature, job } from "../../feature.ts";
import { type MailFrequency, type NotificationKind, kindOf, choosableKinds } from "./kinds.ts";
import { ofKinds, findUnread, isUnreadBy, listChoices, listNotifications } from "./queries.ts";
import { notificationChoices, notifications } from "./tables.ts";
import { problems, notificationsContract } from "./contract.ts";
import type { PreviewPicture, NotificationSources } from "./word-notifications.ts";
import { mailNotifications } from "./mail-notifications.ts";

type Choices = Readonly<Partial<Record<NotificationKind, MailFrequency>>>;

async function chooseMail(
  { clock, db }: Pick<AppContext, "clock" | "db">,
  personId: string,
  choices: Choices,
): Promise<void> {
  const chosen = Object.entries(choices) as [NotificationKind, MailFrequency][];
  await db.transaction(async (tx) => {
    // Waits for a mail that is being assembled; the next one uses the new choice.
    const [present] = await tx
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.id, personId), hasAccount))
      .for("no key update");
    if (!present) throw new Problem(commonProblems.unauthenticated);
    for (const [kind, frequency] of chosen) await choose(tx, personId, kind, frequency);
    const kinds = chosen.map(([kind]) => kind);
    await tx
      .update(notifications)
      .set({ mailAt: clock.now() })
      .where(and(ofKinds(personId, kinds), isNotNull(notifications.mailAt)));
  });
}

async function choose(tx: Transaction, personId: string, kind: NotificationKind, frequency: MailFrequency) {
  if (frequency === kindOf(kind).mail) {
    await tx
      .delete(notificationChoices)
      .where(and(eq(notificationChoices.personId, personId), eq(notificationChoices.kind, kind)));
    return;
  }
  await tx
    .insert(notificationChoices)
    .values({ personId, kind, frequency })
    .onConflictDoUpdate({
      target: [notificationChoices.personId, notificationChoices.kind],
      set: { frequency },
    });
}

async function followMailLink({ db, mailLinks }: Pick<AppContext, "db" | "mailLinks">, token: string) {
  const link = await mailLinks.verify(token);
  const person = link && (await findPerson(db, link.personId));
  if (!person) throw new Problem(problems["mail-link-broken"]);
  // An old mail may contain a kind that no longer exists.
  return { person, kinds: choosableKinds.filter((kind) => link.kinds.includes(kind)) };
}

async function unsubscribe(context: Pick<AppContext, "clock" | "db" | "mailLinks">, token: string) {
  const { person, kinds } = await followMailLink(context, token);
  const choices: Choices = Object.fromEntries(kinds.map((kind) => [kind, "never"]));
  await chooseMail(context, person.id, choices);
}

type Which =
  | { readonly ids: readonly string[] }
  | { readonly paths: readonly string[] }
  | { readonly upTo: string };

/** Read notifications are no longer mailed. Returns those still unread. */
export async function readNotifications(
  { clock, db }: Pick<AppContext, "clock" | "db">,
  personId: string,
  which: Which,
) {
  await db
    .update(notifications)
    .set({ readAt: clock.now(), mailAt: null })
    .where(and(isUnreadBy(personId), isMeant(which)));
  return findUnread(db, personId);
}

function isMeant(which: Which) {
  if ("ids" in which) return inArray(notifications.id, [...which.ids]);
  if ("paths" in which) return inArray(notifications.path, [...which.paths]);
  return lte(notifications.id, which.upTo);
}

/** Days; the privacy policy states both. */
const keptDays = { read: 90, unread: 365 };

export async function removeOldNotifications(
  { clock, db }: Pick<AppContext, "clock" | "db">,
  signal?: AbortSignal,
): Promise<void> {
  const { id, readAt } = notifications;
  const since = (days: number) => ago(clock, days * day);
  // The primary key is ordered by time.
  const isOlderThan = (days: number) => lt(id, newIdAt(since(days)));
  const isReadLongAgo = allOf(isOlderThan(keptDays.read), lt(readAt, since(keptDays.read)));
  await deleteInPieces(db, notifications, isReadLongAgo, signal);
  await deleteInPieces(db, notifications, allOf(isOlderThan(keptDays.unread), isNull(readAt)), signal);
}

function notificationsApi(
  context: AppContext,
  sources: NotificationSources,
): Handlers<typeof notificationsContract, CallerFor> {
  const { db } = context;
  return {
    "GET /notifications": async ({ caller, query }) =>
      mapPage(
        await listNotifications(context, sources, caller, query),
        ({ id, kind, line, path, preview, createdAt, readAt }) => ({
          _id: id,
          kind,
          line,
          path,
          text: preview?.text ?? "",
          picture: preview?.picture ? asPicture(preview.picture) : null,
          createdAt,
          isRead: readAt !== null,
        }),
      ),
    "POST /notifications/read": ({ caller, body }) => readNotifications(context, caller.id, body),
    "GET /notifications/choices": ({ caller }) => listChoices(db, caller),
    "PATCH /notifications/choices": async ({ caller, body }) => {
      await chooseMail(context, caller.id, body);
      return listChoices(db, caller);
    },
    "GET /notifications/mail-link": async ({ query }) => {
      // Its page shows what was chosen a moment ago, and a replica may lag.
      leaveReplica();
      const { person, kinds } = await followMailLink(context, query.token);
      return { kinds: kinds.map((kind) => kindOf(kind).title), choices: await listChoices(db, person) };
    },
    "PATCH /notifications/mail-link": async ({ query, body }) => {
      const { person } = await followMailLink(context, query.token);
      await chooseMail(context, person.id, body);
      return listChoices(db, person);
    },
    "POST /notifications/unsubscribe": ({ query }) =>
      after(unsubscribe(context, query.token), { unsubscribed: true }),
  };
}

const asPicture = ({ id, width, height, widths }: PreviewPicture) => ({
  _id: id,
  width,
  height,
  widths: [...widths],
});

export const notificationsFeature = (sources: NotificationSources) =>
  defineFeature({
    name: "Notifications",
    contract: notificationsContract,
    handlers: (context) => notificationsApi(context, sources),
    jobs: [
      job("notifications", 3, (context, signal) => mailNotifications(context, sources, signal)),
      job("old notifications", 3600, removeOldNotifications),
    ],
  });
