import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { useTestApp } from "../support/app.ts";
import { addSubscribers } from "../support/newsletter.ts";
import { buy } from "../support/paying.ts";
import { type TestPerson, call, makePerson } from "../support/people.ts";
import { makeClass } from "../support/school.ts";
import { newId } from "../../src/platform/ids.ts";
import { users } from "../../src/access/tables.ts";

const app = useTestApp();

/** Strips the byte order mark. */
async function exported(admin: TestPerson, what: string, query: Record<string, string> = {}) {
  const { status, headers, body } = await call(app.current, `GET /admin/export/${what}`, { query }, admin);
  expect(status).toBe(200);
  expect(headers.get("content-type")).toBe("text/csv; charset=utf-8");
  expect(headers.get("content-disposition")).toMatch(/^attachment; filename="[a-z-]+\.csv"$/);
  const lines = String(body)
    .replace(/^\uFEFF/, "")
    .split("\r\n");
  expect(lines.at(-1)).toBe("");
  return lines.slice(0, -1);
}

test("the users export holds every page, applies the list's filters and escapes formulas", async () => {
  const admin = await makePerson(app.current, "admin");
  const { db, clock } = app.current.context;
  const rows = Array.from({ length: 1203 }, (_, index) => ({
    id: newId(),
    name: `Student ${index}`,
    email: `many-${index}@example.org`,
    image: "/drawings/portrait-cat.svg",
    createdAt: clock.now(),
  }));
  await db.insert(users).values(rows);
  const all = await exported(admin, "users");
  expect(all[0]).toBe("Name,Email,Role,Registered (UTC),Suspended since (UTC),Application to teach");
  expect(all).toHaveLength(1 + 1203 + 1);
  expect(new Set(all).size).toBe(all.length);
  expect(await exported(admin, "users", { role: "admin" })).toEqual([
    all[0],
    `${admin.name},${admin.email},admin,${clock.now().toISOString()},,`,
  ]);

  const student = await makePerson(app.current, "student");
  for (const [name, cell] of [
    ['=HYPERLINK("https://evil.example","Click")', `"'=HYPERLINK(""https://evil.example"",""Click"")"`],
    ["+1+1", "'+1+1"],
    ["-1", "'-1"],
    ["@SUM(A1)", "'@SUM(A1)"],
    ["\tTab", "'\tTab"],
    ["\rReturn", `"'\rReturn"`],
    [" =1", "' =1"],
    ["Ada, Countess", `"Ada, Countess"`],
    ["Žofie 線画", "Žofie 線画"],
  ] as const) {
    await db.update(users).set({ name }).where(eq(users.id, student.id));
    const [, line] = await exported(admin, "users", { q: student.email });
    expect(line?.startsWith(`${cell},${student.email},student`), line).toBe(true);
  }
});

test("an export begins with a byte order mark, so that spreadsheets read UTF-8", async () => {
  const admin = await makePerson(app.current, "admin");
  const response = await fetch(`${app.current.origin}/api/admin/export/users`, {
    headers: { authorization: `Bearer ${admin.token}` },
  });
  const bytes = new Uint8Array(await response.arrayBuffer());
  expect(Array.from(bytes.subarray(0, 3))).toEqual([0xef, 0xbb, 0xbf]);
});

test("classes, payments and the audit log can be exported", async () => {
  const admin = await makePerson(app.current, "admin");
  const [instructor, student] = [
    await makePerson(app.current, "instructor"),
    await makePerson(app.current, "student"),
  ];
  const id = await makeClass(app.current, instructor, { className: "Rain" });
  await makeClass(app.current, instructor, { className: "Snow", status: "pending" });
  await buy(app.current, student, id);
  const classes = await exported(admin, "classes", { status: "approved" });
  expect(classes.slice(1)).toEqual([
    expect.stringMatching(/^Rain,.*,beginner,approved,\d{4}-.*Z,,49\.00,4,1,$/),
  ]);
  expect(await exported(admin, "classes")).toHaveLength(3);
  const payments = await exported(admin, "payments", { q: "rain" });
  expect(payments[1]).toContain(`${student.name},${student.email},Rain,49.00,pi_`);
  expect(payments[1]).toMatch(/,,0\.00,49\.00$/);
  expect(await exported(admin, "payments", { q: "snow" })).toHaveLength(1);
  const audit = await exported(admin, "audit", { kind: "class-approved" });
  expect(audit[1]).toMatch(/approved “Rain”,class-approved,Rain,pending,approved$/);
});

test("the confirmed subscribers of the newsletter can be exported", async () => {
  const admin = await makePerson(app.current, "admin");
  await addSubscribers(app.current, 2);
  await call(app.current, "POST /newsletter", { body: { name: "Pending", email: "pending@example.org" } });
  expect(await exported(admin, "subscribers")).toEqual([
    "Name,Email,Confirmed (UTC)",
    expect.stringMatching(/,reader0@example\.org,\d{4}-.*Z$/),
    expect.stringMatching(/,reader1@example\.org,\d{4}-.*Z$/),
  ]);
  await app.current.context.db.execute(sql`
    insert into newsletter_subscriptions (id, name, email, state, created_at, confirmed_at)
    select gen_random_uuid(), 'Reader', 'many' || n || '@example.org', 'confirmed', now(), now()
    from generate_series(1, 50001) n`);
  expect(await exported(admin, "subscribers")).toHaveLength(1 + 2 + 50_001);
});

test("only admins can export", async () => {
  for (const role of ["student", "instructor"] as const) {
    const person = await makePerson(app.current, role);
    for (const what of ["users", "classes", "payments", "audit", "subscribers"]) {
      const { status } = await call(app.current, `GET /admin/export/${what}`, {}, person);
      expect(status).toBe(403);
    }
  }
});
