import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { useTestApp } from "../../../../test/support/app.ts";
import { call, makePerson } from "../../../../test/support/people.ts";
import { users } from "../../../access/tables.ts";

const app = useTestApp();

describe("a role", () => {
  test("is returned to the person and to admins", async () => {
    const student = await makePerson(app.current, "student");
    const admin = await makePerson(app.current, "admin");
    const ask = (role: string, person: typeof student) =>
      call(app.current, `GET /users/${role}/{email}`, { params: { email: student.email } }, person);
    expect((await ask("student", student)).body).toEqual({ student: true });
    expect((await ask("instructor", student)).body).toEqual({ instructor: false });
    expect((await ask("admin", admin)).body).toEqual({ admin: false });
    const nobody = { params: { email: "nobody@example.org" } };
    for (const role of ["student", "instructor", "admin"])
      expect(await call(app.current, `GET /users/${role}/{email}`, nobody, admin)).toMatchObject({
        status: 404,
        body: { code: "user-not-found" },
      });
  });

  test("is returned by /me with name, email and picture", async () => {
    for (const role of ["student", "instructor", "admin"] as const) {
      const { id, name, email, image, token } = await makePerson(app.current, role);
      const flags = { student: false, instructor: false, admin: false, [role]: true };
      expect(await call(app.current, "GET /me", {}, { token })).toMatchObject({
        status: 200,
        body: { _id: id, name, email, image, role, ...flags },
      });
    }
    expect((await call(app.current, "GET /me")).status).toBe(401);
  });

  test("is not returned for a token whose subject is no id", async () => {
    const token = await app.current.context.accessTokens.issue("not-an-id");
    expect((await call(app.current, "GET /me", {}, { token })).status).toBe(401);
  });

  test("is not returned for a token whose user record is gone", async () => {
    const student = await makePerson(app.current, "student");
    await app.current.context.db.delete(users).where(eq(users.id, student.id));
    expect(await call(app.current, "GET /me", {}, student)).toMatchObject({
      status: 401,
      body: { code: "unauthenticated" },
    });
  });

  test("applies at once to tokens issued before the change", async () => {
    const student = await makePerson(app.current, "student");
    const admin = await makePerson(app.current, "admin");
    const mine = () =>
      call(app.current, "GET /classes/instructor/{email}", { params: { email: student.email } }, student);
    expect((await mine()).status).toBe(403);
    await call(app.current, "PATCH /users/instructor/{id}", { params: { id: student.id } }, admin);
    expect((await mine()).status).toBe(200);
  });

  test("can be used until the token expires after 15 minutes", async () => {
    const student = await makePerson(app.current, "student");
    const mine = () =>
      call(app.current, "GET /selected/classes/{email}", { params: { email: student.email } }, student);
    expect((await mine()).status).toBe(200);
    app.current.clock.advance(15 * 60 + 1);
    expect((await mine()).status).toBe(401);
  });

  test("cannot be changed for oneself, to the same one or for an unknown user", async () => {
    const admin = await makePerson(app.current, "admin");
    const instructor = await makePerson(app.current, "instructor");
    const promote = (role: string, id: string) =>
      call(app.current, `PATCH /users/${role}/{id}`, { params: { id } }, admin);
    expect((await promote("instructor", admin.id)).body.code).toBe("own-role");
    expect((await promote("instructor", instructor.id)).body.code).toBe("has-role-already");
    expect((await promote("admin", instructor.id)).body).toEqual({ modifiedCount: 1 });
    expect((await promote("admin", "0198c0de-0000-7000-8000-000000000000")).body.code).toBe("user-not-found");
  });

  test("that another admin has changed meanwhile is not changed again", async () => {
    const admin = await makePerson(app.current, "admin");
    const student = await makePerson(app.current, "student");
    const promote = async (role: string, seen: string) => {
      const sent = { params: { id: student.id }, body: { seen } };
      return (await call(app.current, `PATCH /users/${role}/{id}`, sent, admin)).body;
    };
    expect(await promote("admin", "student")).toEqual({ modifiedCount: 1 });
    expect((await promote("instructor", "student")).code).toBe("role-changed-meanwhile");
    expect((await promote("admin", "student")).code).toBe("has-role-already");
    expect(await promote("instructor", "admin")).toEqual({ modifiedCount: 1 });
  });
});
