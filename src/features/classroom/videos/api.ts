import type { AppContext } from "../../../context.ts";
import type { Handlers } from "../../../http/register-endpoints.ts";
import { diskSpace } from "../../../platform/free-space.ts";
import type { CallerFor } from "../../../access/authorize.ts";
import type { videosContract } from "./contract.ts";
import { hasEncoder } from "./has-encoder.ts";
import { listVideos, sumVideos } from "./queries.ts";
import { describeRefusal } from "./refusals.ts";

export function videosApi(context: AppContext): Handlers<typeof videosContract, CallerFor> {
  return {
    "GET /admin/videos": async ({ query }) => {
      const page = await listVideos(context.db, query);
      return {
        ...page,
        rows: page.rows.map(({ video, ownerName, renditions }) => ({
          _id: video.id,
          fileName: video.fileName,
          ownerName,
          state: video.state,
          progress: video.progress,
          refusalText: video.refusal && describeRefusal(video.refusal, video.brokenAt),
          seconds: video.milliseconds === null ? null : Math.floor(video.milliseconds / 1000),
          bytes: video.bytes,
          storedBytes: video.storedBytes,
          renditions,
          uploaded: video.createdAt,
        })),
      };
    },
    "GET /admin/videos/space": async () => {
      const sums = await sumVideos(context.db);
      const inWork = sums.filter(({ state }) => state === "uploaded" || state === "playable");
      const total = (rows: typeof sums, of: "count" | "storedBytes" | "originalBytes"): number =>
        rows.reduce((all, row) => all + (row[of] ?? 0), 0);
      return {
        storedBytes: total(sums, "storedBytes"),
        originalBytes: total(inWork, "originalBytes"),
        freeBytes: (await diskSpace(context.settings.dataDir)).free,
        hasEncoder: hasEncoder(),
        inWork: total(inWork, "count"),
        refused: total(
          sums.filter(({ state }) => state === "refused"),
          "count",
        ),
      };
    },
  };
}
