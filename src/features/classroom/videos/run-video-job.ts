import { type ChildProcess, fork } from "node:child_process";
import { extname, join } from "node:path";
import { childEnvironment, startChild } from "../../../platform/start-child.ts";
import { VideoRefused, workerBounds } from "./policy.ts";
import type { VideoFacts } from "./probe-video.ts";
import type { VideoJob, VideoResults, WorkerBounds, WorkerMessage } from "./video-worker.ts";

/** A separate process isolates decoder crashes, returns its memory and runs at a lower priority. */
const program = join(import.meta.dirname, `video-worker${extname(import.meta.filename)}`);

export class VideoJobFailed extends Error {
  override readonly name = "VideoJobFailed";
}

export interface JobOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (percent: number) => void;
  readonly bounds?: WorkerBounds;
}

/** Throws VideoRefused, VideoJobFailed, ChildNotStarted, and the signal's reason. */
export async function runVideoJob<Kind extends VideoJob["kind"]>(
  job: Extract<VideoJob, { kind: Kind }>,
  { signal, onProgress, bounds = boundsOf("facts" in job ? job.facts : undefined) }: JobOptions = {},
): Promise<VideoResults[Kind]> {
  signal?.throwIfAborted();
  const child = await startWorker();
  return new Promise<VideoResults[Kind]>((resolve, reject) => {
    const hang = (): void => reject(new VideoRefused("too-much-work"));
    const timer = setTimeout(hang, workerBounds.silentSeconds * 1000);
    child.on("message", (said: WorkerMessage) => {
      timer.refresh();
      if ("progress" in said) onProgress?.(said.progress);
      else if ("done" in said) resolve(said.done as VideoResults[Kind]);
      else if ("refused" in said) reject(new VideoRefused(said.refused, said.brokenAt));
      else reject(new VideoJobFailed(said.failed));
    });
    child.once("exit", (code, by) => reject(new VideoJobFailed(`the worker ended with ${code ?? by}`)));
    const stop = (): void => reject(signal?.reason);
    signal?.addEventListener("abort", stop, { once: true });
    if (signal?.aborted) stop();
    child.once("close", () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", stop);
    });
    child.send({ job, bounds });
  }).finally(() => child.kill("SIGKILL"));
}

const startWorker = (): Promise<ChildProcess> =>
  startChild(() =>
    fork(program, {
      serialization: "advanced",
      // Collects garbage early: the memory belongs to the decoder.
      execArgv: [
        "--disable-warning=ExperimentalWarning",
        "--enable-source-maps",
        "--max-old-space-size=128",
        "--max-semi-space-size=2",
      ],
      env: childEnvironment(),
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    }),
  );

function boundsOf(facts: VideoFacts | undefined): WorkerBounds {
  const { lengths, minSeconds, memoryBytes, frames } = workerBounds;
  if (!facts) return { seconds: minSeconds, bytes: memoryBytes };
  const frameBytes = facts.width * facts.height * 1.5 * (facts.isHdr ? 2 : 1);
  const usual = 1920 * 1080 * 1.5;
  return {
    seconds: Math.max(minSeconds, (lengths * facts.milliseconds) / 1000),
    bytes: memoryBytes + frames * Math.max(0, frameBytes - usual),
  };
}
