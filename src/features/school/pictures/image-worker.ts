/** The child process of transcode.ts; transcodes one picture at a time. */
import { flushCompileCache } from "node:module";
import { setPriority } from "node:os";
import { Problem } from "../../../platform/errors.ts";
import { type TranscodeLimits, problems } from "./policy.ts";
import { type PictureFile, type PictureMetadata, transcodePicture } from "./transcode-picture.ts";

export type WorkerMessage =
  | { readonly metadata: PictureMetadata }
  | { readonly file: PictureFile }
  | { readonly done: true }
  | { readonly problem: string };

// A nice value of 5 gives page requests priority; a higher value starves the worker on a busy machine.
setPriority(5);

// A kill would lose what the next worker saves by it.
flushCompileCache();

// Ctrl-C signals the whole process group; the server still waits for the current picture.
process.on("SIGINT", () => {});
process.on("SIGTERM", () => {});

const send = (message: WorkerMessage) => process.send?.(message);

export interface TranscodeRequest {
  readonly bytes: Uint8Array;
  readonly limits: TranscodeLimits;
  readonly widths: readonly number[];
}

async function handle({ bytes, limits, widths }: TranscodeRequest): Promise<void> {
  let isDecoded = false;
  let hasExceeded = false;
  const cpuAtStart = process.cpuUsage();
  // CPU seconds: a busy machine must not fail a valid picture.
  const checkLimits = (): void => {
    const { user, system } = process.cpuUsage(cpuAtStart);
    const maxCpuSeconds = isDecoded ? limits.cpuSeconds : limits.decodeCpuSeconds;
    if (
      hasExceeded ||
      ((user + system) / 1e6 <= maxCpuSeconds && process.memoryUsage.rss() <= limits.memoryBytes)
    )
      return;
    hasExceeded = true;
    send({ problem: problems["picture-too-much-work"].code });
  };
  const limitTimer = setInterval(checkLimits, 50);
  try {
    const { files, ...metadata } = await transcodePicture(Buffer.from(bytes), widths);
    checkLimits();
    isDecoded = true;
    if (hasExceeded) return;
    send({ metadata });
    for await (const file of files()) {
      checkLimits();
      if (hasExceeded) return;
      send({ file });
    }
    send({ done: true });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    if (!hasExceeded) send({ problem: error.type.code });
  } finally {
    clearInterval(limitTimer);
  }
}

process.on("message", (request: TranscodeRequest) => void handle(request));
