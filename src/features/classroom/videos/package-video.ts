import { type FileHandle, open } from "node:fs/promises";
import {
  BufferTarget,
  CmafOutputFormat,
  EncodedAudioPacketSource,
  type EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  type InputAudioTrack,
  type InputVideoTrack,
  Output,
} from "mediabunny";
import { VideoRefused, maxSegmentBytes, segmentSeconds } from "./policy.ts";
import { firstShownKeyFrame, openVideo } from "./probe-video.ts";
import type { Segment } from "./tables.ts";

export interface Packaged {
  readonly width: number;
  readonly height: number;
  readonly milliseconds: number;
  readonly codecs: string;
  readonly bytes: number;
  readonly initBytes: number;
  readonly segments: readonly Segment[];
  /** Bits per second, in the most demanding segment. */
  readonly bandwidth: number;
}

/** One CMAF file, with segments that begin at key frames. One muxer per segment limits memory. */
export async function packageVideo(
  path: string,
  target: string,
  hasSound: boolean,
  report: (seconds: number) => void = () => {},
): Promise<Packaged> {
  using input = openVideo(path);
  const video = await input.getPrimaryVideoTrack();
  if (!video) throw new Error("no picture to package");
  const audio = hasSound ? await input.getPrimaryAudioTrack() : null;
  const tracks = await describeTracks(video, audio);

  const file = await open(target, "w");
  try {
    const segments: Segment[] = [];
    let initBytes = 0;
    let bytes = 0;
    for await (const segment of cut(video, audio)) {
      const { init, media } = await mux(tracks, segment);
      if (bytes === 0) {
        initBytes = init.length;
        bytes = await append(file, init);
      }
      numberFragments(media, segments.length + 1);
      segments.push({ offset: bytes, length: media.length, milliseconds: lengthOf(segment) });
      bytes += await append(file, media);
      report(segment.end);
    }
    if (segments.length === 0) throw new Error("no key frame to begin with");
    return {
      width: await video.getDisplayWidth(),
      height: await video.getDisplayHeight(),
      milliseconds: segments.reduce((sum, { milliseconds }) => sum + milliseconds, 0),
      codecs: tracks.codecs,
      bytes,
      initBytes,
      segments,
      bandwidth: bandwidthOf(segments),
    };
  } finally {
    await file.close();
  }
}

async function append(file: FileHandle, bytes: Buffer): Promise<number> {
  // Unlike `write`, goes on after a short write, and fails if the disk is full.
  await file.writeFile(bytes);
  return bytes.length;
}

type Tracks = Awaited<ReturnType<typeof describeTracks>>;

async function describeTracks(video: InputVideoTrack, audio: InputAudioTrack | null) {
  const picture = await video.getDecoderConfig();
  const sound = await audio?.getDecoderConfig();
  if (!picture || (audio && !sound)) throw new Error("a track cannot be described");
  return {
    video: { decoderConfig: picture, rotation: await video.getRotation(), flip: await video.getFlip() },
    audio: sound ? { decoderConfig: sound } : undefined,
    codecs: [picture, sound].flatMap((config) => config?.codec ?? []).join(),
  };
}

interface Cut {
  /** Seconds. */
  readonly start: number;
  readonly end: number;
  readonly pictures: readonly EncodedPacket[];
  readonly sounds: readonly EncodedPacket[];
}

/** Rounds both ends, so that lengths add up. */
const lengthOf = ({ start, end }: Cut): number => Math.round(end * 1000) - Math.round(start * 1000);

async function* cut(video: InputVideoTrack, audio: InputAudioTrack | null): AsyncGenerator<Cut> {
  const origin = await firstShownKeyFrame(video);
  if (!origin) return;
  const pictures = shifted(new EncodedPacketSink(video).packets(origin), origin.timestamp);
  const sounds = audio && shifted(new EncodedPacketSink(audio).packets(), origin.timestamp);
  let begun: EncodedPacket[] = [];
  let bytes = 0;
  let sound = await nextOf(sounds);
  const finish = async (first: EncodedPacket, next?: number): Promise<Cut> => {
    const end = next ?? endOf(begun);
    const heard: EncodedPacket[] = [];
    for (; sound && sound.timestamp < (next ?? Infinity); sound = await nextOf(sounds)) heard.push(sound);
    return { start: first.timestamp, end, pictures: lasting(begun, end), sounds: heard };
  };
  for await (const picture of pictures) {
    const [first] = begun;
    if (first && picture.type === "key" && picture.timestamp - first.timestamp >= segmentSeconds) {
      yield await finish(first, picture.timestamp);
      begun = [];
      bytes = 0;
    }
    begun.push(picture);
    bytes += picture.byteLength;
    if (bytes > maxSegmentBytes) throw new VideoRefused("codec");
  }
  const [first] = begun;
  if (first) yield await finish(first);
}

/** Some containers omit the duration of the last frame; uses that of the one before. */
function endOf(pictures: readonly EncodedPacket[]): number {
  const times = pictures.map(({ timestamp }) => timestamp).toSorted((one, other) => one - other);
  const [last = 0, before = last] = [times.at(-1), times.at(-2)];
  const duration = pictures.find(({ timestamp }) => timestamp === last)?.duration ?? 0;
  return last + (duration || last - before);
}

/** The muxer takes the length of the last frame from its packet. */
function lasting(pictures: readonly EncodedPacket[], end: number): EncodedPacket[] {
  const last = Math.max(...pictures.map(({ timestamp }) => timestamp));
  return pictures.map((picture, at) =>
    at === pictures.length - 1 ? picture.clone({ duration: end - last }) : picture,
  );
}

/** Earlier packets were trimmed away or can't be decoded. */
async function* shifted(packets: AsyncGenerator<EncodedPacket>, origin: number) {
  for await (const packet of packets) {
    if (packet.timestamp >= origin) yield packet.clone({ timestamp: packet.timestamp - origin });
  }
}

const nextOf = async (packets: AsyncGenerator<EncodedPacket> | null): Promise<EncodedPacket | undefined> =>
  (await packets?.next())?.value ?? undefined;

async function mux(tracks: Tracks, { pictures, sounds }: Cut): Promise<{ init: Buffer; media: Buffer }> {
  const [initTarget, target] = [new BufferTarget(), new BufferTarget()];
  const output = new Output({ format: new CmafOutputFormat(), target, initTarget });
  const video = new EncodedVideoPacketSource("avc");
  const audio = new EncodedAudioPacketSource("aac");
  output.addVideoTrack(video, tracks.video);
  if (tracks.audio) output.addAudioTrack(audio, tracks.audio);
  await output.start();
  for (const packet of pictures) await video.add(packet);
  for (const packet of sounds) await audio.add(packet);
  await output.finalize();
  if (!initTarget.buffer || !target.buffer) throw new Error("a segment without data");
  return { init: Buffer.from(initTarget.buffer), media: Buffer.from(target.buffer) };
}

/** Each muxer numbers its fragments from 1; in one file the numbers must increase. */
function numberFragments(media: Buffer, number: number): void {
  const header = media.indexOf("mfhd", 0, "latin1");
  media.writeUInt32BE(number, header + 8);
}

/** Ignores a short last segment, unless it is the only one. */
function bandwidthOf(segments: readonly Segment[]): number {
  const rates = segments
    .filter(({ milliseconds }) => segments.length === 1 || milliseconds >= 1000)
    .map(({ length, milliseconds }) => Math.ceil((length * 8000) / Math.max(1, milliseconds)));
  return Math.max(0, ...rates);
}
