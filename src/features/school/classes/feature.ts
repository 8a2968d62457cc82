import type { Database } from "../../../platform/database.ts";
import type { AppContext } from "../../../context.ts";
import { after, type Handlers } from "../../../http/register-endpoints.ts";
import type { CallerFor } from "../../../access/authorize.ts";
import type { Person } from "../../../access/queries.ts";
import { mapPage } from "../../../platform/keyset.ts";
import { defineFeature } from "../../feature.ts";
import { listBeginningWith, countCatalog, listCatalog } from "./catalog.ts";
import { beginningOfNames, lettersIn } from "./search-classes.ts";
import { addClass } from "./add-class.ts";
import { classesContract } from "./contract.ts";
import { decideClass, giveFeedback, sendClassAgain } from "./decide-class.ts";
import {
  exportClasses,
  type ClassHistory,
  listAllClasses,
  listClassesOf,
  readClass,
  withHistory,
} from "./queries.ts";
import { handOverClass } from "./hand-over-class.ts";
import type { ClassRow, PublicClassRow } from "./list-classes.ts";
import { editorKindFor } from "./policy.ts";
import { updateClass } from "./update-class.ts";

/** Suggests an instructor only if the whole text matches their name. */
async function suggest(db: Database, text: string) {
  const begins = await beginningOfNames(db, text);
  const rows = begins ? await listBeginningWith(db, begins) : [];
  const typed = lettersIn(text);
  const isMeant = (name: string): boolean => {
    const words = lettersIn(name);
    return typed.every((part) => words.some((word) => word.startsWith(part)));
  };
  const instructors = new Map(
    rows
      .filter(
        ({ instructorName, instructorRole }) => instructorRole === "instructor" && isMeant(instructorName),
      )
      .map(({ instructorId, instructorName }) => [instructorId, instructorName]),
  );
  return {
    instructors: [...instructors].map(([_id, name]) => ({ _id, name })),
    classes: rows.map(({ id, name, instructorName }) => ({ _id: id, className: name, instructorName })),
  };
}

function classesApi(context: AppContext): Handlers<typeof classesContract, CallerFor> {
  const modified = { modifiedCount: 1 };
  const approve = async ({ caller, params }: { caller: Person; params: { id: string } }) => {
    await decideClass(context, caller, params.id, "approved");
    return modified;
  };
  const asManagedClasses = async (rows: readonly ClassRow[]) =>
    (await withHistory(context.db, rows)).map(asManagedClass);
  return {
    "GET /approvedClasses": async ({ query }) => mapPage(await listCatalog(context.db, query), asPublicClass),
    "GET /approvedClasses/count": ({ query }) => countCatalog(context.db, query),
    "GET /suggestions": ({ query }) => suggest(context.db, query.q),
    "GET /class/{id}": async ({ caller, params }) => {
      const row = await readClass(context.db, caller, params.id);
      if (caller?.role !== "admin" && caller?.id !== row.instructorId) return asPublicClass(row);
      const [item] = await asManagedClasses([row]);
      const by = editorKindFor(caller, row.editedBy, row);
      return item ? { ...item, edited: by && row.editedAt && { by, at: row.editedAt } } : asPublicClass(row);
    },
    "GET /classes/instructor/{email}": async ({ caller, query }) => {
      const page = await listClassesOf(context.db, caller, query);
      return { ...page, rows: await asManagedClasses(page.rows) };
    },
    "POST /classes": async ({ caller, body }) => ({ insertedId: await addClass(context, caller, body) }),
    "POST /class/{id}/send-again": async ({ caller, params, body }) => ({
      insertedId: await sendClassAgain(context, caller, params.id, body),
    }),
    "PATCH /class/{id}": ({ caller, params, body }) =>
      after(updateClass(context, caller, params.id, body), modified),
    "GET /admin/manage/classes": async ({ query }) => {
      const page = await listAllClasses(context.db, query);
      return { ...page, rows: await asManagedClasses(page.rows) };
    },
    "GET /admin/export/classes": async ({ query }) => exportClasses(context.db, query),
    "PATCH /amin/approve/class/{id}": approve,
    "PATCH /admin/approve/class/{id}": approve,
    "PATCH /admin/deny/class/{id}": async ({ caller, params, body }) => {
      const { feedback, base } = body ?? {};
      await decideClass(
        context,
        caller,
        params.id,
        "denied",
        feedback === undefined ? undefined : { feedback, base },
      );
      return modified;
    },
    "PATCH /admin/hand-over/class/{id}": ({ caller, params, body }) =>
      after(handOverClass(context, caller, params.id, body), modified),
    "PATCH /admin/feedback/{id}": ({ caller, params, body }) =>
      after(giveFeedback(context, caller, params.id, body), modified),
  };
}

const asPublicClass = (row: PublicClassRow) => ({
  _id: row.id,
  className: row.name,
  instructorId: row.instructorId,
  instructorName: row.instructorName,
  instructorEmail: row.instructorEmail,
  price: row.priceCents,
  availableSeats: row.availableSeats,
  image: row.image,
  level: row.level,
  topics: row.topics,
  description: row.description,
  whatYouWillLearn: row.outcomes,
  tools: row.tools,
  picture: row.picture,
  status: row.status,
  lessonStatus: row.lessonStatus,
  lessonCount: row.lessonCounts.lessons,
  exerciseCount: row.lessonCounts.exercises,
  approved: row.status === "approved" ? row.decidedAt : null,
  startsOn: row.startsOn,
  timeZone: row.timeZone,
  enrolledStudents: row.enrolledStudents,
});

const asManagedClass = (row: Omit<ClassRow, "sentAgainAs"> & ClassHistory) => ({
  ...asPublicClass(row),
  version: row.version,
  instructorTeaches: row.instructorRole === "instructor" && !row.isInstructorSuspended,
  decided: row.decidedAt,
  sentAgainAs: row.sentAgainAs && {
    _id: row.sentAgainAs.id,
    className: row.sentAgainAs.name,
    status: row.sentAgainAs.status,
  },
  previous: row.previous && {
    _id: row.previous.id,
    className: row.previous.name,
    feedback: row.previous.feedback,
    decided: row.previous.decidedAt,
  },
  ...(row.feedback !== null && { feedback: row.feedback }),
});

export const classesFeature = defineFeature({
  name: "Classes",
  contract: classesContract,
  handlers: classesApi,
});
