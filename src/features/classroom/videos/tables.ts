import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from "drizzle-orm/pg-core";
import { users } from "../../../access/tables.ts";
import { isOneOf, refersTo } from "../../../platform/drizzle.ts";
import { videoRefusals, videoStates } from "./policy.ts";

export const videos = pgTable(
  "videos",
  {
    id: uuid().primaryKey(),
    /** Null once the account is deleted, and the video in `deleting`. */
    ownerId: uuid().references(() => users.id),
    fileName: text().notNull(),
    /** Of the original. */
    bytes: bigint({ mode: "number" }).notNull(),
    state: text({ enum: videoStates }).notNull(),
    refusal: text({ enum: videoRefusals }),
    /** Seconds into the video. */
    brokenAt: integer(),
    milliseconds: integer(),
    width: integer(),
    height: integer(),
    hasSound: boolean(),
    /** Set by the instructor: nothing to caption. */
    hasNoSpeech: boolean().notNull().default(false),
    /** Milliseconds of the poster's frame; null without a poster. Before the video plays: the requested frame. */
    posterAt: integer(),
    storedBytes: bigint({ mode: "number" }).notNull().default(0),
    /** 0 to 100, of the current rendition. */
    progress: integer().notNull().default(0),
    attempts: integer().notNull().default(0),
    claimedUntil: timestamp({ withTimezone: true }),
    createdAt: timestamp({ withTimezone: true }).notNull(),
    changedAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [
    index("videos_by_owner").on(table.ownerId, table.id),
    index("videos_by_state").on(table.state, table.createdAt),
    index("videos_claimed")
      .on(table.claimedUntil)
      .where(sql`${table.claimedUntil} is not null`)
      .concurrently(),
    check("videos_state", isOneOf(table.state, videoStates)),
    check("videos_refusal", isOneOf(table.refusal, videoRefusals)),
    check("videos_owner", sql`${table.ownerId} is not null or ${table.state} = 'deleting'`),
  ],
);

/** Bytes from the start of the rendition's file. */
export interface Segment {
  readonly offset: number;
  readonly length: number;
  readonly milliseconds: number;
}

/** One CMAF file each, `videos/<id>/<height>.mp4`. */
export const videoRenditions = pgTable(
  "video_renditions",
  {
    videoId: refersTo(videos.id, "cascade"),
    height: integer().notNull(),
    width: integer().notNull(),
    bytes: bigint({ mode: "number" }).notNull(),
    /** Bits per second, at the most demanding segment. */
    bandwidth: integer().notNull(),
    codecs: text().notNull(),
    initBytes: integer().notNull(),
    segments: jsonb().$type<readonly Segment[]>().notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.videoId, table.height] })],
);

export const videoCaptions = pgTable(
  "video_captions",
  {
    videoId: refersTo(videos.id, "cascade"),
    language: text().notNull(),
    /** WebVTT. */
    vtt: text().notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.videoId, table.language] })],
);
