import { eq } from "drizzle-orm";
import { submissionTurns, submissions } from "../../src/features/studio/critique/tables.ts";
import { newId } from "../../src/platform/ids.ts";
import type { Contracts } from "../../src/features.ts";
import type { Callers, Fixtures } from "./endpoints/endpoint-case.ts";
import { endpoints } from "./endpoints/endpoints.ts";
import type { Sent, TestPerson } from "./people.ts";
import { guardianOf } from "./people-enter.ts";
import type { School } from "./people-school.ts";
import { type State, roleOf } from "./people-states.ts";
import { flat } from "./upload.ts";

/** By the link of a mail, without a token. */
export const isByLink = (key: keyof Contracts): boolean =>
  /^\w+ \/(notifications\/(mail-link|unsubscribe)|guardian\/\{token\}|account\/email|newsletter\/)/.test(key);

/** What a person in that state asks, for what is theirs where they have it. */
export async function requestOf(school: School, key: keyof Contracts, state: State): Promise<Sent> {
  const own = ownRequests[key];
  return own
    ? own(school, school.people[state], state)
    : (endpoints[key].send(callersOf(school, state), fixturesOf(school, state)) ?? {});
}

function callersOf({ people, spares }: School, state: State): Callers {
  const person = people[state];
  return {
    visitor: undefined,
    student: person,
    otherStudent: spares.student,
    instructor: roleOf(state) === "instructor" ? person : people.instructor,
    otherInstructor: spares.instructor,
    admin: people.admin,
  };
}

function fixturesOf(school: School, state: State): Fixtures {
  const { classId, section, lesson, pending, denied, things } = school;
  const { drawing, intent, payment, selection } = things[state];
  return {
    approved: classId,
    pending: pending.other,
    denied,
    section,
    lesson,
    drawing,
    intentId: intent,
    payment,
    selection,
  };
}

type Ask = (school: School, person: TestPerson, state: State) => Sent | Promise<Sent>;

/** Each of the two who may edit a class has lessons of their own in it. */
const edits =
  (body?: object, place: "lesson" | "draft" | "section" | "emptySection" = "lesson"): Ask =>
  (school, _, state) => {
    const editor = state === "admin" ? "admin" : "instructor";
    return {
      params: { classId: school.edited.classId, id: school.edited[editor][place] },
      ...(body && { body }),
    };
  };
const editsClass =
  (body: object): Ask =>
  ({ edited: { classId: id } }) => ({ params: { id }, body });
const decides =
  (key: keyof School["pending"], body?: object): Ask =>
  ({ pending }) => ({
    params: { id: pending[key] },
    ...(body && { body }),
  });
const inOpenExercise =
  (body?: (school: School, state: State) => object): Ask =>
  (school, _, state) => ({
    params: school.exercise,
    ...(body && { body: body(school, state) }),
  });
/** Of the classmate. */
const theirDrawing =
  (body?: object): Ask =>
  ({ classId, theirs }) => ({
    params: { classId, id: theirs.submission },
    ...(body && { body }),
  });
const ownDrawing: Ask = ({ classId, things }, _, state) => ({
  params: { classId, id: things[state].drawing.submission },
});
/** In the gallery, though others have asked to take it out, and with an earlier round. */
const ownDrawingWithABefore: Ask = async (school, person, state) => {
  const { submission: submissionId } = school.things[state].drawing;
  const { db } = school.app.context;
  const at = school.app.clock.now();
  // A deleted person's drawings are gone, and some states share one.
  const [found] = await db
    .update(submissions)
    .set({ sharedAt: at })
    .where(eq(submissions.id, submissionId))
    .returning({ id: submissions.id });
  const earlier = { submissionId, number: 0, note: "", handedInAt: at, promisedBy: at };
  if (found)
    await db
      .insert(submissionTurns)
      .values({ id: newId(), ...earlier })
      .onConflictDoNothing();
  return ownDrawing(school, person, state);
};
const mailLink =
  (body?: object): Ask =>
  async ({ app }, { id: personId }) => ({
    query: { token: await app.context.mailLinks.sign({ personId, kinds: ["critique-received"] }) },
    ...(body && { body }),
  });
const guardianLink =
  (body?: object): Ask =>
  ({ app }, person) => ({
    params: { token: app.context.guardianLinks.issue(person.id, guardianOf(person)) },
    ...(body && { body }),
  });

const newsUntilNow: Ask = ({ app }) => ({ body: { newsUntil: app.clock.now().toISOString() } });

/** Where the requests of the access matrix would not reach what depends on the state. */
const ownRequests: Partial<Record<keyof Contracts, Ask>> = {
  "POST /account/email": () => ({ body: { token: "not-one-of-ours", decision: "confirm" } }),
  "POST /guardian": (_, person) => ({ body: { email: guardianOf(person) } }),
  "GET /guardian/{token}": guardianLink(),
  "POST /guardian/{token}": guardianLink({ decision: "agree" }),
  "GET /notifications/mail-link": mailLink(),
  "PATCH /notifications/mail-link": mailLink({ "critique-received": "daily" }),
  "POST /notifications/unsubscribe": mailLink(),
  "PATCH /account": (_, { name }) => ({ body: { name, image: "/drawings/portrait-fox.svg" } }),
  "PATCH /class/{id}": editsClass({ className: "Another name", price: 21, availableSeats: 4 }),
  "PATCH /class/{id}/schedule": editsClass({ startsOn: "2027-01-10", timeZone: "Europe/Paris" }),
  "POST /class/{id}/hold-again": editsClass({ price: 30, availableSeats: 5, startsOn: null, timeZone: null }),
  "PATCH /amin/approve/class/{id}": decides("amin"),
  "PATCH /admin/approve/class/{id}": decides("approve"),
  "PATCH /admin/deny/class/{id}": decides("deny"),
  "POST /curriculum/{classId}/sections": edits({ title: "Hands" }),
  "PATCH /curriculum/{classId}/section/{id}": edits({ title: "Hands" }, "section"),
  "DELETE /curriculum/{classId}/section/{id}": edits(undefined, "emptySection"),
  "POST /curriculum/{classId}/section/{id}/lessons": edits({ kind: "text", title: "Thumbs" }, "section"),
  "PATCH /curriculum/{classId}/lesson/{id}": edits({ title: "Thumbs" }),
  "POST /curriculum/{classId}/lesson/{id}/publish": edits({}),
  "POST /curriculum/{classId}/lesson/{id}/retire": edits(),
  "POST /curriculum/{classId}/lesson/{id}/restore": edits(),
  "DELETE /curriculum/{classId}/lesson/{id}": edits(undefined, "draft"),
  "GET /class/{classId}/lesson/{id}/submission": ({ shown }) => ({ params: shown }),
  "POST /class/{classId}/lesson/{id}/pictures": async (school, _, state) => {
    const body = new FormData();
    const color = `#${Object.keys(school.people).indexOf(state).toString(16).padStart(6, "0")}`;
    body.set(
      "image",
      new Blob([Buffer.from(await flat(16, 12, color).png().toBuffer())], { type: "image/png" }),
      "a.png",
    );
    return { params: school.exercise, body };
  },
  "DELETE /submission-pictures/{id}": ({ things }, _, state) => ({
    params: { id: things[state].pictures[0] },
  }),
  "POST /class/{classId}/lesson/{id}/submission": inOpenExercise(({ things }, state) => ({
    pictures: [things[state].pictures[1]],
  })),
  "DELETE /class/{classId}/lesson/{id}/submission": inOpenExercise(),
  "POST /submission-rounds/{id}/critique": ({ waiting }) => ({
    params: { id: waiting.round },
    body: { text: "Look at the thumb again.", pins: [], verdict: "again" },
  }),
  "GET /class/{classId}/gallery": ({ classId }) => ({ params: { classId } }),
  "GET /class/{classId}/gallery/{id}": theirDrawing(),
  "POST /class/{classId}/gallery/{id}": ownDrawing,
  "DELETE /class/{classId}/gallery/{id}": ownDrawing,
  "POST /class/{classId}/gallery/{id}/public": ownDrawingWithABefore,
  "DELETE /class/{classId}/gallery/{id}/public": ownDrawing,
  "GET /class/{classId}/gallery/{id}/comments": theirDrawing(),
  "POST /class/{classId}/gallery/{id}/comments": theirDrawing({ text: "Lovely hands" }),
  "GET /class/{classId}/gallery/{id}/nices": ownDrawing,
  "POST /class/{classId}/gallery/{id}/nice": theirDrawing(),
  "DELETE /class/{classId}/gallery/{id}/nice": theirDrawing(),
  "DELETE /comment/{id}": ({ things }, _, state) => ({ params: { id: things[state].comment } }),
  "POST /blocks/{id}": ({ classmate }) => ({ params: { id: classmate.id } }),
  "DELETE /blocks/{id}": ({ classmate }) => ({ params: { id: classmate.id } }),
  "POST /reports": ({ things }, _, state) => ({
    body: { kind: "comment", id: things[state].commentForThem, reason: "spam" },
  }),
  "POST /admin/reports/{id}/decision": ({ report }) => ({
    params: { id: report },
    body: { decision: "hide", reason: "It is spam" },
  }),
  "GET /certificates/{number}": ({ things }, _, state) => ({
    params: { number: things[state].certificate.number },
  }),
  "POST /admin/certificates/{id}/revoke": ({ things }) => ({
    params: { id: things.deleted.certificate.id },
    body: { reason: "Their teacher asked for it" },
  }),
  "POST /selected/class": ({ open }) => ({ body: { classId: open } }),
  "POST /create-payment-intent": ({ open }) => ({ body: { classId: open } }),
  "POST /admin/payments/{id}/refund": ({ things }) => ({
    params: { id: things.deleted.payment },
    body: { reason: "Asked by email" },
  }),
  "POST /admin/refund-requests/{id}/decline": ({ refundRequest }) => ({
    params: { id: refundRequest },
    body: { answer: "The policy does not give it" },
  }),
  "POST /admin/newsletter/test": newsUntilNow,
  "POST /admin/newsletter/release": newsUntilNow,
  "POST /newsletter": (_, { name, email }) => ({ body: { name, email } }),
  "PATCH /admin/accept/application/{id}": ({ applications }) => ({ params: { id: applications[0] } }),
  "PATCH /admin/decline/application/{id}": ({ applications }) => ({ params: { id: applications[1] } }),
};
