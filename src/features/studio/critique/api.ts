import type { AppContext } from "../../../context.ts";
import type { Handlers } from "../../../http/register-endpoints.ts";
import type { CallerFor } from "../../../access/authorize.ts";
import type { Person } from "../../../access/queries.ts";
import type { critiqueContract } from "./contract.ts";
import { type ExercisePath, openExercise } from "./find-exercise.ts";
import { handIn } from "./hand-in.ts";
import { mayBePublic } from "./policy.ts";
import { readPromises, setPromise } from "./promises.ts";
import { type Round, readOwnSubmission, readSubmission } from "./queries.ts";
import { countWaitingDrawings, listWaitingDrawings } from "./queue.ts";
import { deleteWaitingDrawing } from "./remove-drawings.ts";
import { asPicture, createDrawingStore } from "./store-drawing.ts";
import { takeBack } from "./take-back.ts";
import { writeCritique } from "./write-critique.ts";
import { isAdult } from "../../school/guardians/consent.ts";
import { admitUpload } from "../../school/pictures/upload-limiter.ts";

export function critiqueApi(context: AppContext): Handlers<typeof critiqueContract, CallerFor> {
  const { db } = context;
  const storeDrawing = createDrawingStore(context);

  const readOwn = async (student: Person, path: ExercisePath) => {
    const { id, exercise, rounds, waiting, ...rest } = await readOwnSubmission(db, student, path);
    const { promisedDays, instructorName } = exercise;
    const hasBoth = mayBePublic({ ...rest, isAccepted: rest.state === "accepted", rounds: rounds.length });
    return {
      ...rest,
      _id: id,
      rounds: rounds.map(asRound),
      waiting: waiting.map(asPicture),
      promisedDays,
      instructorName,
      mayBePublic: hasBoth && (await isAdult(db, context, student.id)),
    };
  };

  return {
    "GET /class/{classId}/lesson/{id}/submission": ({ caller, params }) => readOwn(caller, params),
    "POST /class/{classId}/lesson/{id}/pictures": async ({ caller, params, request }) => {
      const exercise = await openExercise(context, caller, params);
      const stored = await admitUpload(caller, request!, (bytes) => storeDrawing(caller, exercise, bytes));
      return asPicture(stored);
    },
    "DELETE /submission-pictures/{id}": async ({ caller, params }) => ({
      deletedCount: (await deleteWaitingDrawing(context, caller, params.id)) ? 1 : 0,
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
    "PATCH /instructor/promises/{email}": async ({ caller, body }) => {
      await setPromise(context, caller, body);
      return { modifiedCount: 1 };
    },
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
