import type { AppContext } from "../../../context.ts";
import type { Database } from "../../../platform/database.ts";
import { findConsent } from "../../school/guardians/consent.ts";
import { mayAppear } from "../../school/guardians/state.ts";

interface NameChoice {
  readonly studentId: string;
  readonly name: string;
  readonly isNamed: boolean;
}

/** Null if the student hides their name, or is a minor without consent. */
export async function shownNameOf(
  db: Database,
  context: Pick<AppContext, "clock">,
  { studentId, name, isNamed }: NameChoice,
): Promise<string | null> {
  if (!isNamed || name === "") return null;
  return mayAppear(await findConsent(db, context, studentId)) ? name : null;
}
