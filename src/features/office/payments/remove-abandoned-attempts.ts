import { and, lt } from "drizzle-orm";
import type { AppContext } from "../../../context.ts";
import { deleteInPieces } from "../../../platform/delete-in-pieces.ts";
import { newIdAt } from "../../../platform/ids.ts";
import { isOneOf } from "../../../platform/one-of.ts";
import { paymentAttempts } from "./tables.ts";

/** Days; the privacy policy states it. */
const keptDays = 365;

/** Only attempts that nobody paid. All others belong to the books. */
export async function removeAbandonedAttempts(
  { clock, db }: Pick<AppContext, "clock" | "db">,
  signal?: AbortSignal,
): Promise<void> {
  const { id, state } = paymentAttempts;
  // The primary key is ordered by time.
  const isOld = lt(id, newIdAt(new Date(clock.now().getTime() - keptDays * 86_400_000)));
  await deleteInPieces(db, paymentAttempts, and(isOld, isOneOf(state, ["abandoned"]))!, signal);
}
