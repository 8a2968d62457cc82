import type { Database } from "../../../platform/database.ts";
import { defineFeature, job } from "../../feature.ts";
import { videosApi } from "./api.ts";
import { videosContract } from "./contract.ts";
import { processVideos } from "./process-video.ts";
import { collectVideos } from "./remove-videos.ts";
import { type SQL, not } from "drizzle-orm";

/** @param isInUse a condition on videos, from later features */
export const videosFeature = (isInUse: (db: Database) => SQL) =>
  defineFeature({
    name: "Videos",
    contract: videosContract,
    handlers: videosApi,
    jobs: [
      job("videos", 2, (context, signal) => processVideos(context, signal)),
      job("unused videos", 600, (context) => collectVideos(context, not(isInUse(context.db)))),
    ],
  });
