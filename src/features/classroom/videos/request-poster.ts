import pLimit from "p-limit";
import type { AppContext } from "../../../context.ts";
import { Problem, problems as generalProblems } from "../../../platform/errors.ts";
import { ChildNotStarted } from "../../../platform/start-child.ts";
import { hasEncoder } from "./has-encoder.ts";
import { problems } from "./policy.ts";
import { isPlayable, renderPoster } from "./render-poster.ts";
import { VideoJobFailed } from "./run-video-job.ts";
import { videos } from "./tables.ts";

const oneAtATime = pLimit(1);

/** `posterAt` in milliseconds. Throws video-not-playable, video-without-picture, overloaded. */
export async function requestPoster(
  context: Pick<AppContext, "db" | "emit" | "storage">,
  id: string,
  posterAt: number,
): Promise<void> {
  await oneAtATime(async () => {
    if ((await context.db.$count(videos, isPlayable(id))) === 0) throw new Problem(problems.notPlayable);
    const isMade = await renderPoster(context, id, { posterAt }).catch((error: unknown) => {
      if (error instanceof VideoJobFailed) return false;
      if (error instanceof ChildNotStarted) throw new Problem(generalProblems.overloaded);
      throw error;
    });
    if (!isMade) throw new Problem(problems.noPicture, hasEncoder() ? undefined : noEncoder);
  });
}

const noEncoder = "This school's server can't make thumbnails from videos. Ask an admin about its encoder.";
