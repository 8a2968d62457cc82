import { type Acknowledged, type Action, actions } from "./people.ts";
import type { Books } from "./books.ts";
import type { DatabaseMode } from "./postgres-server.ts";
import type { ChaosSchool } from "./school.ts";

export const groups = [
  "lost",
  "doubled",
  "oversold",
  "mailed twice",
  "unsettled",
  "thrown away",
  "told apart",
] as const;
export type Group = (typeof groups)[number];

export interface Finding {
  readonly group: Group;
  readonly what: string;
  /** Ids, one for each case. */
  readonly cases: readonly string[];
  readonly mayHappen?: boolean;
}

export const isFault = ({ cases, mayHappen = false }: Finding): boolean => cases.length > 0 && !mayHappen;

/**
 * Compares all books, and what people were told is done. A database that loses commits may lose that, and that a mail about
 * it has left: what is done again is mailed again, with links to the new record.
 */
export function audit(
  school: ChaosSchool,
  books: Books,
  acknowledged: Acknowledged,
  durability: DatabaseMode,
): readonly Finding[] {
  const mayLose = durability === "lossy";
  return [
    ...auditAcknowledged(books, acknowledged, mayLose),
    ...auditMoney(books),
    ...auditSeats(school, books),
    ...auditDrawings(books),
    ...auditCertificates(school, books),
    ...auditNotifications(books),
    ...auditPaymentMails(books, mayLose),
    ...auditNotificationMails(books, mayLose),
  ];
}

function auditAcknowledged(books: Books, acknowledged: Acknowledged, mayLose: boolean): Finding[] {
  const recorded: Record<Action, ReadonlySet<string>> = {
    purchase: new Set(books.payments.flatMap(({ intentId, capturedAt }) => (capturedAt ? intentId : []))),
    refund: new Set(books.payments.flatMap(({ intentId, refundedAt }) => (refundedAt ? intentId : []))),
    "hand-in": new Set(books.pictures.flatMap(({ id, turnId }) => (turnId ? id : []))),
    critique: new Set(books.critiques.map(({ turnId }) => turnId)),
    lesson: new Set(books.lessonsDone.map(({ studentId, lessonId }) => `${studentId} ${lessonId}`)),
  };
  return actions.map((action) => ({
    group: mayLose ? "thrown away" : "lost",
    what: `acknowledged ${action}`,
    mayHappen: mayLose,
    cases: [...acknowledged[action]].filter((id) => !recorded[action].has(id)),
  }));
}

type Pair = { readonly studentId: string; readonly classId: string };
const pairOf = ({ studentId, classId }: Pair): string => `${studentId} ${classId}`;

/** Each as often as it is there too often. */
function repeated(keys: readonly string[]): string[] {
  const seen = new Set<string>();
  return keys.filter((key) => seen.has(key) || !seen.add(key));
}

function auditMoney({ intents, providerRefunds, attempts, payments, enrollments }: Books): Finding[] {
  const seats = new Set(enrollments.map(pairOf));
  const kept = payments.filter(({ capturedAt, refundedAt }) => capturedAt && !refundedAt);
  const seated = new Set(kept.flatMap((each) => (seats.has(pairOf(each)) ? each.intentId : [])));
  const charged = intents.filter(({ received, refunded }) => received > refunded);
  const chargedIds = new Set(charged.map(({ id }) => id));
  const paidPairs = new Set(kept.flatMap((each) => (chargedIds.has(each.intentId) ? pairOf(each) : [])));
  const known = new Set(attempts.map(({ intentId }) => intentId));
  const given = providerRefunds.filter(({ status }) => status !== "failed");
  const atProvider = new Map(intents.map((intent) => [intent.id, intent]));
  const differs = ({
    intentId,
    capturedAt,
    totalCents,
    refundedCents,
  }: Books["payments"][number]): boolean => {
    const intent = atProvider.get(intentId);
    return !!capturedAt && (intent?.received !== totalCents || intent.refunded !== refundedCents);
  };
  return [
    {
      group: "lost",
      what: "amount that differs from the provider's",
      cases: payments.filter(differs).map(({ intentId }) => intentId),
    },
    {
      group: "lost",
      what: "charge without a seat",
      cases: charged.flatMap(({ id }) => (seated.has(id) ? [] : id)),
    },
    {
      group: "lost",
      what: "money still held, for no seat",
      cases: intents.flatMap(({ id, status }) => (status === "requires_capture" ? id : [])),
    },
    {
      group: "lost",
      what: "charge that the school does not know",
      cases: charged.flatMap(({ id }) => (known.has(id) ? [] : id)),
    },
    {
      group: "oversold",
      what: "seat without a charge",
      cases: enrollments.map(pairOf).filter((pair) => !paidPairs.has(pair)),
    },
    {
      group: "doubled",
      what: "charge for the same seat",
      cases: repeated(charged.map(pairOf)),
    },
    { group: "doubled", what: "refund", cases: repeated(given.map(({ intentId }) => intentId)) },
    { group: "doubled", what: "payment", cases: repeated(payments.map(({ intentId }) => intentId)) },
    { group: "doubled", what: "enrollment", cases: repeated(enrollments.map(pairOf)) },
  ];
}

function auditSeats(school: ChaosSchool, { classes, enrollments }: Books): Finding[] {
  const cases = school.classes.flatMap(({ id, seats }) => {
    const row = classes.find((each) => each.id === id);
    const taken = enrollments.filter(({ classId }) => classId === id).length;
    const isRight =
      row !== undefined &&
      row.availableSeats >= 0 &&
      row.enrolledStudents === taken &&
      row.availableSeats + taken === seats;
    return isRight ? [] : `${id}: ${taken} of ${seats}, counted ${row?.enrolledStudents}`;
  });
  return [{ group: "oversold", what: "class whose seats do not add up", cases }];
}

function auditDrawings({
  enrollments,
  rounds,
  pictures,
  critiques,
  submissions,
  withoutFiles,
}: Books): Finding[] {
  const seats = new Set(enrollments.map(pairOf));
  const unmarked = submissions.filter((each) => !seats.has(pairOf(each)) && each.seatEndedAt === null);
  const drawn = new Set(pictures.map(({ turnId }) => turnId));
  const empty = rounds.filter(({ id }) => !drawn.has(id));
  return [
    { group: "doubled", what: "round without pictures of its own", cases: empty.map(({ id }) => id) },
    { group: "doubled", what: "critique", cases: repeated(critiques.map(({ turnId }) => turnId)) },
    { group: "lost", what: "file of a drawing", cases: withoutFiles },
    { group: "lost", what: "mark of an ended seat", cases: unmarked.map(({ id }) => id) },
  ];
}

function auditCertificates(school: ChaosSchool, books: Books): Finding[] {
  const { certificates, enrollments, lessonsDone, payments } = books;
  const done = new Set(lessonsDone.map(({ studentId, lessonId }) => `${studentId} ${lessonId}`));
  // A seat that ended before the certificate was due does not get it by another purchase.
  const ended = new Set(payments.flatMap((each) => (each.seatReturnedAt ? pairOf(each) : [])));
  const certified = new Set(certificates.map(pairOf));
  const seats = new Set(enrollments.map(pairOf));
  const unrevoked = certificates.filter((each) => !seats.has(pairOf(each)) && each.revokedAt === null);
  const missing = enrollments.map(pairOf).filter((pair) => {
    const [studentId = "", classId = ""] = pair.split(" ");
    const lessons = school.classes.find(({ id }) => id === classId)?.lessons ?? [];
    const isFinished = lessons.every((id) => done.has(`${studentId} ${id}`));
    return isFinished && !ended.has(pair) && !certified.has(pair);
  });
  return [
    { group: "lost", what: "certificate", cases: missing },
    { group: "lost", what: "revocation of a certificate", cases: unrevoked.map(({ id }) => id) },
    {
      group: "lost",
      what: "signature of a certificate",
      cases: certificates.flatMap(({ id, credential }) => (credential ? [] : id)),
    },
    { group: "doubled", what: "certificate", cases: repeated(certificates.map(pairOf)) },
    {
      group: "doubled",
      what: "number of a certificate",
      cases: repeated(certificates.map(({ number }) => number)),
    },
  ];
}

function auditNotifications(books: Books): Finding[] {
  const { certificates, critiques, notifications, payments, rounds } = books;
  const sent = notifications.map(({ kind, aboutId }) => `${kind} ${aboutId}`);
  const sentOnce = new Set(sent);
  const due = [
    ...payments.flatMap((each) => (each.capturedAt ? `student-enrolled ${each.attemptId}` : [])),
    ...payments.flatMap((each) => (each.seatReturnedAt ? `student-refunded ${each.attemptId}` : [])),
    ...rounds.map(({ id }) => `drawing-handed-in ${id}`),
    ...critiques.map(({ id }) => `critique-received ${id}`),
    ...certificates.flatMap(({ id, credential }) => (credential ? `certificate-issued ${id}` : [])),
  ];
  return [
    { group: "lost", what: "notification", cases: due.filter((each) => !sentOnce.has(each)) },
    { group: "doubled", what: "notification", cases: repeated(sent) },
  ];
}

/** Subjects. Of these each payment has one, if it comes so far. */
const aboutMoney = {
  receipt: /^You are enrolled in /,
  "mail of a withdrawal": /^You withdrew from /,
  "mail of a refund": /^Your refund for (?!.* didn't go through$)/,
  "mail of a refused seat": /^We couldn't enroll you in /,
  "mail of a second payment": /^Your second payment for /,
} as const;

function auditPaymentMails({ attempts, mails, payments, waitingMails }: Books, mayLose: boolean): Finding[] {
  const due: Record<keyof typeof aboutMoney, readonly { readonly intentId: string | null }[]> = {
    receipt: payments.filter(({ capturedAt }) => capturedAt),
    "mail of a withdrawal": payments.filter(({ withdrawnAt }) => withdrawnAt),
    "mail of a refund": payments.filter(({ refundedAt }) => refundedAt),
    "mail of a refused seat": attempts.filter(({ refusal }) => refusal === "no-seats-left"),
    // Attempts don't tell whether the second payment was authorized.
    "mail of a second payment": [],
  };
  return Object.entries(aboutMoney).flatMap(([what, subject]): Finding[] => {
    const taken = mails.filter((mail) => subject.test(mail.subject));
    const intentIds = withoutRepeats(taken).map(({ intentId = "" }) => intentId);
    const waiting = waitingMails.filter((mail) => subject.test(mail.subject)).map(({ text }) => text);
    const isWaiting = (id: string) => waiting.some((text) => text.includes(id));
    const isMissing = (id: string) => !intentIds.includes(id) && !isWaiting(id);
    return [
      {
        group: "lost",
        what,
        cases: due[what as keyof typeof aboutMoney].map(({ intentId }) => intentId ?? "").filter(isMissing),
      },
      {
        group: "mailed twice",
        what: `${what}, by two ids`,
        cases: repeated(intentIds),
        mayHappen: mayLose,
      },
    ];
  });
}

const withoutRepeats = (mails: Books["mails"]) => [...new Map(mails.map((mail) => [mail.id, mail])).values()];

/** One for each time that notifications were put into a mail. */
function auditNotificationMails(
  { emails, mails, notifications, waitingMails }: Books,
  mayLose: boolean,
): Finding[] {
  const isAboutMoney = ({ subject }: { readonly subject: string }): boolean =>
    Object.values(aboutMoney).some((known) => known.test(subject));
  const atOnce = new Set(["critique-received", "certificate-issued"]);
  const mailings = new Set(
    notifications.flatMap(({ personId, kind, mailedAt }) =>
      mailedAt ? `${emails.get(personId)} ${mailedAt.getTime()} ${atOnce.has(kind) ? kind : "daily"}` : [],
    ),
  );
  const count = (recipients: readonly string[]) =>
    new Map([...Map.groupBy(recipients, (to) => to)].map(([to, { length }]) => [to, length]));
  const due = count([...mailings].map((mailing) => mailing.split(" ")[0]!));
  const left = count([
    ...withoutRepeats(mails.filter((mail) => !isAboutMoney(mail))).map(({ to }) => to),
    ...waitingMails.filter((mail) => !isAboutMoney(mail)).map(({ recipient }) => recipient),
  ]);
  const differing = [...emails.values()].map((email) => ({
    email,
    more: (left.get(email) ?? 0) - (due.get(email) ?? 0),
  }));
  const times = (sign: 1 | -1) =>
    differing.flatMap(({ email, more }) => Array<string>(Math.max(0, sign * more)).fill(email));
  return [
    { group: "lost", what: "mail of notifications", cases: times(-1) },
    {
      group: "mailed twice",
      what: "mail of notifications, by two ids",
      cases: times(1),
      mayHappen: mayLose,
    },
    {
      group: "told apart",
      what: "mail, by one id",
      cases: repeated(mails.map(({ id }) => id)),
      mayHappen: true,
    },
  ];
}
