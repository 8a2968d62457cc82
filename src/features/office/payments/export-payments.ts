import type { Readable } from "node:stream";
import { allRows, csvOf, decimal } from "../../../platform/csv.ts";
import type { Database } from "../../../platform/database.ts";
import { listCollectedPayments } from "./list-collected.ts";

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
        decimal(row.total),
        row.transactionId,
        row.refunded ?? (row.isRefunding ? "under way" : null),
      ],
    ),
  );
