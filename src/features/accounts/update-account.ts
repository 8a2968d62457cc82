import { eq } from "drizzle-orm";
import type { AppContext } from "../../context.ts";
import type { OnPersonChange } from "./person-change.ts";
import type { Person } from "./queries.ts";
import { users } from "./tables.ts";

/** Returns 0 when nothing is new. */
export async function updateAccount(
  { db }: Pick<AppContext, "db">,
  person: Person,
  { name, image }: { readonly name: string; readonly image: string },
  onPersonChange: OnPersonChange,
): Promise<number> {
  if (person.name === name && person.image === image) return 0;
  return db.transaction(async (tx) => {
    await tx.update(users).set({ name, image }).where(eq(users.id, person.id));
    await onPersonChange(tx, person.id);
    return 1;
  });
}
