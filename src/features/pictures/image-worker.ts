/** Child process of transcode.ts; transcodes one picture at a time. */
import { setPriority } from "node:os";
import { Problem } from "../../platform/errors.ts";
import type { Bounds } from "./policy.ts";
import { problems } from "./problems.ts";
import { type PictureFile, type Shown, transcodePicture } from "./transcode-picture.ts";

export type WorkerMessage =
  | { readonly shown: Shown }
  | { readonly file: PictureFile }
  | { readonly done: true }
  | { readonly problem: string };

// A nice value of 5 gives page requests priority; a higher value starves the worker on a busy machine.
setPriority(5);

// Ctrl-C signals the whole process group; the server still waits for the current picture.
process.on("SIGINT", () => {});
process.on("SIGTERM", () => {});

const send = (message: WorkerMessage) => process.send?.(message);

export interface TranscodeRequest {
  readonly bytes: Uint8Array;
  readonly bounds: Bounds;
}

async function handle({ bytes, bounds }: TranscodeRequest): Promise<void> {
  let isRead = false;
  let isOver = false;
  const before = process.cpuUsage();
  // CPU seconds: a busy machine must not fail a valid picture.
  const checkLimits = (): void => {
    const { user, system } = process.cpuUsage(before);
    const most = isRead ? bounds.seconds : bounds.readSeconds;
    if (isOver || ((user + system) / 1e6 <= most && process.memoryUsage.rss() <= bounds.bytes)) return;
    isOver = true;
    send({ problem: problems.tooMuchWork.code });
  };
  const watch = setInterval(checkLimits, 50);
  try {
    const { files, ...shown } = await transcodePicture(Buffer.from(bytes));
    checkLimits();
    isRead = true;
    if (isOver) return;
    send({ shown });
    for await (const file of files()) {
      checkLimits();
      if (isOver) return;
      send({ file });
    }
    send({ done: true });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    if (!isOver) send({ problem: error.type.code });
  } finally {
    clearInterval(watch);
  }
}

process.on("message", (request: TranscodeRequest) => void handle(request));
