import { and, eq } from "drizzle-orm";
import type { AppContext } from "../../../context.ts";
import { Problem, problems } from "../../../platform/errors.ts";
import { personChanged } from "../../../access/events.ts";
import type { Person } from "../../../access/queries.ts";
import { hasAccount, users } from "../../../access/tables.ts";

/** Returns 0 when nothing is new. Throws unauthenticated when the account was deleted meanwhile. */
export async function updateAccount(
  { db, emit }: Pick<AppContext, "db" | "emit">,
  person: Person,
  { name, image }: { readonly name: string; readonly image: string },
): Promise<number> {
  if (person.name === name && person.image === image) return 0;
  return db.transaction(async (tx) => {
    const renamed = await tx
      .update(users)
      .set({ name, image })
      .where(and(eq(users.id, person.id), hasAccount))
      .returning({ id: users.id });
    if (renamed.length === 0) throw new Problem(problems.unauthenticated);
    await emit(tx, personChanged, { personId: person.id });
    return 1;
  });
}
