import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { useTestApp } from "../../../../test/support/app.ts";
import {
  type Learner,
  certificateOf,
  finishClass,
  makeLearner,
  tick,
} from "../../../../test/support/certificates.ts";
import { makeLesson } from "../../../../test/support/lessons.ts";
import { type Answer, call, makePerson, renewToken } from "../../../../test/support/people.ts";
import { readJwts } from "../../../../test/support/traces.ts";
import { guardians, users } from "../../../access/tables.ts";
import { root } from "../../../platform/root.ts";
import { finishChecks } from "../../classroom/lessons/tables.ts";
import { issueCertificates } from "./issue-certificates.ts";

const app = useTestApp();

const key = "/learning/{email}/class/{classId}/certificate";
const own = async ({ student, classId }: Learner): Promise<Answer> =>
  call(
    app.current,
    `GET ${key}`,
    { params: { email: student.email, classId } },
    await renewToken(app.current, student),
  );
const choose = async (
  { student, classId }: Learner,
  body: { name: string; isNamed: boolean },
): Promise<Answer> =>
  call(
    app.current,
    `PATCH ${key}`,
    { params: { email: student.email, classId }, body },
    await renewToken(app.current, student),
  );
const shown = async (number: string): Promise<string | null> =>
  (await call(app.current, "GET /certificates/{number}", { params: { number } })).body.name;
const fetchText = async (number: string, file: string): Promise<string> =>
  readJwts(await (await fetch(`${app.current.origin}/certificates/${number}/${file}`)).text());

async function rename({ student }: Learner, name: string): Promise<void> {
  await app.current.context.db.update(users).set({ name }).where(eq(users.id, student.id));
}

async function finish(learner: Learner): Promise<void> {
  const { lesson } = await makeLesson(app.current, learner.instructor, learner.classId);
  await tick(app.current, learner, lesson);
  await issueCertificates(app.current.context);
}

const writtenIn = (svg: string): string[] =>
  [...svg.matchAll(/<text[^>]*>(.*?)<\/text>/g)].map(([, spans = ""]) => spans.replace(/<[^>]+>/g, ""));

test("the account's name stands on it, unless the student writes another before or after", async () => {
  const learner = await makeLearner(app.current);
  expect((await own(learner)).body).toMatchObject({ name: learner.student.name, isNamed: true });
  expect((await choose(learner, { name: "  Jose\u0301 Łukasz ", isNamed: true })).status).toBe(200);
  await rename(learner, "Renamed Later");
  await finish(learner);
  const { number } = (await own(learner)).body;
  expect(await shown(number)).toBe("José Łukasz");

  await choose(learner, { name: "彩花", isNamed: true });
  expect(await shown(number)).toBe("彩花");
  await choose(learner, { name: "彩花", isNamed: false });
  expect(await shown(number)).toBeNull();
  for (const file of ["credential.jwt", "certificate.svg"])
    expect(await fetchText(number, file)).not.toContain("彩花");
  expect((await own(learner)).body).toMatchObject({ state: "issued", number, isNamed: false });
});

test.each(["José", "Łukasz", "彩花", "Аня", "Đặng Thị Ngọc", "Ελένη"])(
  "%s is written in the drawing as it is",
  async (name) => {
    const learner = await makeLearner(app.current);
    await rename(learner, name);
    await finish(learner);
    const { number } = (await own(learner)).body;
    const svg = await fetchText(number, "certificate.svg");
    expect(writtenIn(svg)).toContain(name);
  },
);

test.each(["نور", "Nour 🎨"])(
  "in place of %s, which no font has, the drawing shows the link",
  async (name) => {
    const learner = await makeLearner(app.current);
    await rename(learner, name);
    await finish(learner);
    const { state, number } = (await own(learner)).body;
    expect(state).toBe("issued");
    expect(await shown(number)).toBe(name);
    const written = writtenIn(await fetchText(number, "certificate.svg"));
    const link = `${new URL(app.current.context.settings.origin).host}/certificates/${number}`;
    expect(written.filter((text) => text === link)).toHaveLength(2);
    expect(written).toContain("This page belongs to the student named at");
    expect(written.join(" ")).not.toContain("Nour");

    await choose(learner, { name: "Nour", isNamed: true });
    expect(writtenIn(await fetchText(number, "certificate.svg"))).toContain("Nour");
  },
);

test("a student who waited for a name that fonts have gets the certificate after the upgrade", async () => {
  const [waiting, studying] = [await makeLearner(app.current), await makeLearner(app.current)];
  const { clock, context } = app.current;
  for (const learner of [waiting, studying]) {
    await rename(learner, "نور");
    const { lesson } = await makeLesson(app.current, learner.instructor, learner.classId);
    await tick(app.current, learner, lesson);
  }
  await makeLesson(app.current, studying.instructor, studying.classId);
  // As the earlier version left it.
  await context.db.delete(finishChecks);
  const [file = ""] = globSync("db/migrations/product/*_finish_checks_of_names.sql", { cwd: root });
  await context.db.execute(sql.raw(readFileSync(join(root, file), "utf8")));
  clock.advance(3600);
  await issueCertificates(context);
  expect((await own(waiting)).body.state).toBe("issued");
  expect((await own(studying)).body.state).toBe("studying");
});

test.each([
  ["nothing", "   "],
  ["a NUL", "a\0b"],
  ["two lines", "a\nb"],
  ["81 letters", "a".repeat(81)],
])("%s is refused as a name, and the old one stays", async (_, name) => {
  const learner = await makeLearner(app.current);
  expect((await choose(learner, { name, isNamed: true })).status).toBe(400);
  expect((await own(learner)).body.name).toBe(learner.student.name);
});

test("a minor's name is public only while a guardian agrees, in every file", async () => {
  const learner = await finishClass(app.current);
  const { number, student } = learner;
  const { db } = app.current.context;
  expect(await shown(number)).toBe(student.name);
  await db
    .insert(guardians)
    .values({ personId: student.id, email: "g@example.org", adultOn: "2099-01-01", askedAt: new Date(0) });
  const isInNoFile = async () => {
    for (const file of ["credential.jwt", "certificate.svg"])
      expect(await fetchText(number, file)).not.toContain(student.name);
  };
  await isInNoFile();
  expect(await shown(number)).toBeNull();
  expect((await own(learner)).body).toMatchObject({ needsGuardian: true });
  const consent = { consentedAt: new Date(0) };
  await db.update(guardians).set(consent).where(eq(guardians.personId, student.id));
  expect(await shown(number)).toBe(student.name);
  await db
    .update(guardians)
    .set({ withdrawnAt: new Date(0) })
    .where(eq(guardians.personId, student.id));
  await isInNoFile();
});

test("a name is of its student alone", async () => {
  const learner = await makeLearner(app.current);
  const stranger = await makePerson(app.current, "student");
  const sent = { params: { email: learner.student.email, classId: learner.classId } };
  const body = { name: "Mine", isNamed: true };
  expect((await call(app.current, `PATCH ${key}`, { ...sent, body }, stranger)).status).toBe(403);
  expect((await call(app.current, `GET ${key}`, sent, stranger)).status).toBe(403);
  const elsewhere = { ...learner, student: stranger };
  expect((await choose(elsewhere, body)).body).toMatchObject({ code: "not-enrolled" });
  expect(await certificateOf(app.current, elsewhere)).toBeUndefined();
});
