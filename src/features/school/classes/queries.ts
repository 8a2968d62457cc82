import { type SQL, and, eq, inArray, isNotNull, isNull, or, sql } from "drizzle-orm";
import type { Readable } from "node:stream";
import type { Database, Transaction } from "../../../platform/database.ts";
import { Problem } from "../../../platform/errors.ts";
import { isId } from "../../../platform/ids.ts";
import type { Page, PageQuery } from "../../../platform/keyset.ts";
import type { Person } from "../../../access/queries.ts";
import { isTeaching, users } from "../../../access/tables.ts";
import { allRows, csvOf, decimal } from "../../../platform/csv.ts";
import { prepareOnce } from "../../../platform/drizzle.ts";
import type { Query } from "../../../http/contract.ts";
import type { classesContract } from "./contract.ts";
import { problems, maySeeClass } from "./policy.ts";
import { type ClassRow, listPage, selectClasses } from "./list-classes.ts";
import { listFound } from "./list-found.ts";
import { searchClasses } from "./search-classes.ts";
import type { ClassStatus } from "./state.ts";
import { classes } from "./tables.ts";

export const listClassesOf = (
  db: Database,
  instructor: { id: string },
  { archived, ...page }: PageQuery & { readonly archived?: "yes" | undefined },
): Promise<Page<ClassRow>> =>
  listPage(db, and(eq(classes.instructorId, instructor.id), isArchived(archived === "yes")), page);

const isArchived = (yes: boolean): SQL => (yes ? isNotNull(classes.archivedAt) : isNull(classes.archivedAt));

/** Newest first; by relevance with `q`. */
type ManagedClassesQuery = Query<typeof classesContract, "GET /admin/manage/classes">;

export async function listAllClasses(db: Database, query: ManagedClassesQuery): Promise<Page<ClassRow>> {
  const { q, status, archived } = query;
  const condition = and(
    status && eq(classes.status, status),
    archived || !q || status ? isArchived(archived === "yes") : undefined,
  );
  if (!q) return listPage(db, condition, query);
  if (isId(q)) return listPage(db, and(condition, eq(classes.id, q)), query);
  const filters = { name: undefined, values: {}, condition: () => condition };
  const page = await searchClasses(db, { text: q, scope: condition }, (search) =>
    listFound(db, search, { request: query, sort: "newest", filters }),
  );
  return page ?? { rows: [] };
}

const classById = prepareOnce((db) =>
  selectClasses(db)
    .where(eq(classes.id, sql.placeholder("id")))
    .prepare("class_by_id"),
);

export async function findClass(db: Database, id: string): Promise<ClassRow | undefined> {
  const [row] = await classById(db).execute({ id });
  return row;
}

/** Throws class-not-found, also if the viewer may not see the class. */
export async function readClass(db: Database, viewer: Person | undefined, id: string): Promise<ClassRow> {
  const row = await findClass(db, id);
  if (!row || !maySeeClass(viewer, row)) throw new Problem(problems["class-not-found"]);
  return row;
}

export interface ClassHistory {
  readonly sentAgainAs: { readonly id: string; readonly name: string; readonly status: ClassStatus } | null;
  readonly previous: {
    readonly id: string;
    readonly name: string;
    readonly feedback: string | null;
    readonly decidedAt: Date;
  } | null;
}

export async function withHistory<Row extends Pick<ClassRow, "id" | "sentAgainAs">>(
  db: Database,
  rows: readonly Row[],
): Promise<(Omit<Row, "sentAgainAs"> & ClassHistory)[]> {
  const ids = rows.map(({ id }) => id);
  const later = rows.flatMap(({ sentAgainAs }) => sentAgainAs ?? []);
  const related =
    ids.length === 0
      ? []
      : await db
          .select({
            id: classes.id,
            name: classes.name,
            status: classes.status,
            feedback: classes.feedback,
            decidedAt: classes.decidedAt,
            sentAgainAs: classes.sentAgainAs,
          })
          .from(classes)
          .where(or(inArray(classes.sentAgainAs, ids), inArray(classes.id, later)));
  return rows.map((row) => {
    const previous = related.find(({ sentAgainAs }) => sentAgainAs === row.id);
    return {
      ...row,
      sentAgainAs: related.find(({ id }) => id === row.sentAgainAs) ?? null,
      previous: previous?.decidedAt ? { ...previous, decidedAt: previous.decidedAt } : null,
    };
  });
}

export type ClassToDecide = NonNullable<Awaited<ReturnType<typeof lockClassToDecide>>>;

/** A separate lock first: a joined one would read the instructor from before a concurrent hand-over. */
export async function lockClassToDecide(tx: Transaction, id: string) {
  await tx.select({ id: classes.id }).from(classes).where(eq(classes.id, id)).for("update");
  const [found] = await tx
    .select({
      id: classes.id,
      name: classes.name,
      status: classes.status,
      feedback: classes.feedback,
      decidedBy: classes.decidedBy,
      archivedAt: classes.archivedAt,
      instructor: { id: users.id, name: users.name, email: users.email },
      isTaught: isTeaching,
    })
    .from(classes)
    .innerJoin(users, eq(users.id, classes.instructorId))
    .where(eq(classes.id, id));
  return found;
}

export const listNamesAndZones = (db: Database, ids: readonly string[]) =>
  db
    .select({ id: classes.id, name: classes.name, timeZone: classes.timeZone })
    .from(classes)
    .where(inArray(classes.id, [...ids]));

export const exportClasses = (
  db: Database,
  filters: Omit<ManagedClassesQuery, "limit" | "cursor">,
): Readable =>
  csvOf(
    [
      "Class",
      "Instructor",
      "Instructor email",
      "Level",
      "Status",
      "Decided (UTC)",
      "Sent again as",
      "Price (USD)",
      "Seats left",
      "Enrolled",
      "Feedback",
    ],
    allRows(
      async (page) => {
        const listed = await listAllClasses(db, { ...filters, ...page });
        return { ...listed, rows: await withHistory(db, listed.rows) };
      },
      (row) => [
        row.name,
        row.instructorName,
        row.instructorEmail,
        row.level,
        row.status,
        row.decidedAt,
        row.sentAgainAs?.name,
        decimal(row.priceCents),
        row.availableSeats,
        row.enrolledStudents,
        row.feedback,
      ],
    ),
  );
