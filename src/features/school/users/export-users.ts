import type { Readable } from "node:stream";
import { allRows, csvOf } from "../../../platform/csv.ts";
import type { AppContext } from "../../../context.ts";
import { type UsersQuery, listUsers } from "./queries.ts";

/** With the filters of the list. */
export const exportUsers = (
  context: Pick<AppContext, "clock" | "db">,
  filters: Omit<UsersQuery, "limit" | "cursor">,
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
