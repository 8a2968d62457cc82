import type { FastifyRequest } from "fastify";
import type { AppContext } from "../../context.ts";
import { Problem, problems } from "../../platform/errors.ts";
import { isId } from "../../platform/ids.ts";
import { type Admission, admitToLesson } from "../lessons/admit-to-lesson.ts";
import { problems as lessonProblems } from "../lessons/problems.ts";
import { keepsProgress } from "../progress/policy.ts";
import { findViewer } from "./media-session.ts";

export interface LessonPath {
  readonly classId: string;
  readonly lessonId: string;
}

export interface OpenMedia extends Admission {
  /** Who watches with a seat; undefined: whose watching is not noted. */
  readonly studentId: string | undefined;
  readonly isPublic: boolean;
}

/** Throws what `admitToLesson` throws; to visitors who need a seat unauthenticated, since their cookie may have expired. */
export async function openMedia(
  context: Pick<AppContext, "clock" | "db" | "mediaTokens">,
  request: FastifyRequest,
  { classId, lessonId }: LessonPath,
): Promise<OpenMedia> {
  if (!isId(classId) || !isId(lessonId)) throw new Problem(problems.notFound);
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
    const needsSeat = error instanceof Problem && error.type.code === lessonProblems.noSeat.code;
    throw needsSeat && !viewer ? new Problem(problems.unauthenticated) : error;
  }
}

/** The published video; staff may also see the draft's. Throws what `openMedia` throws, and not-found. */
export async function openVideo(
  context: Parameters<typeof openMedia>[0],
  request: FastifyRequest,
  path: LessonPath & { readonly videoId: string },
): Promise<OpenMedia> {
  const media = await openMedia(context, request, path);
  const { videoId, draftVideoId } = media.lesson;
  const isShown = path.videoId === videoId || (media.class.isStaff && path.videoId === draftVideoId);
  if (!isShown) throw new Problem(problems.notFound);
  return media;
}
