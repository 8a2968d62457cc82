import type { AppContext } from "../../../context.ts";
import type { Database } from "../../../platform/database.ts";
import { listOpened } from "../../classroom/progress/list-opened.ts";
import { weightOf } from "./refund-standing.ts";

/** Seconds of content. */
export async function weighClass(
  { clock }: Pick<AppContext, "clock">,
  db: Database,
  { classId, studentId }: { readonly classId: string; readonly studentId: string },
): Promise<number> {
  return weightOf(await listOpened(db, { classId, studentId, since: clock.now() }));
}
