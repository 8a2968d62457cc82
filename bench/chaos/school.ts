import { eq } from "drizzle-orm";
import { classes } from "../../src/features/school/classes/tables.ts";
import type { AppContext } from "../../src/context.ts";
import { addClass, addPeople, fill } from "../parts/school.ts";
import type { SiteSettings } from "../parts/site.ts";

interface ChaosClass {
  readonly id: string;
  readonly instructorId: string;
  readonly kind: "text" | "exercise";
  readonly lessons: readonly string[];
  readonly seats: number;
}

export interface ChaosSchool {
  readonly classes: readonly ChaosClass[];
  readonly students: readonly string[];
  readonly adminId: string;
  readonly issueToken: (personId: string) => Promise<string>;
  /** Of the payment provider. */
  readonly secretKey: string;
}

const kinds = [
  // Fewer seats than buyers at a time.
  { kind: "text", seats: 6, lessonCount: 2 },
  { kind: "exercise", seats: 6, lessonCount: 1 },
  { kind: "text", seats: 100_000, lessonCount: 2 },
  { kind: "exercise", seats: 100_000, lessonCount: 1 },
] as const;

export const fillSchool = (settings: SiteSettings, studentCount: number): Promise<ChaosSchool> =>
  fill(settings, async (context) => {
    const [adminId = ""] = await addPeople(context, "admin", 1);
    const instructors = await addPeople(context, "instructor", 2);
    const made: ChaosClass[] = [];
    for (const [index, kind] of kinds.entries())
      made.push(await makeClass(context, instructors[index % instructors.length]!, kind));
    return {
      classes: made,
      students: await addPeople(context, "student", studentCount),
      adminId,
      issueToken: (personId) => context.accessTokens.issue(personId),
      secretKey: context.stripeSandbox!.keys.secretKey,
    };
  });

async function makeClass(
  context: AppContext,
  instructorId: string,
  { kind, seats, lessonCount }: (typeof kinds)[number],
): Promise<ChaosClass> {
  const name = `Lines, ${kind} ${seats}`;
  const { classId: id, lessons } = await addClass(context, instructorId, { name, lessonCount, kind });
  await context.db.update(classes).set({ availableSeats: seats }).where(eq(classes.id, id));
  return { id, instructorId, kind, lessons: lessons.map((lesson) => lesson.id), seats };
}
