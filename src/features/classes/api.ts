import type { World } from "../../world.ts";
import type { Handlers } from "../../platform/http/serve.ts";
import type { CallerFor } from "../accounts/permit.ts";
import type { Person } from "../accounts/queries.ts";
import { addClass } from "./add-class.ts";
import type { classesContract } from "./contract.ts";
import { decideClass } from "./decide-class.ts";
import { giveFeedback } from "./give-feedback.ts";
import {
  type ClassRow,
  listAllClasses,
  listCatalogue,
  listClassesOf,
  listPopularInstructors,
  readClass,
} from "./queries.ts";
import type { Decision } from "./state.ts";
import { updateClass } from "./update-class.ts";

export function classesApi(world: World): Handlers<typeof classesContract, CallerFor> {
  const modified = { modifiedCount: 1 };
  const decide =
    (decision: Decision) =>
    async ({ caller, params }: { caller: Person; params: { id: string } }) => {
      await decideClass(world, caller, params.id, decision);
      return modified;
    };
  return {
    "GET /approvedClasses": async ({ query }) => {
      const page = await listCatalogue(world.db, query);
      return { ...page, rows: page.rows.map(asPublicClass) };
    },
    "GET /instructors/popular": async ({ query }) =>
      (await listPopularInstructors(world.db, query.limit)).map(({ id, ...person }) => ({
        _id: id,
        ...person,
      })),
    "GET /class/{id}": async ({ caller, params }) => {
      const row = await readClass(world.db, caller, params.id);
      const isInside = caller?.role === "admin" || caller?.id === row.instructorId;
      return isInside ? asWholeClass(row) : asPublicClass(row);
    },
    "GET /classes/instructor/{email}": async ({ caller, query }) => {
      const page = await listClassesOf(world.db, caller, query);
      return { ...page, rows: page.rows.map(asWholeClass) };
    },
    "POST /classes": async ({ caller, body }) => ({ insertedId: await addClass(world, caller, body) }),
    "PATCH /class/{id}": async ({ caller, params, body }) => {
      await updateClass(world, caller, params.id, body);
      return modified;
    },
    "GET /admin/manage/classes": async ({ query }) => {
      const page = await listAllClasses(world.db, query);
      return { ...page, rows: page.rows.map(asWholeClass) };
    },
    "PATCH /amin/approve/class/{id}": decide("approved"),
    "PATCH /admin/approve/class/{id}": decide("approved"),
    "PATCH /admin/deny/class/{id}": decide("denied"),
    "PATCH /admin/feedback/{id}": async ({ caller, params, body }) => {
      await giveFeedback(world, caller, params.id, body);
      return modified;
    },
  };
}

const asPublicClass = (row: ClassRow) => ({
  _id: row.id,
  className: row.name,
  instructorId: row.instructorId,
  instructorName: row.instructorName,
  instructorEmail: row.instructorEmail,
  price: row.priceCents,
  availableSeats: row.availableSeats,
  image: row.image,
  level: row.level,
  description: row.description,
  whatYouWillLearn: row.outcomes,
  picture: row.picture,
  enrolledStudents: row.enrolledStudents,
});

const asWholeClass = (row: ClassRow) => ({
  ...asPublicClass(row),
  status: row.status,
  version: row.version,
  ...(row.feedback !== null && { feedback: row.feedback }),
});
