/** Who buys what in one scenario. */
import { join } from "node:path";
import { addClass, addPeople, fill } from "../parts/school.ts";
import { query, siteDatabase } from "./databases.ts";
import { balancerUrl, sharedSettings } from "./site-hosts.ts";

const classCount = 12;

export interface Purchase {
  readonly studentId: string;
  readonly classId: string;
  /** Of the student. Lasts for fifteen minutes. */
  readonly token: string;
}

export interface School {
  readonly studentIds: ReadonlySet<string>;
  readonly classIds: readonly string[];
  readonly instructorToken: string;
  /** In an order by chance. */
  readonly purchases: Purchase[];
  readonly publishableKey: string;
}

/** New students and classes: what another scenario lost does not count here. */
export async function addSchool(folder: string, studentCount: number): Promise<School> {
  const settings = {
    ...sharedSettings,
    DATA_DIR: join(folder, "client"),
    ORIGIN: balancerUrl,
    DATABASE_URL: siteDatabase,
  };
  return fill(settings, async (context) => {
    const [instructor = ""] = await addPeople(context, "instructor", 1);
    const classIds: string[] = [];
    for (let index = 0; index < classCount; index += 1) {
      const name = `Lines ${index}, ${instructor.slice(0, 8)}`;
      classIds.push((await addClass(context, instructor, { name, lessonCount: 2 })).classId);
    }
    const students = await addPeople(context, "student", studentCount);
    await query(siteDatabase, "update classes set available_seats = 100000 where id = any($1)", [classIds]);
    const purchases: Purchase[] = [];
    for (const studentId of students) {
      const token = await context.accessTokens.issue(studentId);
      purchases.push(...classIds.map((classId) => ({ studentId, classId, token })));
    }
    return {
      studentIds: new Set(students),
      classIds,
      instructorToken: await context.accessTokens.issue(instructor),
      purchases: shuffle(purchases),
      publishableKey: context.stripeSandbox!.keys.publishableKey,
    };
  });
}

const shuffle = <Item>(items: readonly Item[]): Item[] =>
  items
    .map((item) => ({ item, order: Math.random() }))
    .toSorted((one, other) => one.order - other.order)
    .map(({ item }) => item);
