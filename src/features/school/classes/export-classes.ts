import type { Readable } from "node:stream";
import { allRows, csvOf, decimal } from "../../../platform/csv.ts";
import type { Database } from "../../../platform/database.ts";
import { type ManagedClassesQuery, listAllClasses, withHistory } from "./queries.ts";

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
        decimal(row.priceCents),
        row.availableSeats,
        row.enrolledStudents,
        row.feedback,
      ],
    ),
  );
