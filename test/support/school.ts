import { eq } from "drizzle-orm";
import { classes } from "../../src/features/school/classes/tables.ts";
import { enrollments } from "../../src/features/school/enrollments/tables.ts";
import { newId } from "../../src/platform/ids.ts";
import type { TestApp } from "./app.ts";
import { type TestPerson, call, makePerson } from "./people.ts";

/** `price` is in dollars. */
const usual = {
  className: "Eyes That Speak",
  price: 49,
  availableSeats: 5,
  image: "/drawings/cover-eyes.svg",
};

export async function makeClass(
  app: TestApp,
  instructor: TestPerson,
  overrides: Partial<typeof usual & Record<"level" | "description" | "tools", string>> & {
    topics?: readonly string[];
    whatYouWillLearn?: readonly string[];
    status?: "pending" | "approved" | "denied";
  } = {},
): Promise<string> {
  const { status = "approved", ...body } = overrides;
  const added = await call(app, "POST /classes", { body: { ...usual, ...body } }, instructor);
  if (added.status !== 200) throw new Error(`the class was not added: ${JSON.stringify(added.body)}`);
  const id = added.body.insertedId as string;
  if (status !== "pending") {
    const admin = await makePerson(app, "admin");
    const path = status === "approved" ? "approve" : "deny";
    await call(app, `PATCH /admin/${path}/class/{id}`, { params: { id } }, admin);
  }
  return id;
}

export async function classRow({ context }: TestApp, id: string) {
  const [row] = await context.db.select().from(classes).where(eq(classes.id, id));
  if (!row) throw new Error(`no class ${id}`);
  return row;
}

/** Without a payment. */
export async function takeSeat(
  { context, clock }: TestApp,
  student: { readonly id: string },
  classId: string,
): Promise<void> {
  await context.db
    .insert(enrollments)
    .values({ id: newId(), studentId: student.id, classId, createdAt: clock.now() });
}
