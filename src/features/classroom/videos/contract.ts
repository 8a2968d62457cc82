import { z } from "zod";
import { pageQuery } from "../../../platform/keyset.ts";
import { endpoint, only } from "../../../access/policy.ts";
import { videoStates } from "./policy.ts";

export const videosContract = {
  "GET /admin/videos": endpoint({
    summary: "All videos, newest first: what is in work, what failed and why, and the space they take",
    access: only("admin"),
    query: z.object({ ...pageQuery, state: z.enum(videoStates).optional() }),
    answer: z.array(
      z.object({
        _id: z.string(),
        fileName: z.string(),
        ownerName: z.string(),
        state: z.enum(videoStates),
        progress: z.int(),
        refusalText: z.string().nullable(),
        seconds: z.int().nullable(),
        bytes: z.int().describe("Of the original"),
        storedBytes: z.int(),
        renditions: z.array(z.int()).describe("Heights, in pixels"),
        uploaded: z.date(),
      }),
    ),
    paged: true,
  }),
  "GET /admin/videos/space": endpoint({
    summary: "How much space videos take, and how much is free",
    access: only("admin"),
    answer: z.object({
      storedBytes: z.int(),
      originalBytes: z.int().describe("Of videos still in work"),
      freeBytes: z.int().describe("On the disk of the data folder"),
      hasEncoder: z.boolean().describe("Without one, only MP4 videos (H.264 and AAC) are taken, as they are"),
      inWork: z.int(),
      refused: z.int(),
    }),
  }),
};
