import type { AppContext } from "../../../context.ts";
import { sinceOf } from "./decide-as-guardian.ts";
import { findGuardian } from "./consent.ts";
import { guardianStateOf, mayAskAgain, mayNameAnother } from "./state.ts";

/** The minor's view; null for an adult. */
export async function findOwnGuardian(context: Pick<AppContext, "clock" | "db">, personId: string) {
  const guardian = await findGuardian(context.db, context, personId);
  if (!guardian) return null;
  const state = guardianStateOf(guardian);
  return {
    email: guardian.email,
    state,
    since: sinceOf(guardian),
    adultOn: guardian.adultOn,
    mayAskAgain: mayAskAgain(state),
    mayNameAnother: mayNameAnother(state),
  };
}
