import { asc, count, eq, inArray, sum, type SQL, not } from "drizzle-orm";
import type { Database } from "../../../platform/database.ts";
import { byId, mapPage, type PageQuery, readPage } from "../../../platform/keyset.ts";
import { users } from "../../../access/tables.ts";
import type { AppContext } from "../../../context.ts";
import type { Handlers } from "../../../http/register-endpoints.ts";
import { diskSpace } from "../../../platform/data-folder.ts";
import type { CallerFor } from "../../../access/authorize.ts";
import { defineFeature, job } from "../../feature.ts";
import { type VideoState, describeRefusal } from "./policy.ts";
import { videoRenditions, videos } from "./tables.ts";
import { videosContract } from "./contract.ts";
import { hasEncoder } from "./encoder.ts";
import { processVideos } from "./process-video.ts";
import { collectVideos, removeStrayFiles } from "./video-files.ts";

const newestFirst = byId(videos.id, "descending");

async function listVideos(
  db: Database,
  { state, limit, cursor }: PageQuery & { state?: VideoState | undefined },
) {
  const page = await readPage(
    db
      .select({ video: videos, ownerName: users.name })
      .from(videos)
      .innerJoin(users, eq(users.id, videos.ownerId)),
    { keys: newestFirst, condition: state && eq(videos.state, state), limit, cursor },
    ({ video }) => [video.id],
  );
  const renditions = await db
    .select({ videoId: videoRenditions.videoId, height: videoRenditions.height })
    .from(videoRenditions)
    .where(
      inArray(
        videoRenditions.videoId,
        page.rows.map(({ video }) => video.id),
      ),
    )
    .orderBy(asc(videoRenditions.height));
  return mapPage(page, (row) => ({
    ...row,
    renditions: renditions.filter(({ videoId }) => videoId === row.video.id).map(({ height }) => height),
  }));
}

function sumVideos(db: Database) {
  return db
    .select({
      state: videos.state,
      count: count(),
      storedBytes: sum(videos.storedBytes).mapWith(Number),
      originalBytes: sum(videos.bytes).mapWith(Number),
    })
    .from(videos)
    .groupBy(videos.state);
}

function videosApi(context: AppContext): Handlers<typeof videosContract, CallerFor> {
  return {
    "GET /admin/videos": async ({ query }) =>
      mapPage(await listVideos(context.db, query), ({ video, ownerName, renditions }) => ({
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

/** @param isInUse a condition on videos, from later features */
export const videosFeature = (isInUse: (db: Database) => SQL) =>
  defineFeature({
    name: "Videos",
    contract: videosContract,
    handlers: videosApi,
    jobs: [
      job("videos", 2, (context, signal) => processVideos(context, signal, { isInUse: isInUse(context.db) })),
      job("unused videos", 600, async (context) => {
        await collectVideos(context, not(isInUse(context.db)));
        await removeStrayFiles(context);
      }),
    ],
  });
