import { and, eq, gt, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { AppContext } from "../../../context.ts";
import { Problem, problems } from "../../../platform/errors.ts";
import { isId } from "../../../platform/ids.ts";
import type { Authorize } from "../../../http/register-endpoints.ts";
import { type Access, only, roles } from "../../../access/policy.ts";
import { bearerToken } from "../../../access/authorize.ts";
import { type Person, findTokenHolder } from "../../../access/queries.ts";
import { mediaTokenSeconds } from "../../../access/tokens.ts";
import { type Admission, admitToLesson } from "../lessons/admit-to-lesson.ts";
import { problems as lessonProblems } from "../lessons/policy.ts";
import { lessonVersions } from "../lessons/tables.ts";
import { keepsProgress } from "../progress/policy.ts";
import { maxSeconds } from "../videos/policy.ts";

/** A `<video>` can't send an access token, so a cookie identifies the viewer, for media only. */
export function mountMediaSession(
  scope: FastifyInstance,
  { accessTokens, mediaTokens, settings }: Pick<AppContext, "accessTokens" | "mediaTokens" | "settings">,
  authorize: Authorize<Access>,
): void {
  const secure = settings.origin.startsWith("https:") ? "; Secure" : "";
  const cookie = (value: string, seconds: number): string =>
    `media=${value}; Path=/media; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure}`;
  scope.post("/session", async (request, reply) => {
    await authorize(request, only(...roles));
    const token = await mediaTokens.issue(await accessTokens.verify(bearerToken(request)));
    return reply.code(204).header("set-cookie", cookie(token, mediaTokenSeconds)).send();
  });
  scope.delete("/session", (_request, reply) => reply.code(204).header("set-cookie", cookie("", 0)).send());
}

/** Undefined for suspended people and ended sessions. */
export async function findViewer(
  { db, mediaTokens }: Pick<AppContext, "db" | "mediaTokens">,
  { headers: { cookie = "" } }: FastifyRequest,
): Promise<Person | undefined> {
  const [, token = ""] = /(?:^|;\s*)media=([^;]+)/.exec(cookie) ?? [];
  const subject = token ? await mediaTokens.verify(token) : undefined;
  const person = subject && (await findTokenHolder(db, subject));
  return person?.isSuspended ? undefined : person;
}

export interface LessonPath {
  readonly classId: string;
  readonly lessonId: string;
}

export interface OpenMedia extends Admission {
  /** A viewer with a seat; undefined: nothing is recorded. */
  readonly studentId: string | undefined;
  readonly isPublic: boolean;
}

/** Throws what `admitToLesson` throws; unauthenticated for visitors, whose cookie may have expired. */
export async function openMedia(
  context: Pick<AppContext, "clock" | "db" | "mediaTokens">,
  request: FastifyRequest,
  { classId, lessonId }: LessonPath,
): Promise<OpenMedia> {
  if (!isId(classId) || !isId(lessonId)) throw new Problem(problems["not-found"]);
  const viewer = await findViewer(context, request);
  try {
    const admission = await admitToLesson(context, viewer, { classId, id: lessonId });
    const { class: found, lesson } = admission;
    return {
      ...admission,
      studentId: keepsProgress(found) ? viewer?.id : undefined,
      isPublic: lesson.isPreview && found.isApproved && lesson.retiredAt === null,
    };
  } catch (error) {
    const needsSeat =
      error instanceof Problem && error.type.code === lessonProblems["lesson-needs-a-seat"].code;
    throw needsSeat && !viewer ? new Problem(problems.unauthenticated) : error;
  }
}

/** Also a recently replaced video; for staff, the draft's. Throws what `openMedia` throws, and not-found. */
export async function openVideo(
  context: Parameters<typeof openMedia>[0],
  request: FastifyRequest,
  path: LessonPath & { readonly videoId: string },
): Promise<OpenMedia> {
  const media = await openMedia(context, request, path);
  const { videoId, draftVideoId } = media.lesson;
  const isShown = path.videoId === videoId || (media.class.isStaff && path.videoId === draftVideoId);
  if (!isShown && !(await wasJustReplaced(context, path))) throw new Problem(problems["not-found"]);
  return media;
}

/** Current viewers may watch a replaced video to the end. */
async function wasJustReplaced(
  { clock, db }: Pick<AppContext, "clock" | "db">,
  { lessonId, videoId }: { readonly lessonId: string; readonly videoId: string },
): Promise<boolean> {
  if (!isId(videoId)) return false;
  const next = alias(lessonVersions, "next");
  const since = new Date(clock.now().getTime() - maxSeconds * 1000);
  const [replaced] = await db
    .select({ id: next.id })
    .from(lessonVersions)
    .innerJoin(
      next,
      and(eq(next.lessonId, lessonVersions.lessonId), eq(next.number, sql`${lessonVersions.number} + 1`)),
    )
    .where(
      and(
        eq(lessonVersions.lessonId, lessonId),
        eq(lessonVersions.videoId, videoId),
        gt(next.publishedAt, since),
      ),
    )
    .limit(1);
  return replaced !== undefined;
}
