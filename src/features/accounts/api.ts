import type { World } from "../../world.ts";
import { Problem } from "../../platform/errors.ts";
import type { Handlers } from "../../platform/http/serve.ts";
import { type accounts, problems } from "./contract.ts";
import type { IdentityClaims } from "./identity-token.ts";
import type { CallerFor } from "./permit.ts";
import { type Person, findPerson, findPersonByEmail, listInstructors } from "./queries.ts";
import { registerUser } from "./register-user.ts";

export function accountsApi(world: World): Handlers<typeof accounts, CallerFor> {
  const roleOf = async (email: string) => (await findPersonByEmail(world.db, email))?.role;
  return {
    "POST /jwt": async ({ caller, body }) => {
      refuseOtherEmail(caller, body.email);
      const { id } = await registerUser(world, caller);
      return { token: await world.accessTokens.issue(id) };
    },
    "POST /users": async ({ caller, body }) => {
      refuseOtherEmail(caller, body.email);
      const { id, isNew } = await registerUser(world, caller, body);
      return { insertedId: isNew ? id : null };
    },
    "GET /users/admin/{email}": async ({ params }) => ({ admin: (await roleOf(params.email)) === "admin" }),
    "GET /users/student/{email}": async ({ params }) => ({
      student: (await roleOf(params.email)) === "student",
    }),
    "GET /users/instructor/{email}": async ({ params }) => ({
      instructor: (await roleOf(params.email)) === "instructor",
    }),
    "GET /instructors": async ({ query }) => {
      const page = await listInstructors(world.db, query);
      return { ...page, rows: page.rows.map(asInstructor) };
    },
    "GET /instructors/{id}": async ({ params }) => {
      const person = await findPerson(world.db, params.id);
      if (person?.role !== "instructor") throw new Problem(problems.noSuchInstructor);
      return asInstructor(person);
    },
  };
}

const asInstructor = ({ id, name, email, image }: Person) => ({ _id: id, name, email, image });

function refuseOtherEmail(claims: IdentityClaims, email: string): void {
  if (claims.email !== email) throw new Problem(problems.otherEmail);
}
