import { eq, sql } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../../context.ts";
import type { CountRequest } from "../../../http/visitor-rate-limit.ts";
import { Problem, problems } from "../../../platform/errors.ts";
import { isId } from "../../../platform/ids.ts";
import { findConsent } from "../../school/guardians/consent.ts";
import type { Person } from "../../../access/queries.ts";
import { classes } from "../../school/classes/tables.ts";
import { hasSeatIn } from "../../classroom/lessons/queries.ts";
import { findViewer } from "../../classroom/playback/media-session.ts";
import { mayOpenSubmission } from "./policy.ts";
import { submissionPictures, submissionTurns, submissions } from "./tables.ts";

type Context = Pick<AppContext, "clock" | "db" | "mediaTokens" | "storage">;

const mimeTypes = { avif: "image/avif", webp: "image/webp", jpg: "image/jpeg" } as const;

/** Students' drawings, each for whoever may see it when they ask. */
export async function mountSubmissions(
  app: FastifyInstance,
  context: Context,
  count: CountRequest,
): Promise<void> {
  await app.register(
    async (scope) => {
      scope.addHook("onRequest", count);
      scope.addHook("onRequest", async (_request, reply) => {
        reply.headers({ "cache-control": "private, no-store", "x-robots-tag": "noindex, noai, noimageai" });
      });
      scope.get<{ Params: { id: string; file: string } }>("/:id/:file", async (request, reply) => {
        const { id, file } = request.params;
        const viewer = await findViewer(context, request);
        const [, type] = /^\d{1,4}\.(avif|webp|jpg)$/.exec(file) ?? [];
        const isOpen = type !== undefined && isId(id) && (await mayOpenPicture(context, viewer, id));
        const stored = isOpen ? await context.storage.read(`submissions/${id}/${file}`) : undefined;
        // The same for every id that the viewer may not open: nobody learns which there are.
        if (!stored) throw new Problem(viewer ? problems.notFound : problems.unauthenticated);
        return reply
          .type(mimeTypes[type as keyof typeof mimeTypes])
          .header("content-length", stored.length)
          .send(stored.stream);
      });
    },
    { prefix: "/media/submissions" },
  );
}

async function mayOpenPicture(context: Context, viewer: Person | undefined, id: string): Promise<boolean> {
  const [found] = await context.db
    .select({
      studentId: submissionPictures.studentId,
      isStored: sql<boolean>`${submissionPictures.state} = 'stored'`,
      turnId: submissionTurns.id,
      isLatest: sql<boolean>`not exists (
        select from submission_turns later
        where later.submission_id = ${submissions.id} and later.number > ${submissionTurns.number}
      )`,
      isBeforeOrAfter: sql<boolean>`${submissionPictures.position} = 0 and ${submissionTurns.number} in (
        (select min(number) from submission_turns each where each.submission_id = ${submissions.id}),
        (select max(number) from submission_turns each where each.submission_id = ${submissions.id})
      )`,
      isCritiqued: sql<boolean>`exists (select from critiques where turn_id = ${submissionTurns.id})`,
      state: submissions.state,
      sharedAt: submissions.sharedAt,
      publicAt: submissions.publicAt,
      hiddenAt: submissions.hiddenAt,
      instructorId: sql<string>`coalesce(${classes.instructorId}::text, '')`,
      hasSeat: hasSeatIn(viewer?.id ?? null),
      isStudentSuspended: sql<boolean>`exists (
        select from users where id = ${submissionPictures.studentId} and suspended_at is not null
      )`,
      isBlocked: viewer
        ? sql<boolean>`exists (
            select from blocks
            where (blocker_id, blocked_id) in (
              (${viewer.id}::uuid, ${submissionPictures.studentId}), (${submissionPictures.studentId}, ${viewer.id}::uuid)
            )
          )`
        : sql<boolean>`false`,
    })
    .from(submissionPictures)
    .leftJoin(submissionTurns, eq(submissionTurns.id, submissionPictures.turnId))
    .leftJoin(submissions, eq(submissions.id, submissionTurns.submissionId))
    .leftJoin(classes, eq(classes.id, submissions.classId))
    .where(eq(submissionPictures.id, id));
  if (!found?.isStored) return false;
  const { turnId, state, isCritiqued, hasSeat, isBlocked, sharedAt } = found;
  return mayOpenSubmission(viewer && { ...viewer, hasSeat, isBlocked }, {
    ...found,
    isAccepted: state === "accepted",
    isHandedIn: turnId !== null && (state !== "withdrawn" || isCritiqued),
    // Asked only where the answer counts.
    consent: sharedAt === null ? "missing" : await findConsent(context.db, context, found.studentId),
  });
}
