import type { Readable } from "node:stream";
import { allRows, csvOf } from "../../platform/csv.ts";
import type { AppContext } from "../../context.ts";
import type { Database } from "../../platform/database.ts";
import { type ManagedClassesQuery, listAllClasses, withHistory } from "../classes/queries.ts";
import { type UsersQuery, listCollectedPayments, listUsers } from "./queries.ts";

type Filters<Query> = Omit<Query, "limit" | "cursor">;

const inDollars = (amount: number): string => (amount / 100).toFixed(2);

export const exportUsers = (
  context: Pick<AppContext, "clock" | "db">,
  filters: Filters<UsersQuery>,
): Readable =>
  csvOf(
    ["Name", "Email", "Role", "Registered (UTC)", "Suspended since (UTC)", "Application to teach"],
    allRows(
      (page) => listUsers(context, { ...filters, ...page }),
      ({ name, email, role, registered, suspended, application }) => [
        name,
        email,
        role,
        registered,
        suspended,
        application && (application.decision ?? "waiting"),
      ],
    ),
  );

export const exportClasses = (db: Database, filters: Filters<ManagedClassesQuery>): Readable =>
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
        const classes = await listAllClasses(db, { ...filters, ...page });
        return { ...classes, rows: await withHistory(db, classes.rows) };
      },
      (row) => [
        row.name,
        row.instructorName,
        row.instructorEmail,
        row.level,
        row.status,
        row.decidedAt,
        row.sentAgainAs?.name,
        inDollars(row.priceCents),
        row.availableSeats,
        row.enrolledStudents,
        row.feedback,
      ],
    ),
  );

export const exportPayments = (db: Database, filters: { readonly q?: string | undefined }): Readable =>
  csvOf(
    ["Date (UTC)", "Student", "Student email", "Class", "Total (USD)", "Transaction ID", "Refunded (UTC)"],
    allRows(
      (page) => listCollectedPayments(db, { ...filters, ...page }),
      (row) => [
        row.date,
        row.studentName,
        row.studentEmail,
        row.className,
        inDollars(row.total),
        row.transactionId,
        row.refunded ?? (row.isRefunding ? "under way" : null),
      ],
    ),
  );
