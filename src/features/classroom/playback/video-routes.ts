import { buffer } from "node:stream/consumers";
import { and, eq } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import { LRUCache } from "lru-cache";
import { Problem, problems } from "../../../platform/errors.ts";
import { type SentSeconds, noteSent } from "../progress/note-learner.ts";
import { type Segment, videoCaptions, videoRenditions, videos } from "../videos/tables.ts";
import { type LessonPath, openVideo } from "./open-media.ts";
import { sendBytes, sendFile, type MediaContext, privately, serve, type ByteRange } from "./send-file.ts";

/** A few seconds, so that little unwatched video is sent. */
const maxOpenRange = 4 * 1024 ** 2;
/** Not forever: after a failover, the database may have lost the last second. */
const notedMilliseconds = 600_000;
const playlistType = "application/vnd.apple.mpegurl";

interface VideoPath extends LessonPath {
  readonly videoId: string;
}
interface RenditionPath extends VideoPath {
  readonly height: string;
}

export function mountVideos(scope: FastifyInstance, context: MediaContext): void {
  const { db, storage } = context;
  const url = (file: string): string => `/:classId/:lessonId/:videoId/${file}`;

  const isRendition = ({ videoId, height }: RenditionPath) =>
    and(eq(videoRenditions.videoId, videoId), eq(videoRenditions.height, Number(height)));
  const playlistHeaders = (state: string) =>
    state === "ready" ? privately : { "cache-control": "private, max-age=0" };

  serve<VideoPath>(scope, url("master.m3u8"), async (request, reply) => {
    const { videoId } = request.params;
    await openVideo(context, request, request.params);
    const renditions = await db
      .select({
        state: videos.state,
        height: videoRenditions.height,
        width: videoRenditions.width,
        bandwidth: videoRenditions.bandwidth,
        codecs: videoRenditions.codecs,
      })
      .from(videoRenditions)
      .innerJoin(videos, eq(videos.id, videoRenditions.videoId))
      .where(eq(videoRenditions.videoId, videoId));
    const [first] = renditions;
    if (!first) throw new Problem(problems["not-found"]);
    reply.type(playlistType);
    return sendBytes(request, reply, masterPlaylist(renditions), playlistHeaders(first.state));
  });

  serve<RenditionPath>(scope, url(":height(^\\d{1,4}).m3u8"), async (request, reply) => {
    await openVideo(context, request, request.params);
    const [found] = await db
      .select({ rendition: videoRenditions, state: videos.state })
      .from(videoRenditions)
      .innerJoin(videos, eq(videos.id, videoRenditions.videoId))
      .where(isRendition(request.params));
    if (!found) throw new Problem(problems["not-found"]);
    reply.type(playlistType);
    return sendBytes(request, reply, mediaPlaylist(found.rendition), playlistHeaders(found.state));
  });

  serve<RenditionPath, { v?: string }>(scope, url(":height(^\\d{1,4}).mp4"), async (request, reply) => {
    const { params, query } = request;
    const { lesson, studentId } = await openVideo(context, request, params);
    const [rendition] = await db
      .select({ bytes: videoRenditions.bytes, createdAt: videoRenditions.createdAt })
      .from(videoRenditions)
      .where(isRendition(params));
    const version = rendition && versionOf(rendition);
    if (!version || (query.v ?? version) !== version) throw new Problem(problems["not-found"]);
    const { classId, videoId } = params;
    return sendFile(context, request, reply, {
      name: `videos/${videoId}/${params.height}.mp4`,
      bytes: rendition.bytes,
      version,
      type: "video/mp4",
      headers: privately,
      maxOpenRange,
      mayRedirect: true,
      beforeSending: async (range) => {
        const seconds = studentId && secondsOf(await readSegments(params, version), range);
        if (seconds) await noteOnce({ studentId, classId, lessonId: lesson.id, videoId, ...seconds });
      },
    });
  });

  /** Players request lost data again. The rows outlive the seat; only deleting the account removes them. */
  const noted = new LRUCache<string, true>({ max: 10_000, ttl: notedMilliseconds });
  async function noteOnce(sent: SentSeconds): Promise<void> {
    const key = Object.values(sent).join(" ");
    if (noted.has(key)) return;
    await noteSent(context, sent);
    noted.set(key, true);
  }

  /** An hour of video has a thousand segments, each requested separately. */
  const segmentsOf = new LRUCache<string, readonly Segment[]>({ max: 200 });
  async function readSegments(params: RenditionPath, version: string): Promise<readonly Segment[]> {
    const key = `${params.videoId} ${params.height} ${version}`;
    const known = segmentsOf.get(key);
    if (known) return known;
    const [found] = await db
      .select({ segments: videoRenditions.segments })
      .from(videoRenditions)
      .where(isRendition(params));
    const segments = found?.segments ?? [];
    segmentsOf.set(key, segments);
    return segments;
  }

  for (const file of ["poster.webp", "thumbnail.webp"]) {
    serve<VideoPath>(scope, url(file), async (request, reply) => {
      const { isPublic } = await openVideo(context, request, request.params);
      const folder = `videos/${request.params.videoId}`;
      // Posters of earlier versions have no thumbnail.
      const found =
        (await storage.read(`${folder}/${file}`)) ?? (await storage.read(`${folder}/poster.webp`));
      if (!found) throw new Problem(problems["not-found"]);
      const headers = isPublic ? { "cache-control": "public, max-age=600" } : privately;
      return sendBytes(request, reply.type("image/webp"), await buffer(found.stream), headers);
    });
  }

  serve<VideoPath & { language: string }>(
    scope,
    url(":language(^[A-Za-z\\d-]+).vtt"),
    async (request, reply) => {
      const { videoId, language } = request.params;
      await openVideo(context, request, request.params);
      const [captions] = await db
        .select({ vtt: videoCaptions.vtt })
        .from(videoCaptions)
        .where(and(eq(videoCaptions.videoId, videoId), eq(videoCaptions.language, language)));
      if (!captions) throw new Problem(problems["not-found"]);
      return sendBytes(request, reply.type("text/vtt; charset=utf-8"), captions.vtt, privately);
    },
  );
}

type Rendition = typeof videoRenditions.$inferSelect;

/** A rendition may be recreated with other offsets. */
const versionOf = ({ bytes, createdAt }: Pick<Rendition, "bytes" | "createdAt">): string =>
  `${createdAt.getTime().toString(36)}-${bytes.toString(36)}`;

/** RFC 8216. */
const head = ["#EXTM3U", "#EXT-X-VERSION:7", "#EXT-X-INDEPENDENT-SEGMENTS"];

type Listed = Pick<Rendition, "bandwidth" | "codecs" | "height" | "width">;

/** Smallest first, because some players start with the first. */
function masterPlaylist(renditions: readonly Listed[]): string {
  const streams = renditions
    .toSorted((a, b) => a.height - b.height)
    .flatMap(({ height, width, bandwidth, codecs }) => [
      `#EXT-X-STREAM-INF:BANDWIDTH=${bandwidth},RESOLUTION=${width}x${height},CODECS="${codecs}"`,
      `${height}.m3u8`,
    ]);
  return lines([...head, ...streams]);
}

function mediaPlaylist(rendition: Rendition): string {
  const { height, initBytes, segments } = rendition;
  const file = `${height}.mp4?v=${versionOf(rendition)}`;
  const maxMilliseconds = Math.max(...segments.map(({ milliseconds }) => milliseconds));
  return lines([
    ...head,
    `#EXT-X-TARGETDURATION:${Math.ceil(maxMilliseconds / 1000)}`,
    "#EXT-X-MEDIA-SEQUENCE:0",
    "#EXT-X-PLAYLIST-TYPE:VOD",
    `#EXT-X-MAP:URI="${file}",BYTERANGE="${initBytes}@0"`,
    ...segments.flatMap(({ offset, length, milliseconds }) => [
      `#EXTINF:${(milliseconds / 1000).toFixed(3)},`,
      `#EXT-X-BYTERANGE:${length}@${offset}`,
      file,
    ]),
    "#EXT-X-ENDLIST",
  ]);
}

const lines = (all: readonly string[]): string => `${all.join("\n")}\n`;

/** [from, to) in whole seconds: a single byte opens its segment. Undefined without a segment. */
function secondsOf(segments: readonly Segment[], bytes: ByteRange) {
  let [time, from, to] = [0, Infinity, 0];
  for (const { offset, length, milliseconds } of segments) {
    const isTouched = offset <= bytes.to && bytes.from < offset + length;
    if (isTouched) [from, to] = [Math.min(from, time), time + milliseconds];
    time += milliseconds;
  }
  return to === 0 ? undefined : { from: Math.floor(from / 1000), to: Math.ceil(to / 1000) };
}
