import { type SQL, and, asc, eq, exists, inArray, isNull, sql } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../../context.ts";
import type { CountRequest } from "../../../http/visitor-rate-limit.ts";
import { Problem, problems } from "../../../platform/errors.ts";
import { isId } from "../../../platform/ids.ts";
import type { Person } from "../../../access/queries.ts";
import type { Database, Transaction } from "../../../platform/database.ts";
import { on } from "../../../platform/events.ts";
import { after, type Handlers } from "../../../http/register-endpoints.ts";
import type { CallerFor } from "../../../access/authorize.ts";
import { findConsent, isAdult } from "../../school/guardians/consent.ts";
import { classes } from "../../school/classes/tables.ts";
import { hasSeatIn } from "../../classroom/lessons/queries.ts";
import { findViewer } from "../../classroom/playback/open-media.ts";
import { classTag } from "../../school/classes/cache-tags.ts";
import { classHandedOver, classHeldAgain, classSentAgain } from "../../school/classes/events.ts";
import { problems as classProblems, isOwnClass } from "../../school/classes/policy.ts";
import { invalidateInstructor } from "../../school/classes/invalidate-instructor.ts";
import { lessons } from "../../classroom/lessons/tables.ts";
import { mimeTypeOf } from "../../school/pictures/policy.ts";
import { admitUpload } from "../../school/pictures/upload-limiter.ts";
import { removeUnread } from "../../school/notifications/notify.ts";
import { notifications } from "../../school/notifications/tables.ts";
import { defineFeature, job } from "../../feature.ts";
import { mayOpenSubmission, defaultDays, mayBePublic } from "./policy.ts";
import {
  submissionPictures,
  submissionTurns,
  submissions,
  classPromises,
  critiquePromises,
} from "./tables.ts";
import { critiqueContract } from "./contract.ts";
import { type ExercisePath, openExercise, type Round, readOwnSubmission, readSubmission } from "./queries.ts";
import { handIn, takeBack } from "./hand-in.ts";
import { countWaitingDrawings, listWaitingDrawings, tellOverdue } from "./queue.ts";
import { deleteWaitingDrawing, collectDrawings } from "./remove-drawings.ts";
import { asPicture, createDrawingStore } from "./store-drawing.ts";
import { writeCritique } from "./write-critique.ts";

type Context = Pick<AppContext, "clock" | "db" | "mediaTokens" | "storage"> & { readonly isReported: SQL };

/** Checks access to each drawing on each request. */
async function mountSubmissions(app: FastifyInstance, context: Context, count: CountRequest): Promise<void> {
  await app.register(
    async (scope) => {
      scope.addHook("onRequest", count);
      scope.addHook("onRequest", async (_request, reply) => {
        reply.headers({ "cache-control": "private, no-store", "x-robots-tag": "noindex, noai, noimageai" });
      });
      scope.get<{ Params: { id: string; file: string } }>("/:id/:file", async (request, reply) => {
        const { id, file } = request.params;
        const viewer = await findViewer(context, request);
        const [, type = ""] = /^\d{1,4}\.(avif|webp|jpg)$/.exec(file) ?? [];
        const isOpen = type !== "" && isId(id) && (await mayOpenPicture(context, viewer, id));
        const stored = isOpen ? await context.storage.read(`submissions/${id}/${file}`) : undefined;
        // The same for every inaccessible id, so that nobody learns which exist.
        if (!stored) throw new Problem(viewer ? problems["not-found"] : problems.unauthenticated);
        return reply.type(mimeTypeOf(type)).header("content-length", stored.length).send(stored.stream);
      });
    },
    { prefix: "/media/submissions" },
  );
}

async function mayOpenPicture(context: Context, viewer: Person | undefined, id: string): Promise<boolean> {
  const [found] = await context.db
    .select({
      studentId: submissionPictures.studentId,
      isStored: sql<boolean>`${submissionPictures.state} = 'stored'`,
      isReported: sql<boolean>`${submissionPictures.state} = 'deleting' and ${context.isReported}`,
      turnId: submissionTurns.id,
      isLatest: sql<boolean>`not exists (
        select from submission_turns later
        where later.submission_id = ${submissions.id} and later.number > ${submissionTurns.number}
      )`,
      isBeforeOrAfter: sql<boolean>`${submissionPictures.position} = 0 and ${submissionTurns.number} in (
        (select min(number) from submission_turns each where each.submission_id = ${submissions.id}),
        (select max(number) from submission_turns each where each.submission_id = ${submissions.id})
      )`,
      isCritiqued: sql<boolean>`exists (select from critiques where turn_id = ${submissionTurns.id})`,
      state: submissions.state,
      sharedAt: submissions.sharedAt,
      publicAt: submissions.publicAt,
      hiddenAt: submissions.hiddenAt,
      instructorId: sql<string>`coalesce(${classes.instructorId}::text, '')`,
      hasSeat: hasSeatIn(viewer?.id ?? null),
      isStudentSuspended: sql<boolean>`exists (
        select from users where id = ${submissionPictures.studentId} and suspended_at is not null
      )`,
      isBlocked: viewer
        ? sql<boolean>`exists (
            select from blocks
            where (blocker_id, blocked_id) in (
              (${viewer.id}::uuid, ${submissionPictures.studentId}), (${submissionPictures.studentId}, ${viewer.id}::uuid)
            )
          )`
        : sql<boolean>`false`,
    })
    .from(submissionPictures)
    .leftJoin(submissionTurns, eq(submissionTurns.id, submissionPictures.turnId))
    .leftJoin(submissions, eq(submissions.id, submissionTurns.submissionId))
    .leftJoin(classes, eq(classes.id, submissions.classId))
    .where(eq(submissionPictures.id, id));
  // Admins still see a reported one that its student has removed.
  if (!found?.isStored && !(found?.isReported && viewer?.role === "admin")) return false;
  const { turnId, state, isCritiqued, hasSeat, isBlocked, sharedAt } = found;
  return mayOpenSubmission(viewer && { ...viewer, hasSeat, isBlocked }, {
    ...found,
    isAccepted: state === "accepted",
    isHandedIn: turnId !== null && (state !== "withdrawn" || isCritiqued),
    consent: sharedAt === null ? "missing" : await findConsent(context.db, context, found.studentId),
  });
}

async function readPromises(db: Database, instructor: Person) {
  const [general] = await db
    .select({ days: critiquePromises.days })
    .from(critiquePromises)
    .where(eq(critiquePromises.instructorId, instructor.id));
  const exercises = db
    .select({ one: sql`1` })
    .from(lessons)
    .where(and(eq(lessons.curriculumId, classes.curriculumId), eq(lessons.kind, "exercise")));
  const own = await db
    .select({ classId: classes.id, className: classes.name, days: classPromises.days })
    .from(classes)
    .leftJoin(classPromises, eq(classPromises.classId, classes.id))
    .where(and(eq(classes.instructorId, instructor.id), isNull(classes.archivedAt), exists(exercises)))
    .orderBy(asc(classes.id));
  return { days: general?.days ?? defaultDays, classes: own };
}

interface Promised {
  /** Null: for all classes. */
  readonly classId: string | null;
  /** Null: the default. */
  readonly days: number | null;
}

async function setPromise(
  context: Pick<AppContext, "db" | "invalidation">,
  instructor: Person,
  { classId, days }: Promised,
): Promise<void> {
  await context.db.transaction(async (tx) => {
    if (classId !== null) {
      await setClassPromise(tx, instructor, classId, days);
      await context.invalidation.invalidate(tx, classTag(classId));
      return;
    }
    const isTheirs = eq(critiquePromises.instructorId, instructor.id);
    if (days === null) await tx.delete(critiquePromises).where(isTheirs);
    else
      await tx
        .insert(critiquePromises)
        .values({ instructorId: instructor.id, days })
        .onConflictDoUpdate({ target: critiquePromises.instructorId, set: { days } });
    await invalidateInstructor(tx, context, instructor.id);
  });
}

async function setClassPromise(db: Database, instructor: Person, classId: string, days: number | null) {
  const [found] = await db
    .select({ instructorId: classes.instructorId })
    .from(classes)
    .where(eq(classes.id, classId));
  if (!found) throw new Problem(classProblems["class-not-found"]);
  if (!isOwnClass(instructor, found)) throw new Problem(classProblems["not-your-class"]);
  if (days === null) await db.delete(classPromises).where(eq(classPromises.classId, classId));
  else
    await db
      .insert(classPromises)
      .values({ classId, days })
      .onConflictDoUpdate({ target: classPromises.classId, set: { days } });
}

function critiqueApi(context: AppContext, isReported: SQL): Handlers<typeof critiqueContract, CallerFor> {
  const { db } = context;
  const storeDrawing = createDrawingStore(context);

  const readOwn = async (student: Person, path: ExercisePath) => {
    const { id, exercise, rounds, waiting, ...rest } = await readOwnSubmission(db, student, path);
    const { promisedDays, instructorName, isTaught } = exercise;
    const hasBoth = mayBePublic({ ...rest, isAccepted: rest.state === "accepted", rounds: rounds.length });
    return {
      ...rest,
      _id: id,
      rounds: rounds.map(asRound),
      waiting: waiting.map(asPicture),
      promisedDays,
      instructorName,
      isTaught,
      mayBePublic: hasBoth && (await isAdult(db, context, student.id)),
    };
  };

  return {
    "GET /class/{classId}/lesson/{id}/submission": ({ caller, params }) => readOwn(caller, params),
    "POST /class/{classId}/lesson/{id}/pictures": async ({ caller, params, request }) => {
      const exercise = await openExercise(context, caller, params);
      const stored = await admitUpload(caller, request, (bytes) => storeDrawing(caller, exercise, bytes));
      return asPicture(stored);
    },
    "DELETE /submission-pictures/{id}": async ({ caller, params }) => ({
      deletedCount: (await deleteWaitingDrawing(context, caller, params.id, isReported)) ? 1 : 0,
    }),
    "POST /class/{classId}/lesson/{id}/submission": async ({ caller, params, body }) => {
      await handIn(context, caller, params, body);
      return readOwn(caller, params);
    },
    "DELETE /class/{classId}/lesson/{id}/submission": async ({ caller, params }) => {
      await takeBack(context, caller, params);
      return readOwn(caller, params);
    },
    "GET /instructor/critiques/{email}": ({ caller, query }) => listWaitingDrawings(context, caller, query),
    "GET /instructor/critiques/{email}/count": ({ caller }) => countWaitingDrawings(context, caller),
    "GET /submission/{id}": async ({ caller, params }) => {
      const { id, rounds, ...found } = await readSubmission(db, caller, params.id);
      return { ...found, _id: id, rounds: rounds.map(asRound) };
    },
    "POST /submission-rounds/{id}/critique": async ({ caller, params, body }) => ({
      state: await writeCritique(context, caller, params.id, body),
    }),
    "GET /instructor/promises/{email}": ({ caller }) => readPromises(db, caller),
    "PATCH /instructor/promises/{email}": ({ caller, body }) =>
      after(setPromise(context, caller, body), { modifiedCount: 1 }),
  };
}

const asRound = ({ id, number, note, handedInAt, promisedBy, pictures, critique }: Round) => ({
  _id: id,
  number,
  note,
  handedIn: handedInAt,
  promisedBy,
  pictures: pictures.map(asPicture),
  critique: critique && {
    ...critique,
    _id: critique.id,
    at: critique.createdAt,
    pins: [...critique.pins],
    isHidden: critique.hiddenAt !== null,
  },
});

async function movePromise(
  tx: Transaction,
  _context: unknown,
  { id, sentAgainAs }: { readonly id: string; readonly sentAgainAs: string },
): Promise<void> {
  await tx.update(classPromises).set({ classId: sentAgainAs }).where(eq(classPromises.classId, id));
}

async function copyPromise(tx: Transaction, _context: unknown, held: { id: string; heldAgainAs: string }) {
  const [promise] = await tx.select().from(classPromises).where(eq(classPromises.classId, held.id));
  if (promise) await tx.insert(classPromises).values({ ...promise, classId: held.heldAgainAs });
}

/** The new instructor is reminded of what is overdue; the former one's notices lead nowhere now. */
async function startReminding(
  tx: Transaction,
  _context: unknown,
  { id, from }: { readonly id: string; readonly from: string },
): Promise<void> {
  const ofClass = tx
    .select({ id: submissions.id })
    .from(submissions)
    .where(and(eq(submissions.classId, id), sql`${submissions.state} = 'handed-in'`));
  await tx
    .update(submissionTurns)
    .set({ overdueToldAt: null })
    .where(inArray(submissionTurns.submissionId, ofClass));
  const isOfClass = eq(notifications.classId, id);
  await removeUnread(tx, from, ["drawing-handed-in", "critique-overdue"], isOfClass);
  // Also what was read: an instructor who gets the class back is reminded again.
  const to = tx.select({ id: classes.instructorId }).from(classes).where(eq(classes.id, id));
  const isTheirs = inArray(notifications.personId, to);
  await tx.delete(notifications).where(and(isTheirs, eq(notifications.kind, "critique-overdue"), isOfClass));
}

/** @param isReported a condition on pictures, from later features */
export const critiqueFeature = (isReported: SQL) =>
  defineFeature({
    name: "Critique",
    contract: critiqueContract,
    handlers: (context) => critiqueApi(context, isReported),
    mount: (app, context, { rates }) => mountSubmissions(app, { ...context, isReported }, rates.files),
    listeners: [
      on(classSentAgain, movePromise),
      on(classHeldAgain, copyPromise),
      on(classHandedOver, startReminding),
    ],
    jobs: [
      job("drawings", 600, (context) => collectDrawings(context, isReported)),
      job("overdue critiques", 300, tellOverdue),
    ],
  });
