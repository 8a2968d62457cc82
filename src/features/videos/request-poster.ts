import { and, eq, inArray } from "drizzle-orm";
import pLimit from "p-limit";
import type { AppContext } from "../../context.ts";
import { Problem } from "../../platform/errors.ts";
import { problems } from "./problems.ts";
import { renderPoster } from "./render-poster.ts";
import { videos } from "./tables.ts";

const oneAtATime = pLimit(1);

/** `posterAt` in milliseconds. Returns false where there is no encoder. Throws video-not-playable. */
export async function requestPoster(
  context: Pick<AppContext, "db" | "storage">,
  id: string,
  posterAt: number,
): Promise<boolean> {
  return oneAtATime(async () => {
    const chosen = await context.db
      .update(videos)
      .set({ posterAt })
      .where(and(eq(videos.id, id), inArray(videos.state, ["playable", "ready"])))
      .returning({ id: videos.id });
    if (chosen.length === 0) throw new Problem(problems.notPlayable);
    return renderPoster(context, id);
  });
}
