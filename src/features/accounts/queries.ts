import { and, eq } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "../../platform/database.ts";
import { type Page, type SortKey, afterCursor, orderOf, toPage } from "../../platform/keyset.ts";
import type { Role } from "./policy.ts";
import { users } from "./tables.ts";

/** Somebody with a record: the caller of most calls. */
export interface Person {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly image: string;
  readonly role: Role;
}

const personColumns = {
  id: users.id,
  name: users.name,
  email: users.email,
  image: users.image,
  role: users.role,
};

export async function findPerson(db: Database, id: string): Promise<Person | undefined> {
  const [person] = await db.select(personColumns).from(users).where(eq(users.id, id));
  return person;
}

/** @param email in lower case */
export async function findPersonByEmail(db: Database, email: string): Promise<Person | undefined> {
  const [person] = await db.select(personColumns).from(users).where(eq(users.email, email));
  return person;
}

const byTime: SortKey[] = [{ column: users.id, direction: "ascending", value: z.uuid() }];

export async function listInstructors(db: Database, page: { limit: number; cursor?: string | undefined }) {
  const rows = await db
    .select(personColumns)
    .from(users)
    .where(and(eq(users.role, "instructor"), afterCursor(byTime, page.cursor)))
    .orderBy(...orderOf(byTime))
    .limit(page.limit + 1);
  return toPage(rows, page.limit, (row) => [row.id]) satisfies Page<Person>;
}
