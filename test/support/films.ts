import { open } from "node:fs/promises";
import {
  EncodedAudioPacketSource,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  FilePathTarget,
  MkvOutputFormat,
  Mp4OutputFormat,
  Output,
} from "mediabunny";
import { loadEncoder } from "../../src/features/videos/load-encoder.ts";
import { openVideo } from "../../src/features/videos/probe-video.ts";

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
  /** As of a camera in a room; 0 to 100. */
  readonly grain?: number;
  /** Bits per second of the pictures. */
  readonly bitrate?: number;
}

/** A moving test picture with a tone; the container by the name of the file. */
export async function makeFilm(path: string, film: Film = {}): Promise<void> {
  const { seconds = 6, width = 320, height = 180, rate = 12, codec = "libx264" } = film;
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
  readonly rotation?: 0 | 90 | 180 | 270;
  /** Seconds that an edit list hides at the beginning. */
  readonly trim?: number;
  readonly times?: number;
}

/** The same pictures and sound in another container or position. */
export async function rewrap(path: string, target: string, change: Change = {}): Promise<void> {
  using input = openVideo(path);
  const video = (await input.getPrimaryVideoTrack())!;
  const audio = await input.getPrimaryAudioTrack();
  const format = target.endsWith(".mkv") ? new MkvOutputFormat() : new Mp4OutputFormat({ fastStart: false });
  const output = new Output({ format, target: new FilePathTarget(target) });
  const pictures = new EncodedVideoPacketSource((await video.getCodec())!);
  output.addVideoTrack(pictures, { rotation: change.rotation ?? 0 });
  const sounds = audio && new EncodedAudioPacketSource((await audio.getCodec())!);
  if (sounds) output.addAudioTrack(sounds);
  await output.start();
  const length = await video.computeDuration();
  const described = {
    video: { decoderConfig: (await video.getDecoderConfig())! },
    audio: { decoderConfig: (await audio?.getDecoderConfig())! },
  };
  for (let time = 0; time < (change.times ?? 1); time += 1) {
    const shift = time * length - (change.trim ?? 0);
    for await (const packet of new EncodedPacketSink(video).packets()) {
      await pictures.add(packet.clone({ timestamp: packet.timestamp + shift }), described.video);
    }
    if (!audio || !sounds) continue;
    for await (const packet of new EncodedPacketSink(audio).packets()) {
      const isInside = packet.timestamp >= 0 && packet.timestamp + packet.duration <= length;
      if (isInside) await sounds.add(packet.clone({ timestamp: packet.timestamp + shift }), described.audio);
    }
  }
  await output.finalize();
}

/** Overwrites a share of the file. */
export async function damage(path: string, from: number, to: number): Promise<void> {
  const file = await open(path, "r+");
  const { size } = await file.stat();
  const noise = Buffer.from(
    Uint8Array.from({ length: Math.floor((to - from) * size) }, (_, at) => (at * 97 + (at >> 8) * 31) % 256),
  );
  await file.write(noise, 0, noise.length, Math.floor(from * size));
  await file.close();
}
