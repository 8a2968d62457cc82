import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import type { Database } from "../../platform/database.ts";
import { prepareOnce } from "../../platform/prepare-once.ts";
import type { Role } from "./policy.ts";
import { users } from "./tables.ts";

export interface Person {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly image: string;
  readonly role: Role;
  readonly isSuspended: boolean;
}

const personColumns = {
  id: users.id,
  name: users.name,
  email: users.email,
  image: users.image,
  role: users.role,
  isSuspended: isNotNull(users.suspendedAt).mapWith(Boolean),
};

const personById = prepareOnce((db) =>
  db
    .select(personColumns)
    .from(users)
    .where(and(eq(users.id, sql.placeholder("id")), isNull(users.deletedAt)))
    .prepare("person_by_id"),
);

/** Undefined for a deleted account too. */
export async function findPerson(db: Database, id: string): Promise<Person | undefined> {
  const [person] = await personById(db).execute({ id });
  return person;
}

/** @param email in lower case */
export async function findPersonByEmail(db: Database, email: string): Promise<Person | undefined> {
  const [person] = await db.select(personColumns).from(users).where(eq(users.email, email));
  return person;
}
