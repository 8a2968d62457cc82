import { setImmediate } from "node:timers/promises";
import type { Frame, Packet, Stream } from "node-av/lib";
import type { Encoder } from "./encoder.ts";
import { even, framesPerSecond } from "./plan-renditions.ts";
import { VideoRefused, keyFrameInterval, lengthTolerance } from "./policy.ts";
import type { VideoFacts } from "./probe-video.ts";

/** Maximum bits per second, which a connection must sustain even in a busy scene. */
const ceilings = [
  { size: 480, bitrate: 1_200_000 },
  { size: 720, bitrate: 2_500_000 },
];
const highestCeiling = 4_500_000;

/** H.264 and AAC as MP4. Synchronous: passing frames between threads doubles the CPU time. Throws VideoRefused. */
export async function encodeVideo(
  av: Encoder,
  path: string,
  target: string,
  facts: VideoFacts,
  height: number,
  report: (seconds: number) => void,
): Promise<void> {
  using input = av.Demuxer.openSync(path, { format: facts.container });
  using output = av.Muxer.openSync(target, { format: "mp4" });
  const source = sourceOf(input, facts);
  using pictures = openPictures(av, source, facts, height);
  const heard = facts.audioTrack === null ? undefined : (streamOf(input, facts.audioTrack) ?? input.audio());
  using sounds = heard && openSounds(av, heard);
  const losses = watchLosses(av, source, facts.milliseconds / 1000);
  const trackOf = (chain: Chain): Track => ({ chain, stream: output.addStream(chain.encoder) });
  const pictureTrack = trackOf(pictures);
  const soundTrack = sounds && trackOf(sounds);

  const encode = ({ chain, stream }: Track, filtered: Frame | null): void => {
    using frame = filtered;
    for (const encoded of chain.encoder.encodeAllSync(frame)) {
      using packet = encoded;
      output.writePacketSync(packet, stream);
    }
  };
  const decode = (track: Track, packet: Packet | null): void => {
    const { decoder, filter } = track.chain;
    for (const decoded of decoder.decodeAllSync(packet)) {
      using frame = decoded;
      if (track === pictureTrack) losses.noteFrame(frame.pts);
      for (const filtered of filter.processAllSync(frame)) encode(track, filtered);
    }
  };
  const finish = (track: Track): void => {
    for (const frame of track.chain.filter.flushFramesSync()) encode(track, frame);
    encode(track, null);
    output.writePacketSync(null, track.stream);
  };

  for (using packet of input.packetsSync()) {
    if (packet?.streamIndex === source.index) {
      report(losses.notePacket(packet));
      decode(pictureTrack, packet);
      // Lets messages and timers through.
      await setImmediate();
    } else if (packet && soundTrack && packet.streamIndex === heard?.index) {
      decode(soundTrack, packet);
    }
  }
  decode(pictureTrack, null);
  losses.judge();
  finish(pictureTrack);
  if (!soundTrack) return;
  decode(soundTrack, null);
  finish(soundTrack);
}

type Input = ReturnType<Encoder["Demuxer"]["openSync"]>;

const streamOf = (input: Input, track: number) => input.streams.find(({ id }) => id === track);

function sourceOf(input: Input, { videoTrack }: VideoFacts): Stream {
  const source = streamOf(input, videoTrack) ?? input.video();
  if (!source) throw new VideoRefused("damaged", 0);
  return source;
}

/** Decodes a video that is otherwise only copied. Throws VideoRefused. */
export async function checkVideo(
  av: Encoder,
  path: string,
  facts: VideoFacts,
  report: (seconds: number) => void,
): Promise<void> {
  using input = av.Demuxer.openSync(path, { format: facts.container });
  const source = sourceOf(input, facts);
  using decoder = av.Decoder.createSync(source, { threadCount: 1, exitOnError: false });
  const losses = watchLosses(av, source, facts.milliseconds / 1000);
  const decode = (packet: Packet | null): void => {
    for (using frame of decoder.decodeAllSync(packet)) losses.noteFrame(frame.pts);
  };
  for (using packet of input.packetsSync(source.index)) {
    if (!packet) continue;
    report(losses.notePacket(packet));
    decode(packet);
    await setImmediate();
  }
  decode(null);
  losses.judge();
}

type Chain = ReturnType<typeof openChain>;

interface Track {
  readonly chain: Chain;
  /** In the output. */
  readonly stream: number;
}

function openPictures(av: Encoder, source: Stream, facts: VideoFacts, height: number) {
  const rate = framesPerSecond(facts.framesPerSecond);
  const filter = av.FilterAPI.create(describeFilters(facts, height, rate), { threads: 1 });
  const shorter = Math.min(height, (facts.width * height) / facts.height);
  const bitrate = ceilings.find(({ size }) => Math.floor(shorter) <= size)?.bitrate ?? highestCeiling;
  const encoder = av.Encoder.createSync(av.FF_ENCODER_LIBX264, {
    filter,
    threadCount: 1,
    gopSize: Math.round(rate * keyFrameInterval),
    maxRate: bitrate,
    bufSize: 2 * bitrate,
    // node-av frees a dictionary of options twice when it opens an encoder synchronously.
    configure: (context) => {
      for (const [name, value] of Object.entries(x264))
        av.FFmpegError.throwIfError(context.setOption(name, value));
    },
  });
  return openChain(av, source, filter, encoder);
}

function openSounds(av: Encoder, source: Stream) {
  // Fills gaps, so that audio and video stay in sync.
  const filter = av.FilterAPI.create(
    "aresample=48000:async=1:first_pts=0,aformat=sample_fmts=fltp:channel_layouts=stereo",
    { threads: 1 },
  );
  const encoder = av.Encoder.createSync(av.FF_ENCODER_AAC, { filter, threadCount: 1, bitrate: 128_000 });
  return openChain(av, source, filter, encoder);
}

type Filter = ReturnType<Encoder["FilterAPI"]["create"]>;
type AvEncoder = ReturnType<Encoder["Encoder"]["createSync"]>;

function openChain(av: Encoder, source: Stream, filter: Filter, encoder: AvEncoder) {
  const decoder = av.Decoder.createSync(source, { threadCount: 1, exitOnError: false });
  const close = (): void => {
    for (const part of [decoder, filter, encoder]) part.close();
  };
  return { decoder, filter, encoder, [Symbol.dispose]: close };
}

/** A short lookahead saves 40 MB at 1080p at the same bit rate. */
const x264 = { preset: "veryfast", "rc-lookahead": "4", profile: "high", crf: "23", sc_threshold: "0" };

const turns = { 0: [], 90: ["transpose=clock"], 180: ["hflip", "vflip"], 270: ["transpose=cclock"] } as const;

/** Scales before rotating, to save memory. */
function describeFilters(facts: VideoFacts, height: number, rate: number): string {
  const width = even((facts.width * height) / facts.height);
  const [across, down] = facts.rotation % 180 === 0 ? [width, height] : [height, width];
  return [
    `fps=${rate}:start_time=0`,
    `scale=${across}:${down}:flags=bicubic${facts.isHdr ? "" : colors(facts)}`,
    ...turns[facts.rotation],
    ...(facts.isFlipped ? ["hflip"] : []),
    ...(facts.isHdr ? ["tonemapx=tonemap=bt2390:transfer=bt709:matrix=bt709:primaries=bt709"] : []),
    "format=yuv420p",
    "setsar=1",
    "setparams=colorspace=bt709:color_primaries=bt709:color_trc=bt709:range=tv",
  ].join();
}

/** Players guess unnamed colors from the picture's size, which changes here. */
function colors({ hasColorSpace, height }: VideoFacts): string {
  const guessed = height >= 720 ? "bt709" : "smpte170m";
  return `:in_color_matrix=${hasColorSpace ? "auto" : guessed}:out_color_matrix=bt709:out_range=tv`;
}

/** Decoders skip what they can't read; missing frames show how much is lost, and where. */
function watchLosses(av: Encoder, source: Stream, length: number) {
  const unit = source.timeBase.num / source.timeBase.den;
  const expected = new Set<bigint>();
  /** Frames may come in a different order from their packets. */
  const reorderSeconds = 2;
  let packets = 0;
  let lost = 0;
  let end = 0;
  let brokenAt: number | undefined;

  const giveUp = (before: number): void => {
    for (const pts of expected) {
      if (Number(pts) * unit >= before) continue;
      expected.delete(pts);
      lost += 1;
      brokenAt = Math.min(brokenAt ?? Infinity, Number(pts) * unit);
    }
  };
  const judge = (share: number): void => {
    if (share > lengthTolerance) throw new VideoRefused("damaged", Math.max(0, Math.floor(brokenAt ?? end)));
  };
  return {
    notePacket(packet: Packet): number {
      const { pts, duration } = packet;
      const seconds = Number(pts) * unit;
      if (seconds < 0 || packet.hasFlags(av.AV_PKT_FLAG_DISCARD)) return end;
      packets += 1;
      end = Math.max(end, seconds + Number(duration) * unit);
      expected.add(pts);
      giveUp(end - reorderSeconds);
      judge(((lost / packets) * end) / length);
      return end;
    },
    noteFrame(pts: bigint): void {
      expected.delete(pts);
    },
    judge(): void {
      giveUp(Infinity);
      judge(packets === 0 ? 1 : 1 - (1 - lost / packets) * Math.min(1, end / length));
    },
  };
}
