import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rename, rmdir, writeFile } from "node:fs/promises";
import { extname, join, resolve } from "node:path";
import {
  EncodedAudioPacketSource,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  FilePathTarget,
  MkvOutputFormat,
  Mp4OutputFormat,
  Output,
} from "mediabunny";
import { loadEncoder } from "../../src/features/classroom/videos/encoder.ts";
import { openVideo } from "../../src/features/classroom/videos/probe-video.ts";

const av = await loadEncoder();
export const hasEncoder = av !== undefined;

interface Film {
  readonly seconds?: number;
  readonly width?: number;
  readonly height?: number;
  readonly rate?: number;
  readonly codec?: "libx264" | "libx265" | "libvpx-vp9";
  readonly pixels?: "yuv420p" | "yuv444p";
  readonly hasSound?: boolean;
  /** Frames. */
  readonly keyFrameInterval?: number;
  /** Like the noise of a camera in a room; 0 to 100. */
  readonly grain?: number;
  /** Video bits per second. */
  readonly bitrate?: number;
}

const folder = resolve(import.meta.dirname, "..", "..", "build", "test-films");
const recipe = readFileSync(import.meta.filename);

/** Created once for all tests and runs. */
async function makeOnce(
  extension: string,
  ingredients: readonly unknown[],
  make: (path: string) => Promise<void>,
): Promise<string> {
  const hash = createHash("sha256").update(recipe).update(JSON.stringify(ingredients));
  const path = join(folder, `${hash.digest("hex").slice(0, 16)}${extension}`);
  if (existsSync(path)) return path;
  await mkdir(folder, { recursive: true });
  const draft = await mkdtemp(join(folder, "draft-"));
  await make(join(draft, `film${extension}`));
  await rename(join(draft, `film${extension}`), path);
  await rmdir(draft);
  return path;
}

/** The path of a shared video. */
export const testFilm = (film: Film = {}): Promise<string> =>
  makeOnce(film.codec === "libvpx-vp9" ? ".webm" : ".mp4", [film], (path) => makeFilm(path, film));

/** A moving test picture with a tone; the file name decides the container. */
export async function makeFilm(path: string, film: Film = {}): Promise<void> {
  const { seconds = 2, width = 160, height = 90, rate = 5, codec = "libx264" } = film;
  const { pixels = "yuv420p", hasSound = true, keyFrameInterval = 2 * rate, grain = 0 } = film;
  if (!av) throw new Error("films are made with node-av");
  await using output = await av.Muxer.open(path);
  const sources: [string, string, typeof codec | "aac" | "libopus"][] = [
    [
      `testsrc2=size=${width}x${height}:rate=${rate}:duration=${seconds}${grain ? `,noise=alls=${grain}:allf=t` : ""}`,
      `scale=${width}:${height},setsar=1,format=${pixels}`,
      codec,
    ],
  ];
  const tone = `sine=frequency=440:sample_rate=48000:duration=${seconds}`;
  const sound = codec === "libvpx-vp9" ? "libopus" : "aac";
  const samples = sound === "aac" ? "fltp" : "flt";
  if (hasSound) sources.push([tone, `aformat=sample_fmts=${samples}:channel_layouts=stereo`, sound]);
  const chains = [];
  for (const [source, description, name] of sources) {
    const input = await av.Demuxer.open(source, { format: "lavfi" });
    const filter = av.FilterAPI.create(description);
    const quiet = codec === "libx265" ? { "x265-params": "log-level=error" } : {};
    const fast = codec === "libvpx-vp9" ? { "cpu-used": 8, deadline: "realtime" } : { preset: "ultrafast" };
    const encoder = await av.Encoder.create(av.Codec.findEncoderByName(name as never)!, {
      filter,
      threadCount: 1,
      ...(name === codec && { gopSize: keyFrameInterval, options: { ...fast, ...quiet } }),
      ...(name === codec && film.bitrate !== undefined && { bitrate: film.bitrate }),
    });
    chains.push({ input, filter, encoder, stream: output.addStream(encoder) });
  }
  await Promise.all(
    chains.map(async ({ input, filter, encoder, stream }) => {
      const decoder = await av.Decoder.create(input.streams[0]!);
      for await (using packet of encoder.packets(filter.frames(decoder.frames(input.packets())))) {
        await output.writePacket(packet, stream);
      }
      for (const part of [decoder, filter, encoder]) part.close();
      await input.close();
    }),
  );
}

interface Change {
  readonly container?: ".mp4" | ".mkv";
  readonly rotation?: 0 | 90 | 180 | 270;
  /** Seconds hidden at the beginning by an edit list. */
  readonly trim?: number;
}

/** The same video and audio in another container or with another offset. */
export const rewrap = (film: string, change: Change): Promise<string> =>
  makeOnce(change.container ?? ".mp4", [film, change], (path) => copyPackets(film, path, change));

async function copyPackets(film: string, path: string, { rotation = 0, trim = 0 }: Change): Promise<void> {
  using input = openVideo(film);
  const video = (await input.getPrimaryVideoTrack())!;
  const audio = await input.getPrimaryAudioTrack();
  const format = path.endsWith(".mkv") ? new MkvOutputFormat() : new Mp4OutputFormat({ fastStart: false });
  const output = new Output({ format, target: new FilePathTarget(path) });
  const pictures = new EncodedVideoPacketSource((await video.getCodec())!);
  output.addVideoTrack(pictures, { rotation });
  const sounds = audio && new EncodedAudioPacketSource((await audio.getCodec())!);
  if (sounds) output.addAudioTrack(sounds);
  await output.start();
  const pictureConfig = { decoderConfig: (await video.getDecoderConfig())! };
  for await (const packet of new EncodedPacketSink(video).packets())
    await pictures.add(packet.clone({ timestamp: packet.timestamp - trim }), pictureConfig);
  if (audio && sounds) {
    const length = await video.computeDuration();
    const soundConfig = { decoderConfig: (await audio.getDecoderConfig())! };
    for await (const packet of new EncodedPacketSink(audio).packets()) {
      const isInside = packet.timestamp >= 0 && packet.timestamp + packet.duration <= length;
      if (isInside) await sounds.add(packet.clone({ timestamp: packet.timestamp - trim }), soundConfig);
    }
  }
  await output.finalize();
}

/** A copy with this part of the file overwritten. */
export const damage = (film: string, from: number, to: number): Promise<string> =>
  makeOnce(extname(film), [film, from, to], async (path) => {
    const bytes = await readFile(film);
    const [first, end] = [from, to].map((share) => Math.floor(share * bytes.length));
    for (let at = first!; at < end!; at += 1)
      bytes[at] = ((at - first!) * 97 + ((at - first!) >> 8) * 31) % 256;
    await writeFile(path, bytes);
  });

/** A copy truncated to this share. */
export const cutOff = (film: string, share: number): Promise<string> =>
  makeOnce(extname(film), [film, share], async (path) => {
    const bytes = await readFile(film);
    await writeFile(path, bytes.subarray(0, Math.floor(share * bytes.length)));
  });
