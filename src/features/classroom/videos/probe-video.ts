import {
  ADTS,
  type EncodedPacket,
  EncodedPacketSink,
  FLAC,
  FilePathSource,
  Input,
  type InputAudioTrack,
  type InputVideoTrack,
  MATROSKA,
  MP3,
  MP4,
  QTFF,
  type Rotation,
  WAVE,
  WEBM,
} from "mediabunny";
import { VideoRefused, lengthTolerance, maxHeight, maxSeconds, maxWidth } from "./policy.ts";

export interface VideoFacts {
  readonly container: "mov" | "matroska";
  readonly videoTrack: number;
  readonly audioTrack: number | null;
  readonly milliseconds: number;
  /** As displayed: upright, in square pixels. */
  readonly width: number;
  readonly height: number;
  /** Clockwise, before the flip. */
  readonly rotation: Rotation;
  readonly isFlipped: boolean;
  readonly hasSquarePixels: boolean;
  readonly isHdr: boolean;
  readonly hasColorSpace: boolean;
  readonly framesPerSecond: number;
  readonly bitrate: number;
  /** H.264 and AAC in profiles that browsers play. */
  readonly isPlayable: boolean;
  /** Seconds; set for playable videos. */
  readonly keyFrameGap: number;
  /** Seconds before the first key frame, which a copy can't show; set for playable videos. */
  readonly missedByCopy: number;
}

/** No other formats reach a decoder. */
const formats = [MP4, QTFF, WEBM, MATROSKA];
/** Recognized for a helpful refusal. */
const soundFormats = [MP3, WAVE, FLAC, ADTS];

export const openVideo = (path: string, of = formats): Input<FilePathSource> =>
  new Input({ source: new FilePathSource(path, { maxCacheSize: 4 * 1024 ** 2 }), formats: of });

/** Throws VideoRefused. */
export async function probeVideo(path: string, bytes: number): Promise<VideoFacts> {
  if (bytes === 0) throw new VideoRefused("empty");
  using input = openVideo(path);
  if (!(await canRead(input))) throw new VideoRefused((await isSound(path)) ? "empty" : "not-a-video");
  const { video, audio } = await readTracks(input);
  const [width, height] = [await video.getDisplayWidth(), await video.getDisplayHeight()];
  if (Math.max(width, height) > maxWidth || Math.min(width, height) > maxHeight)
    throw new VideoRefused("too-large-picture");
  const seconds = await readLength(video);
  if (seconds > maxSeconds) throw new VideoRefused("too-long");
  if ((await video.getCodec()) === null || (audio && (await audio.getCodec()) === null))
    throw new VideoRefused("codec");

  const isPlayable = await isPlayableIn(video, audio);
  const aspect = await video.getPixelAspectRatio();
  return {
    container: [WEBM, MATROSKA].includes(await input.getFormat()) ? "matroska" : "mov",
    videoTrack: video.id,
    audioTrack: audio?.id ?? null,
    milliseconds: Math.round(seconds * 1000),
    width: Math.round(width),
    height: Math.round(height),
    rotation: await video.getRotation(),
    isFlipped: await video.getFlip(),
    hasSquarePixels: aspect.num === aspect.den,
    isHdr: await video.hasHighDynamicRange(),
    hasColorSpace: Boolean((await video.getColorSpace()).matrix),
    framesPerSecond: (await video.computeFrameRateMetrics()).bestGuessFrameRate,
    bitrate: Math.round((bytes * 8) / seconds),
    isPlayable,
    keyFrameGap: isPlayable ? await readMaxKeyFrameGap(video, seconds) : 0,
    missedByCopy: isPlayable ? await beginningWithoutKey(video) : 0,
  };
}

const canRead = (input: Input): Promise<boolean> => input.canRead().catch(() => false);

async function isSound(path: string): Promise<boolean> {
  using input = openVideo(path, soundFormats);
  return await canRead(input);
}

async function readTracks(input: Input): Promise<{ video: InputVideoTrack; audio: InputAudioTrack | null }> {
  try {
    const video = await input.getPrimaryVideoTrack();
    if (!video) throw new VideoRefused((await input.getTracks()).length > 0 ? "empty" : "damaged");
    const audio = await input.getPrimaryAudioTrack();
    const hasSound = audio && (await new EncodedPacketSink(audio).getFirstPacket({ metadataOnly: true }));
    return { video, audio: hasSound ? audio : null };
  } catch (error) {
    // It starts like a video, but its index is missing or broken.
    throw error instanceof VideoRefused ? error : new VideoRefused("damaged");
  }
}

/** Until the last readable frame. */
async function readLength(video: InputVideoTrack): Promise<number> {
  const sink = new EncodedPacketSink(video);
  const hasPacket = async (timestamp: number): Promise<boolean> => {
    const packet = await sink.getPacket(timestamp).catch(() => null);
    return packet !== null && packet.data.length > 0;
  };
  const first = await sink.getFirstPacket({ metadataOnly: true }).catch(() => null);
  const end = await video.computeDuration().catch(() => 0);
  const seconds = end - Math.max(0, first?.timestamp ?? 0);
  if (!first || seconds <= 0) throw new VideoRefused("empty");
  const announced = (await video.getDurationFromMetadata()) ?? end;
  if (end < announced * (1 - lengthTolerance)) throw new VideoRefused("damaged", Math.floor(end));
  if (await hasPacket(Infinity)) return seconds;
  let [readable, broken] = [0, end];
  while (broken - readable > 0.5) {
    const middle = (readable + broken) / 2;
    if (await hasPacket(middle)) readable = middle;
    else broken = middle;
  }
  throw new VideoRefused("damaged", Math.floor(readable));
}

/** Baseline, Main or High: 8 bits, 4:2:0. */
const playableProfiles = /^avc1\.(42|4d|58|64)/i;

async function isPlayableIn(video: InputVideoTrack, audio: InputAudioTrack | null): Promise<boolean> {
  const config = await video.getDecoderConfig();
  if (!config || !playableProfiles.test(config.codec)) return false;
  return !audio || (await audio.getCodec()) === "aac";
}

async function readMaxKeyFrameGap(video: InputVideoTrack, seconds: number): Promise<number> {
  const sink = new EncodedPacketSink(video);
  const options = { metadataOnly: true };
  let max = 0;
  let before = 0;
  let key = await sink.getFirstKeyPacket(options);
  while (key) {
    max = Math.max(max, key.timestamp - before);
    before = key.timestamp;
    key = await sink.getNextKeyPacket(key, options);
  }
  return Math.max(max, seconds - before);
}

async function beginningWithoutKey(video: InputVideoTrack): Promise<number> {
  const key = await firstShownKeyFrame(video);
  return key ? key.timestamp - Math.max(0, await video.getFirstTimestamp()) : Infinity;
}

/** Players that ignore edit lists must not show the hidden beginning either. */
export async function firstShownKeyFrame(video: InputVideoTrack): Promise<EncodedPacket | null> {
  const sink = new EncodedPacketSink(video);
  let key = await sink.getFirstKeyPacket();
  while (key && key.timestamp < -0.001) key = await sink.getNextKeyPacket(key);
  return key;
}
