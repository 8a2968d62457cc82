/** The child process of run-video-job.ts; does one job and waits to be killed. */
import { writeFileSync } from "node:fs";
import { rm, stat } from "node:fs/promises";
import { flushCompileCache } from "node:module";
import { setPriority } from "node:os";
import { checkVideo, encodeVideo } from "./encode-video.ts";
import { loadEncoder, requireEncoder, type Encoder } from "./encoder.ts";
import { type Packaged, packageVideo } from "./package-video.ts";
import { VideoRefused, lengthTolerance, posterWidth } from "./policy.ts";
import { type VideoFacts, probeVideo } from "./probe-video.ts";

interface EncodeJob {
  readonly kind: "encode";
  readonly path: string;
  readonly target: string;
  readonly facts: VideoFacts;
  readonly height: number;
}

/** All paths are local files; only `path` is read, only `target` is written. */
export type VideoJob =
  | { readonly kind: "probe"; readonly path: string }
  | { readonly kind: "copy"; readonly path: string; readonly target: string; readonly facts: VideoFacts }
  | EncodeJob
  | { readonly kind: "check"; readonly path: string; readonly facts: VideoFacts }
  | { readonly kind: "frame"; readonly path: string; readonly seconds: number };

export interface VideoResults {
  readonly probe: { readonly facts: VideoFacts; readonly hasEncoder: boolean };
  readonly copy: Packaged;
  readonly encode: Packaged;
  readonly check: null;
  /** A JPEG; null without an encoder, or if nothing can be decoded. */
  readonly frame: Uint8Array | null;
}

export interface WorkerBounds {
  /** CPU seconds: a busy machine must not fail a good video. */
  readonly seconds: number;
  readonly bytes: number;
}

export type WorkerMessage =
  | { readonly progress: number }
  | { readonly done: VideoResults[keyof VideoResults] }
  | { readonly refused: VideoRefused["refusal"]; readonly brokenAt: number | null }
  | { readonly failed: string };

/** The parent may have been killed before the disconnection is known here. */
const send = (message: WorkerMessage) =>
  process.send?.(message, undefined, undefined, (error) => {
    if (error) process.exit();
  });

async function work(job: VideoJob): Promise<VideoResults[keyof VideoResults]> {
  switch (job.kind) {
    case "probe": {
      const { size } = await stat(job.path);
      return { facts: await probeVideo(job.path, size), hasEncoder: (await loadEncoder()) !== undefined };
    }
    case "copy": {
      const { facts } = job;
      const made = await packageVideo(job.path, job.target, hasSound(facts), reportOf(facts));
      return whole(made, facts.milliseconds - facts.missedByCopy * 1000);
    }
    case "encode":
      return whole(await encode(job), job.facts.milliseconds);
    case "check":
      await checkVideo(await requireEncoder(), job.path, job.facts, reportOf(job.facts));
      return null;
    case "frame": {
      const av = await loadEncoder();
      return (av && takeFrame(av, job.path, job.seconds, posterWidth)) ?? null;
    }
  }
}

const hasSound = ({ audioTrack }: VideoFacts): boolean => audioTrack !== null;

async function encode({ path, target, facts, height }: EncodeJob): Promise<Packaged> {
  const report = reportOf(facts);
  const encoded = `${target}.part`;
  await encodeVideo(await requireEncoder(), path, encoded, facts, height, report);
  const packaged = await packageVideo(encoded, target, hasSound(facts), () =>
    report(facts.milliseconds / 1000),
  );
  await rm(encoded);
  return packaged;
}

function whole(made: Packaged, milliseconds: number): Packaged {
  if (made.milliseconds < milliseconds * (1 - lengthTolerance))
    throw new VideoRefused("damaged", Math.floor(made.milliseconds / 1000));
  return made;
}

function reportOf({ milliseconds }: VideoFacts): (seconds: number) => void {
  let isQuiet = false;
  return (seconds) => {
    if (isQuiet) return;
    isQuiet = true;
    setTimeout(() => (isQuiet = false), 1000).unref();
    send({ progress: Math.min(100, Math.floor((100_000 * seconds) / milliseconds)) });
  };
}

function watchBounds({ seconds, bytes }: WorkerBounds): void {
  setInterval(() => {
    const { user, system } = process.cpuUsage();
    if ((user + system) / 1e6 <= seconds && process.memoryUsage.rss() <= bytes) return;
    send({ refused: "too-much-work", brokenAt: null });
  }, 50).unref();
}

setPriority(10);
try {
  // If memory runs out, Linux kills this process before the server.
  writeFileSync("/proc/self/oom_score_adj", "500");
} catch {}

// Ctrl-C signals the whole process group; the server decides when to stop.
process.on("SIGINT", () => {});
process.on("SIGTERM", () => {});
process.on("disconnect", () => process.exit());
process.on("message", ({ job, bounds }: { job: VideoJob; bounds: WorkerBounds }) => {
  watchBounds(bounds);
  work(job).then(
    (done) => {
      // A kill would lose what the next worker saves by it.
      flushCompileCache();
      return send({ done });
    },
    (error: unknown) => {
      if (error instanceof VideoRefused) send({ refused: error.refusal, brokenAt: error.brokenAt });
      else send({ failed: String(error) });
    },
  );
});

/** The frame shown at `seconds`, or the last one, as a JPEG. Undefined if none can be decoded. */
function takeFrame(av: Encoder, path: string, seconds: number, width: number): Buffer | undefined {
  using input = av.Demuxer.openSync(path, { format: "mov" });
  const source = input.video();
  if (!source) return undefined;
  using decoder = av.Decoder.createSync(source, { threadCount: 1, exitOnError: false });
  using scaler = new av.Scaler();
  const unit = source.timeBase.num / source.timeBase.den;
  let last: ReturnType<typeof decoder.decodeAllSync>[number] | undefined;
  const isFound = (packet: Parameters<typeof decoder.decodeAllSync>[0]): boolean => {
    for (const frame of decoder.decodeAllSync(packet)) {
      if (last && Number(frame.pts) * unit > seconds) {
        frame.free();
        return true;
      }
      last?.free();
      last = frame;
    }
    return false;
  };
  try {
    for (using packet of input.packetsSync(source.index)) {
      if (isFound(packet)) break;
    }
    isFound(null);
    if (!last) return undefined;
    const across = Math.min(width, last.width);
    const resize = { width: across, height: Math.round((across * last.height) / last.width) };
    return scaler.toJpegSync(last, { resize, quality: 95 });
  } finally {
    last?.free();
  }
}
