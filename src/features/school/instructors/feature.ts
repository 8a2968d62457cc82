import { isDeepStrictEqual } from "node:util";
import { eq, sql } from "drizzle-orm";
import type { AppContext } from "../../../context.ts";
import { Problem, problems as commonProblems } from "../../../platform/errors.ts";
import type { Handlers } from "../../../http/register-endpoints.ts";
import type { Body } from "../../../http/contract.ts";
import type { CallerFor } from "../../../access/authorize.ts";
import { mapPage } from "../../../platform/keyset.ts";
import { defineFeature, job } from "../../feature.ts";
import { classes } from "../classes/tables.ts";
import { instructorsTag } from "../classes/cache-tags.ts";
import { instructorReach, instructorProfiles, portfolioPictures } from "./tables.ts";
import { instructors, problems } from "./contract.ts";
import { linkLabel, messages } from "./policy.ts";
import {
  type InstructorCard,
  findInstructor,
  findIntroduction,
  listInstructors,
  listPopularInstructors,
  readProfile,
} from "./queries.ts";
import type { Transaction } from "../../../platform/database.ts";
import { newId } from "../../../platform/ids.ts";
import { type Person, lockPresent } from "../../../access/queries.ts";
import { claimPicture } from "../pictures/picture-use.ts";

/** Counts later: a purchase would otherwise wait for every other purchase of the instructor. */
export async function countStudents({ db, invalidation }: Pick<AppContext, "db" | "invalidation">) {
  await db.transaction(async (tx) => {
    const taught = tx
      .select({
        instructorId: classes.instructorId,
        students: sql<number>`sum(${classes.enrolledStudents})::int`.as("taught_students"),
      })
      .from(classes)
      .where(eq(classes.status, "approved"))
      .groupBy(classes.instructorId)
      .as("taught");
    const students = sql<number>`coalesce(${taught.students}, 0)`;
    const changed = await tx
      .insert(instructorReach)
      .select(
        tx
          .select({
            instructorId: sql<string>`coalesce(${taught.instructorId}, ${instructorReach.instructorId})`.as(
              "instructor_id",
            ),
            students: students.as("students"),
          })
          .from(taught)
          // Includes those without classes: the trigger may subtract another number than was counted.
          .fullJoin(instructorReach, eq(instructorReach.instructorId, taught.instructorId))
          .where(sql`${students} is distinct from ${instructorReach.students}`)
          // In a fixed order, so that two processes don't deadlock.
          .orderBy(sql`1`),
      )
      .onConflictDoUpdate({
        target: instructorReach.instructorId,
        set: { students: sql`excluded.${sql.identifier(instructorReach.students.name)}` },
      })
      .returning({ instructorId: instructorReach.instructorId });
    if (changed.length > 0) await invalidation.invalidate(tx, instructorsTag);
  });
}

type Profile = Body<typeof instructors, "PATCH /instructor/profile/{email}">;

/**
 * Returns when it was saved (UTC). Throws profile-changed-meanwhile; invalid-input for an unknown or external picture;
 * unauthenticated.
 */
async function updateProfile(
  context: Pick<AppContext, "clock" | "db" | "invalidation" | "settings">,
  instructor: Person,
  { seen, ...profile }: Profile,
): Promise<Date> {
  const { headline, bio, links, portfolio } = profile;
  const updatedAt = context.clock.now();
  const values = { headline, bio, links, updatedAt };
  return context.db.transaction(async (tx) => {
    await lockPresent(tx, instructor);
    // The row lock serializes concurrent saves of one instructor.
    const saved = await tx
      .insert(instructorProfiles)
      .values({ userId: instructor.id, ...values })
      .onConflictDoUpdate({
        target: instructorProfiles.userId,
        set: values,
        // Null: there was none, so any that is there now is a later one.
        setWhere: seen ? eq(instructorProfiles.updatedAt, seen) : sql`${seen === undefined}`,
      })
      .returning({ userId: instructorProfiles.userId });
    if (saved.length === 0) return findSaved(tx, instructor, profile);
    const images = await claimPictures(context, tx, portfolio);
    await tx.delete(portfolioPictures).where(eq(portfolioPictures.instructorId, instructor.id));
    if (portfolio.length > 0) {
      await tx.insert(portfolioPictures).values(
        portfolio.map(({ description }, position) => ({
          id: newId(),
          instructorId: instructor.id,
          position,
          image: images[position] ?? "",
          description,
        })),
      );
    }
    await context.invalidation.invalidate(tx, instructorsTag);
    return updatedAt;
  });
}

/** Saved before, and sent again after its answer was lost. */
async function findSaved(tx: Transaction, { id }: Person, profile: Omit<Profile, "seen">): Promise<Date> {
  const { updatedAt, portfolio, ...texts } = await readProfile(tx, id);
  const pictures = portfolio.map(({ image, description }) => ({ image, description }));
  if (!updatedAt || !isDeepStrictEqual({ ...texts, portfolio: pictures }, profile))
    throw new Problem(problems["profile-changed-meanwhile"]);
  return updatedAt;
}

async function claimPictures(
  context: Pick<AppContext, "clock" | "settings">,
  tx: Transaction,
  portfolio: Profile["portfolio"],
): Promise<readonly string[]> {
  const images: string[] = [];
  // A fixed lock order prevents deadlocks.
  const positioned = portfolio.map(({ image }, position) => ({ image, position }));
  for (const { image, position } of positioned.toSorted((a, b) => a.image.localeCompare(b.image))) {
    const field = `portfolio.${position}.image`;
    const url = await claimPicture(tx, context.clock, context.settings.origin, image, field);
    if (!url.startsWith("/"))
      throw new Problem(commonProblems["invalid-input"], undefined, [
        { field, message: messages.foreignPicture },
      ]);
    images[position] = url;
  }
  return images;
}

function instructorsApi(context: AppContext): Handlers<typeof instructors, CallerFor> {
  return {
    "GET /instructors": async ({ query }) => mapPage(await listInstructors(context.db, query), asCard),
    "GET /instructors/popular": async ({ query }) =>
      (await listPopularInstructors(context.db, query.limit)).map(asCard),
    "GET /instructors/{id}": async ({ params }) => {
      const found = await findInstructor(context.db, params.id);
      if (!found) throw new Problem(problems["instructor-not-found"]);
      const { bio, links, portfolio, studentCount, levels } = found;
      return {
        ...asCard(found),
        bio,
        links: links.map((url) => ({ label: linkLabel(url), url })),
        portfolio,
        studentCount,
        levels: [...levels],
      };
    },
    "GET /instructors/{id}/introduction": async ({ params }) => {
      const found = await findIntroduction(context.db, params.id);
      if (!found) throw new Problem(problems["instructor-not-found"]);
      const { id, image, headline, portfolio } = found;
      return { _id: id, image, headline, portfolio };
    },
    "GET /instructor/profile/{email}": async ({ caller }) => ({
      _id: caller.id,
      ...(await readProfile(context.db, caller.id)),
    }),
    "PATCH /instructor/profile/{email}": async ({ caller, body }) => ({
      modifiedCount: 1,
      updatedAt: await updateProfile(context, caller, body),
    }),
  };
}

const asCard = ({ id, name, email, image, headline, classCount, teaches }: InstructorCard) => ({
  _id: id,
  name,
  email,
  image,
  headline,
  classCount,
  teaches: [...teaches],
});

export const instructorsFeature = defineFeature({
  name: "Instructors",
  contract: instructors,
  handlers: instructorsApi,
  jobs: [job("instructors' students", 300, countStudents)],
});
