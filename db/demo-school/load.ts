import { join } from "node:path";
import { eq, sql } from "drizzle-orm";
import { users } from "../../src/access/tables.ts";
import { auditEntries } from "../../src/features/school/audit/tables.ts";
import { classes, curricula } from "../../src/features/school/classes/tables.ts";
import { searchTextOf } from "../../src/features/school/classes/search-classes.ts";
import { enrollments } from "../../src/features/school/enrollments/tables.ts";
import { paymentAttempts, payments } from "../../src/features/office/payments/tables.ts";
import { placeholderOf } from "../../src/features/school/pictures/transcode-picture.ts";
import { pictures } from "../../src/features/school/pictures/tables.ts";
import { selections } from "../../src/features/school/selections/tables.ts";
import { teachingApplications } from "../../src/features/school/users/tables.ts";
import type { Transaction } from "../../src/platform/database.ts";
import { newIdAt } from "../../src/platform/ids.ts";
import { cents, currency } from "../../src/platform/money.ts";
import type { AppContext } from "../../src/context.ts";
import { type DemoClass, demoClasses } from "./classes.ts";
import { writeCurricula } from "./load-curricula.ts";
import { writeStudies } from "./load-studies.ts";
import { writeLetters } from "./letters.ts";
import { writeProfiles } from "./profiles.ts";
import { type DemoPerson, applications, demoPassword, namedAccounts, people } from "./people.ts";
import { picks, sales } from "./enrollments.ts";
import { demonstrations } from "./tables.ts";
import { loadSharp } from "../../src/platform/load-sharp.ts";
import { root } from "../../src/platform/root.ts";

type SandboxPayment = Parameters<NonNullable<AppContext["stripeSandbox"]>["addCollected"]>[1][number];

const day = 86_400_000;

/**
 * Loads the demo school into an empty database. The caller checks that the settings allow it. Returns whether the demo
 * accounts exist.
 */
export async function loadDemoSchool(
  context: Pick<
    AppContext,
    "clock" | "db" | "identity" | "invalidation" | "log" | "settings" | "storage" | "stripeSandbox"
  >,
): Promise<boolean> {
  const [anyUser] = await context.db.select({ id: users.id }).from(users).limit(1);
  if (!anyUser) {
    // Outside the transaction and first: a crash must not leave accounts with the published password unmarked.
    await context.db.insert(demonstrations).values({ loadedAt: context.clock.now() }).onConflictDoNothing();
    const subjects = await context.identity.createAccounts(
      people.map(({ name, email, portrait }) => ({ name, email, image: portrait, password: demoPassword })),
    );
    const isWritten = await context.db.transaction(async (tx) => {
      // A second process that starts at the same time waits here and then finds the school loaded.
      await tx.execute(sql`select pg_advisory_xact_lock(hashtext('senga demo school'))`);
      const [alreadyLoaded] = await tx.select({ id: users.id }).from(users).limit(1);
      if (!alreadyLoaded) await writeSchool(context, tx, subjects);
      return !alreadyLoaded;
    });
    if (isWritten) await writeStudies(context);
  }
  const [student] = await context.db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.email, namedAccounts[0]?.email ?? ""));
  return student !== undefined;
}

/** One every five days: before the first sale of each, and the last ones are still new. */
const addedDaysAgo = (index: number): number => 88 - 5 * index;
const decidedAt = ({ at }: { at: Date }): Date => new Date(at.getTime() + day);

type Row<T> = T & { readonly id: string };
type Instructor = Row<DemoPerson>;
type Course = Row<DemoClass> & { readonly instructor: Instructor };

async function writeSchool(
  context: Pick<AppContext, "clock" | "settings" | "storage" | "stripeSandbox">,
  tx: Transaction,
  subjects: ReadonlyMap<string, string>,
): Promise<void> {
  const now = context.clock.now().getTime();
  const daysAgo = (days: number): Date => new Date(now - days * day);

  const persons = people.map((person, index) => ({
    ...person,
    id: newIdAt(daysAgo(120 - index)),
    at: daysAgo(120 - index),
  }));
  const byKey = new Map<string, Instructor>(persons.map((person) => [person.key, person]));
  await tx.insert(users).values(
    persons.map(({ id, name, email, portrait, role, at }) => ({
      id,
      name,
      email,
      image: portrait,
      role,
      identityIssuer: context.settings.identity.issuer,
      identitySubject: subjects.get(email) ?? null,
      createdAt: at,
    })),
  );

  const admin = find(byKey, "admin");
  const courses = demoClasses.map((course, index): Course & { at: Date } => ({
    ...course,
    id: newIdAt(daysAgo(addedDaysAgo(index))),
    at: daysAgo(addedDaysAgo(index)),
    instructor: find(byKey, course.by),
  }));
  await tx.insert(pictures).values(await coverPictures(new Set(courses.map(coverOf)), new Date(now)));
  const byName = new Map<string, Course>(courses.map((course) => [course.name, course]));
  await tx.insert(curricula).values(courses.map(({ id, at }) => ({ id, createdAt: at })));
  await tx.insert(classes).values(
    courses.map((course) => ({
      id: course.id,
      curriculumId: course.id,
      instructorId: course.instructor.id,
      name: course.name,
      description: course.description,
      outcomes: [...course.outcomes],
      searchText: searchTextOf(course.name, course.instructor.name),
      level: course.level,
      topics: [...course.topics],
      priceCents: inCents(course),
      availableSeats: course.seats,
      enrolledStudents: sales.filter(([, className]) => className === course.name).length,
      image: coverOf(course),
      status: course.status,
      feedback: course.feedback ?? null,
      createdAt: course.at,
      updatedAt: course.status === "pending" ? course.at : decidedAt(course),
      ...(course.status !== "pending" && {
        decidedAt: decidedAt(course),
        decidedBy: admin.id,
      }),
    })),
  );

  await writeCurricula(context, tx, courses, new Date(now));
  await writeProfiles(tx, (key) => find(byKey, key).id, new Date(now));
  await writeLetters(tx, admin, new Date(now));
  await tx.insert(auditEntries).values(courses.flatMap((course) => decisionsOn(course, admin)));

  for (const [student, text, portfolioUrl, days] of applications) {
    const at = daysAgo(days);
    await tx.insert(teachingApplications).values({
      id: newIdAt(at),
      userId: find(byKey, student).id,
      text,
      portfolioUrl,
      createdAt: at,
      updatedAt: at,
    });
  }
  const sandboxPayments: SandboxPayment[] = [];
  for (const [student, className, days] of sales) {
    sandboxPayments.push(await writeSale(tx, find(byKey, student), find(byName, className), daysAgo(days)));
  }
  await context.stripeSandbox?.addCollected(tx, sandboxPayments);
  for (const [index, [student, className]] of picks.entries()) {
    const course = find(byName, className);
    const at = new Date(now - (picks.length - index) * 60_000);
    await tx.insert(selections).values({
      id: newIdAt(at),
      studentId: find(byKey, student).id,
      classId: course.id,
      ...copyOf(course),
      priceCents: inCents(course),
      createdAt: at,
    });
  }
}

function decisionsOn(course: Course & { readonly at: Date }, admin: Instructor) {
  const entry = (minutesBefore: number) => {
    const at = new Date(decidedAt(course).getTime() - minutesBefore * 60_000);
    return {
      id: newIdAt(at),
      actorId: admin.id,
      actorName: admin.name,
      subjectId: course.id,
      subjectName: course.name,
      createdAt: at,
    };
  };
  const { status, feedback } = course;
  return [
    ...(feedback ? [{ ...entry(5), kind: "feedback-given" as const, after: feedback }] : []),
    ...(status === "pending"
      ? []
      : [{ ...entry(0), kind: `class-${status}` as const, before: "pending", after: status }]),
  ];
}

/** Writes an attempt, a payment and an enrollment. Returns the sandbox's part of the payment. */
async function writeSale(
  tx: Transaction,
  student: Instructor,
  course: Course,
  at: Date,
): Promise<SandboxPayment> {
  const attemptId = newIdAt(at);
  const intentId = `pi_demo${attemptId.replaceAll("-", "").slice(-18)}`;
  const sale = { studentId: student.id, classId: course.id, currency, createdAt: at };
  await tx
    .insert(paymentAttempts)
    .values({ ...sale, id: attemptId, amountCents: inCents(course), intentId, state: "paid", checkAt: at });
  await tx.insert(payments).values({
    ...sale,
    ...copyOf(course),
    id: newIdAt(at),
    attemptId,
    intentId,
    priceCents: inCents(course),
    taxCents: cents(0),
    totalCents: inCents(course),
    capturedAt: at,
  });
  await tx
    .insert(enrollments)
    .values({ id: newIdAt(at), studentId: student.id, classId: course.id, createdAt: at });
  const metadata = { attemptId, studentId: student.id, classId: course.id };
  return { id: intentId, amount: inCents(course), currency, metadata, at };
}

async function coverPictures(covers: ReadonlySet<string>, at: Date) {
  const sharp = await loadSharp();
  return Promise.all(
    [...covers].map(async (url) => {
      const file = join(root, "art", url);
      const placeholder = await placeholderOf(sharp(file));
      return {
        id: newIdAt(at),
        url,
        state: "stored" as const,
        changedAt: at,
        width: 1200,
        height: 750,
        widths: [],
        placeholder,
        createdAt: at,
      };
    }),
  );
}

const coverOf = (course: DemoClass): string => `/drawings/cover-${course.cover}.svg`;
const inCents = (course: DemoClass) => cents(Math.round(course.price * 100));

const copyOf = (course: Course) => ({
  className: course.name,
  classImage: coverOf(course),
  instructorName: course.instructor.name,
  instructorEmail: course.instructor.email,
});

function find<T>(rows: ReadonlyMap<string, T>, key: string): T {
  const row = rows.get(key);
  if (row === undefined) throw new Error(`the demo school names "${key}", which is not there`);
  return row;
}
