import { eq, isNotNull } from "drizzle-orm";
import type { Database } from "../../platform/database.ts";
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

export async function findPerson(db: Database, id: string): Promise<Person | undefined> {
  const [person] = await db.select(personColumns).from(users).where(eq(users.id, id));
  return person;
}

/** @param email in lower case */
export async function findPersonByEmail(db: Database, email: string): Promise<Person | undefined> {
  const [person] = await db.select(personColumns).from(users).where(eq(users.email, email));
  return person;
}
