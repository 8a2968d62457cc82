import { and, asc, eq, inArray, isNotNull, isNull, notExists, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { type Database, readRows } from "../../../platform/database.ts";
import { byId, mapPage, type PageQuery, readPage } from "../../../platform/keyset.ts";
import type { Person } from "../../../access/queries.ts";
import { users } from "../../../access/tables.ts";
import { listDeciders } from "../../school/notifications/notify.ts";
import { classes } from "../../school/classes/tables.ts";
import { critiques, submissionPictures, submissionTurns, submissions } from "../critique/tables.ts";
import { comments } from "../gallery/tables.ts";
import { reports } from "./tables.ts";

interface ReportsQuery extends PageQuery {
  readonly status: "open" | "decided";
}

const reporters = alias(users, "reporters");
const deciders = alias(users, "deciders");
const earlier = alias(reports, "earlier");
const orders = { open: byId(reports.id, "ascending"), decided: byId(reports.id, "descending") };

/** Null if its author has removed it. */
const isHidden = sql<boolean | null>`case ${reports.kind}
  when 'comment' then (select hidden_at is not null from ${comments} where id = ${reports.subjectId})
  when 'critique' then (select hidden_at is not null from ${critiques} where id = ${reports.subjectId})
  else (
    select hidden_at is not null from ${submissions}
    where id = ${reports.subjectId}
      and exists (select from ${submissionTurns} where submission_id = ${reports.subjectId})
  )
end`;

/** By the first report of each round, with what each of them showed: open ones oldest first, decided ones newest first. */
export async function listReports(db: Database, admin: Person, { limit, cursor, status }: ReportsQuery) {
  const keys = orders[status];
  const isFirst = notExists(
    db
      .select({ id: earlier.id })
      .from(earlier)
      .where(
        and(
          eq(earlier.kind, reports.kind),
          eq(earlier.subjectId, reports.subjectId),
          sql`${earlier.decidedAt} is not distinct from ${reports.decidedAt}`,
          sql`${earlier.id} < ${reports.id}`,
        ),
      ),
  );
  const page = await readPage(
    db
      .select({
        report: reports,
        authorName: users.name,
        className: classes.name,
        deciderName: deciders.name,
        isHidden,
      })
      .from(reports)
      .innerJoin(users, eq(users.id, reports.authorId))
      .innerJoin(classes, eq(classes.id, reports.classId))
      .leftJoin(deciders, eq(deciders.id, reports.decidedBy)),
    {
      keys: keys,
      condition: and(status === "open" ? isNull(reports.decidedAt) : isNotNull(reports.decidedAt), isFirst),
      limit,
      cursor,
    },
    ({ report }) => [report.id],
  );
  const voices = await listVoices(
    db,
    page.rows.map(({ report }) => report.subjectId),
  );
  const pictures = await listPictures(
    db,
    voices.flatMap(({ snapshot }) => snapshot.pictureIds),
  );
  const hasOwn = page.rows.some(({ report }) => report.authorId === admin.id);
  const decidesOnOwn = hasOwn && (await listDeciders(db, admin.id)).includes(admin.id);
  return mapPage(page, (row) => {
    const ofRound = voices.filter(
      ({ kind, subjectId, decidedAt }) =>
        kind === row.report.kind &&
        subjectId === row.report.subjectId &&
        decidedAt?.getTime() === row.report.decidedAt?.getTime(),
    );
    // Replacing what was reported doesn't hide it.
    const snapshots = ofRound.map(({ snapshot }) => snapshot);
    const distinct = <Part>(parts: readonly Part[]): readonly Part[] => [...new Set(parts)];
    const isOwn = row.report.authorId === admin.id;
    return {
      ...row,
      text: distinct(snapshots.map(({ text }) => text)).join("\n\n"),
      pictures: distinct(snapshots.flatMap(({ pictureIds }) => pictureIds)).flatMap(
        (id) => pictures.get(id) ?? [],
      ),
      // Authors don't learn who reported their work.
      voices: isOwn ? ofRound.map((voice) => ({ ...voice, name: "", text: "" })) : ofRound,
      state:
        row.isHidden === null ? ("gone" as const) : row.isHidden ? ("hidden" as const) : ("shown" as const),
      mayDecide: row.report.decidedAt === null && (!isOwn || decidesOnOwn),
    };
  });
}

async function listVoices(db: Database, subjectIds: readonly string[]) {
  if (subjectIds.length === 0) return [];
  return db
    .select({
      id: reports.id,
      kind: reports.kind,
      subjectId: reports.subjectId,
      decidedAt: reports.decidedAt,
      snapshot: reports.snapshot,
      reason: reports.reason,
      text: reports.text,
      createdAt: reports.createdAt,
      name: reporters.name,
    })
    .from(reports)
    .innerJoin(reporters, eq(reporters.id, reports.reporterId))
    .where(inArray(reports.subjectId, [...subjectIds]))
    .orderBy(asc(reports.createdAt), asc(reports.id));
}

/** A condition on pictures: an open report shows it. */
export const isReported = sql`exists (
  select from ${reports}
  where decided_at is null and snapshot -> 'pictureIds' @> to_jsonb(submission_pictures.id::text)
)`;

async function listPictures(db: Database, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, typeof submissionPictures.$inferSelect>();
  const rows = await db
    .select()
    .from(submissionPictures)
    .where(
      and(inArray(submissionPictures.id, [...ids]), or(eq(submissionPictures.state, "stored"), isReported)),
    );
  return new Map(rows.map((row) => [row.id, row]));
}

export const listDecisionReasons = (db: Database, ids: readonly string[]) =>
  db
    .select({ id: reports.id, text: reports.decisionReason })
    .from(reports)
    .where(inArray(reports.id, [...ids]));

export async function countOpenReports(db: Database): Promise<number> {
  const rows = await readRows<{ open: number }>(
    db,
    sql`select count(distinct (${reports.kind}, ${reports.subjectId}))::int as open
        from ${reports} where ${reports.decidedAt} is null`,
  );
  return rows[0]?.open ?? 0;
}
