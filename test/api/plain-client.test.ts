/** A client that knows section 7 of the specification and nothing else: its calls, with its bodies. */
import { expect, test } from "vitest";
import { appointAdmin } from "../../src/features/school/users/role-and-suspension.ts";
import { useTestApp } from "../support/app.ts";
import { confirmCard, intentIdOf } from "../support/paying.ts";
import { flat } from "../support/upload.ts";

const app = useTestApp();

const image = "/drawings/portrait-cat.svg";
const password = "Draw!2026";
/** What the site's own form says; section 7 does not know it. */
const adult = { adult: true };

interface Client {
  readonly email: string;
  readonly name: string;
  readonly id: string;
  readonly send: (method: string, path: string, body?: object) => Promise<Reply>;
}

interface Reply {
  readonly status: number;
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly body: any;
}

async function request(path: string, init: RequestInit): Promise<Reply & { readonly headers: Headers }> {
  const response = await fetch(`${app.current.origin}${path}`, init);
  return { status: response.status, headers: response.headers, body: await response.json() };
}

const asJson = (body: object, headers: Record<string, string>): RequestInit => ({
  method: "POST",
  headers: { ...headers, "content-type": "application/json" },
  body: JSON.stringify(body),
});

/** Signs up, saves the record and stores the access token, as sections 4 and 7 say. */
async function join(name: string, age: object = {}): Promise<Client> {
  const email = `${name}@example.org`;
  const { origin } = app.current.context.settings;
  const signedUp = await request(
    "/identity/sign-up",
    asJson({ name, email, password, photoURL: image, ...age }, { origin }),
  );
  expect(signedUp, name).toMatchObject({ status: 200, body: { user: { email } } });
  const cookie = signedUp.headers
    .getSetCookie()
    .map((each) => each.split(";")[0])
    .join("; ");
  const identityToken = (await request("/identity/token", { headers: { cookie } })).body.token;
  const bearer = { authorization: `Bearer ${identityToken}` };
  const saved = await request("/api/users", asJson({ name, email, image, role: "admin" }, bearer));
  expect(saved).toMatchObject({ status: 200, body: { insertedId: expect.any(String) } });
  expect((await request("/api/users", asJson({ name, email, image, role: "student" }, bearer))).body).toEqual(
    {
      insertedId: null,
    },
  );
  const { body } = await request("/api/jwt", asJson({ email }, bearer));
  expect(body.token).toEqual(expect.any(String));
  const send: Client["send"] = async (method, path, sent) => {
    const { status, body: answer } = await request(`/api${path}`, {
      method,
      headers: {
        authorization: `Bearer ${body.token}`,
        ...(sent && !(sent instanceof FormData) && { "content-type": "application/json" }),
      },
      ...(sent && { body: sent instanceof FormData ? sent : JSON.stringify(sent) }),
    });
    return { status, body: answer };
  };
  return { email, name, id: saved.body.insertedId, send };
}

const answers = (body: unknown) => ({ status: 200, body });

test("walks from the sign-up to the enrolled class, with the calls of students, instructors and admins", async () => {
  const student = await join("student");
  const teacher = await join("teacher", adult);
  const admin = await join("admin", adult);
  await appointAdmin(app.current.context, admin.email);

  for (const [role, isRole] of [
    ["admin", false],
    ["student", true],
    ["instructor", false],
  ] as const)
    expect(await student.send("GET", `/users/${role}/${student.email}`)).toEqual(answers({ [role]: isRole }));

  // Roles
  const users = await admin.send("GET", "/admin/manage/users");
  expect(users.body).toContainEqual(
    expect.objectContaining({
      _id: teacher.id,
      name: "teacher",
      email: teacher.email,
      image,
      role: "student",
    }),
  );
  const modified = answers({ modifiedCount: 1 });
  expect(await admin.send("PATCH", `/users/instructor/${teacher.id}`)).toEqual(modified);
  for (const role of ["instructor", "admin"])
    expect(await admin.send("PATCH", `/users/${role}/${student.id}`)).toMatchObject({
      status: 409,
      body: { code: "is-a-minor" },
    });
  expect(await admin.send("GET", `/users/instructor/${teacher.email}`)).toEqual(
    answers({ instructor: true }),
  );

  // The instructor's calls
  const picture = new FormData();
  picture.set("image", new Blob([Buffer.from(await flat(400, 300).png().toBuffer())]), "cover.png");
  const uploaded = await teacher.send("POST", "/images", picture);
  expect(uploaded).toMatchObject({ status: 200, body: { success: true, data: { url: expect.any(String) } } });
  const newClass = (className: string) => ({
    className,
    instructorName: "Somebody Else",
    instructorEmail: "else@example.org",
    price: 12.5,
    availableSeats: 3,
    image: uploaded.body.data.url,
    status: "approved",
    enrolledStudents: 40,
  });
  const added = await teacher.send("POST", "/classes", newClass("Rain"));
  const denied = (await teacher.send("POST", "/classes", newClass("Snow"))).body.insertedId;
  const other = (await teacher.send("POST", "/classes", newClass("Fog"))).body.insertedId;
  expect(added).toEqual(answers({ insertedId: expect.any(String) }));
  const classId = added.body.insertedId;
  expect((await teacher.send("GET", `/classes/instructor/${teacher.email}`)).body).toContainEqual(
    expect.objectContaining({
      _id: classId,
      className: "Rain",
      instructorName: "teacher",
      instructorEmail: teacher.email,
      price: 12.5,
      availableSeats: 3,
      status: "pending",
      enrolledStudents: 0,
    }),
  );
  const changes = { className: "Rain on Roofs", price: 15, availableSeats: 2 };
  expect(await teacher.send("PATCH", `/class/${classId}`, changes)).toEqual(modified);

  // The admin's calls
  const managed = await admin.send("GET", "/admin/manage/classes");
  expect(managed.body).toContainEqual(expect.objectContaining({ _id: classId, status: "pending" }));
  expect(await admin.send("PATCH", `/admin/feedback/${classId}`, { feedback: "Lovely." })).toEqual(modified);
  expect(await admin.send("PATCH", `/amin/approve/class/${classId}`)).toEqual(modified);
  expect(await admin.send("PATCH", `/amin/approve/class/${other}`)).toEqual(modified);
  expect(await admin.send("PATCH", `/admin/deny/class/${denied}`)).toEqual(modified);

  // Anonymous
  const instructors = await request("/api/instructors", {});
  expect(instructors.body).toContainEqual(
    expect.objectContaining({ _id: teacher.id, name: "teacher", email: teacher.email, image }),
  );
  const approved: { _id: string }[] = (await request("/api/approvedClasses", {})).body;
  expect(new Set(approved.map(({ _id }) => _id))).toEqual(new Set([classId, other]));
  const found = (await student.send("GET", `/class/${classId}`)).body;
  expect(found).toMatchObject({ _id: classId, ...changes, status: "approved" });
  const message = { name: "Visitor", email: "visitor@example.org", message: "Do you teach ink?" };
  expect((await request("/api/contact", asJson(message, {}))).status).toBe(200);

  // The student's calls
  const picked = {
    className: found.className,
    classId,
    price: 1,
    studentEmail: student.email,
    classImage: found.image,
    instructorName: found.instructorName,
    instructorEmail: found.instructorEmail,
  };
  const selected = await student.send("POST", "/selected/class", picked);
  expect(selected).toEqual(answers({ insertedId: expect.any(String) }));
  const second = (await student.send("POST", "/selected/class", { ...picked, classId: other })).body
    .insertedId;
  expect(await student.send("DELETE", `/selected/class/${second}`)).toEqual(answers({ deletedCount: 1 }));
  const selections: { classId: string }[] = (await student.send("GET", `/selected/classes/${student.email}`))
    .body;
  expect(selections.map((each) => each.classId)).toEqual([classId]);
  const selectionPath = `/selected/class/${student.email}/${selected.body.insertedId}`;
  expect((await student.send("GET", selectionPath)).body).toMatchObject({
    ...picked,
    price: 15,
  });
  const asked = await student.send("POST", "/create-payment-intent", { classId });
  const transactionId = intentIdOf(asked.body.clientSecret);
  expect((await confirmCard(app.current, transactionId)).status).toBe("requires_capture");
  const payment = {
    email: student.email,
    transactionId,
    price: 1,
    classId,
    className: picked.className,
    classImage: picked.classImage,
    instructorName: picked.instructorName,
    instructorEmail: picked.instructorEmail,
    date: new Date().toString(),
  };
  const recorded = await student.send("POST", "/payments", payment);
  expect(recorded).toMatchObject({ status: 200, body: { insertResult: { insertedId: expect.any(String) } } });
  for (const _ of [1, 2, 3])
    expect(await student.send("PATCH", `/class/updateCount/${classId}`)).toMatchObject({
      status: 200,
      body: { modifiedCount: expect.any(Number) },
    });
  expect((await student.send("GET", `/enrolled/classes/${student.email}`)).body).toMatchObject([
    {
      className: picked.className,
      classImage: picked.classImage,
      instructorName: "teacher",
      instructorEmail: teacher.email,
    },
  ]);
  expect((await student.send("GET", `/class/${classId}`)).body).toMatchObject({
    availableSeats: 1,
    enrolledStudents: 1,
  });
  expect((await admin.send("GET", "/admin/payments")).body).toMatchObject({ totalPayments: 1, revenue: 15 });
  expect(await admin.send("PATCH", `/users/admin/${teacher.id}`)).toEqual(modified);
});

test("a record is made by /jwt where the sign-up broke off before /users", async () => {
  const { origin } = app.current.context.settings;
  const account = { name: "Broken Off", email: "broken@example.org", password, photoURL: image };
  const signedUp = await request("/identity/sign-up", asJson(account, { origin }));
  const cookie = signedUp.headers
    .getSetCookie()
    .map((each) => each.split(";")[0])
    .join("; ");
  const identityToken = (await request("/identity/token", { headers: { cookie } })).body.token;
  const bearer = { authorization: `Bearer ${identityToken}` };
  const { body } = await request("/api/jwt", asJson({ email: account.email }, bearer));
  const own = await request(`/api/users/student/${account.email}`, {
    headers: { authorization: `Bearer ${body.token}` },
  });
  expect(own).toMatchObject(answers({ student: true }));
});
