import {
  applicationsOf,
  commentForAll,
  drawForAll,
  finishForAll,
  picturesForAll,
  subscribeAll,
} from "./people-things.ts";
import type { TestApp } from "./app.ts";
import type { Issuer } from "./identity-issuer.ts";
import { makeLesson, makeSection } from "./lessons.ts";
import { authorizePayment, buy, noWebhooks, setFaults } from "./paying.ts";
import { type Sent, type TestPerson, call, makePerson } from "./people.ts";
import { becomeKnown, enterStates } from "./people-enter.ts";
import { type State, ofEachState, roleOf, situationOf, states } from "./people-states.ts";
import { makeClass } from "./school.ts";

export type School = Awaited<ReturnType<typeof makeSchool>>;

async function succeed(app: TestApp, key: string, sent: Sent, as: { readonly token: string }) {
  const { status, body } = await call(app, key, sent, as);
  if (status !== 200) throw new Error(`${key}: ${JSON.stringify(body)}`);
  return body;
}

/** A school with one person in every state, each with records of their own for the requests. */
export async function makeSchool(app: TestApp, issuer: Issuer) {
  await setFaults(app, [noWebhooks]);
  const people = await makePeople(app);
  const spares = {
    student: await makePerson(app, "student"),
    instructor: await makePerson(app, "instructor"),
  };
  const classmate = await makePerson(app, "student");
  const teacher = await makePerson(app, "instructor");
  await becomeKnown(app, issuer);
  const main = await makeMainClass(app, people);
  const others = await makeOtherClasses(app, people, teacher);
  const { classId, lesson, shown, exercise } = main;

  const ofClass = states.filter((state) => !situationOf(state).hasNoSeat).map((state) => people[state]);
  const seated = [...ofClass, classmate];
  const payments = await forEach(seated, async (student) => (await buy(app, student, classId)).paymentId);
  const drawings = await drawForAll(app, seated, shown, "accepted");
  const waiting = await drawForAll(app, [classmate], exercise, "handed-in");
  const pictures = await picturesForAll(app, seated, exercise);
  const certificates = await finishForAll(app, seated, [lesson, shown.id]);
  const theirs = drawings.get(classmate.id)!;
  const everybody = Object.values(people);
  const comments = await commentForAll(
    app,
    everybody.map(({ id }) => id),
    theirs,
  );
  const commentsForThem = await commentForAll(
    app,
    everybody.map(() => classmate.id),
    theirs,
  );

  const students = states.filter((state) => roleOf(state) === "student").map((state) => people[state]);
  const selections = await forEach(
    students,
    async (student): Promise<string> =>
      (await succeed(app, "POST /selected/class", { body: { classId: others.selected } }, student))
        .insertedId,
  );
  // An open payment would block the deletion.
  const paying = students.filter((each) => each !== people.deleted);
  const intents = await forEach(paying, (student) => authorizePayment(app, student, others.paidFor));

  /** Falls back to another person's record. */
  const ofOwner = <T>(things: ReadonlyMap<string, T>, { id }: TestPerson): T =>
    things.get(id) ?? things.get(classmate.id) ?? things.get(people.enrolled.id)!;
  const things = ofEachState((state) => {
    const person = people[state];
    return {
      payment: ofOwner(payments, person),
      drawing: ofOwner(drawings, person),
      pictures: ofOwner(pictures, person),
      certificate: ofOwner(certificates, person),
      selection: ofOwner(selections, person),
      intent: ofOwner(intents, person),
      comment: comments[everybody.indexOf(person)]!,
      commentForThem: commentsForThem[everybody.indexOf(person)]!,
    };
  });
  await subscribeAll(app, everybody);
  const applications = await applicationsOf(app);
  // The newsletter leaves out classes approved a moment ago.
  app.clock.advance(60);
  const entered = await enterStates(app, issuer, { people, classmate, things });
  return {
    app,
    people,
    spares,
    classmate,
    teacher,
    things,
    theirs,
    applications,
    ...main,
    ...others,
    ...entered,
    waiting: waiting.get(classmate.id)!,
  };
}

async function makePeople(app: TestApp): Promise<Record<State, TestPerson>> {
  const people = new Map<State, TestPerson>();
  for (const state of states) people.set(state, await makePerson(app, roleOf(state)));
  return ofEachState((state) => people.get(state)!);
}

async function forEach<T>(people: readonly TestPerson[], make: (person: TestPerson) => Promise<T>) {
  const made = await Promise.all(people.map(async (person) => [person.id, await make(person)] as const));
  return new Map(made);
}

/** Opening another lesson then opens little of the class, so they may withdraw. */
const longText = "Draw a circle from the shoulder. ".repeat(100);

/** Created by the former instructor and handed over, like the class for edits. */
async function makeMainClass(
  app: TestApp,
  { formerInstructor, instructor, admin }: Record<State, TestPerson>,
) {
  const make = () => makeClass(app, formerInstructor, { availableSeats: 100 });
  const classId = await make();
  const { section, lesson } = await makeLesson(app, formerInstructor, classId);
  const shown = await makeLesson(app, formerInstructor, classId, { kind: "exercise", body: longText });
  const exercise = await makeLesson(app, formerInstructor, classId, { kind: "exercise", isRequired: false });
  const edited = await make();
  const makeEdited = async () => ({
    ...(await makeLesson(app, formerInstructor, edited)),
    draft: (await makeLesson(app, formerInstructor, edited, { isPublished: false })).lesson,
    emptySection: await makeSection(app, formerInstructor, edited),
  });
  const things = { instructor: await makeEdited(), admin: await makeEdited() };
  for (const id of [classId, edited]) {
    const body = { email: instructor.email };
    await succeed(app, "PATCH /admin/hand-over/class/{id}", { params: { id }, body }, admin);
  }
  return {
    classId,
    section,
    lesson,
    shown: {
      classId,
      id: shown.lesson,
    },
    exercise: {
      classId,
      id: exercise.lesson,
    },
    edited: {
      classId: edited,
      ...things,
    },
  };
}

async function makeOtherClasses(
  app: TestApp,
  { instructor }: Record<State, TestPerson>,
  teacher: TestPerson,
) {
  const make = (status: "approved" | "pending") => makeClass(app, teacher, { availableSeats: 100, status });
  const paidFor = await make("approved");
  await makeLesson(app, teacher, paidFor, { isPreview: true });
  return {
    open: await make("approved"),
    selected: await make("approved"),
    paidFor,
    denied: await makeClass(app, instructor, { status: "denied" }),
    pending: {
      amin: await make("pending"),
      approve: await make("pending"),
      deny: await make("pending"),
      other: await make("pending"),
    },
  };
}
