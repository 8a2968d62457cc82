import { type ChildProcess, fork } from "node:child_process";
import { on } from "node:events";
import { join } from "node:path";
import { Problem } from "../../platform/errors.ts";
import type { Transcoded } from "./transcode-picture.ts";
import type { TranscodeRequest, WorkerMessage } from "./image-worker.ts";
import { maxProcessingSeconds, transcodeLimits } from "./policy.ts";
import { problems } from "./problems.ts";

/** A separate process isolates decoder crashes, returns its memory and runs at a lower priority. */
const workerFile = join(import.meta.dirname, "image-worker.ts");
/** Milliseconds of idle time. */
const idleTimeout = 15_000;

let idleWorker: { readonly child: ChildProcess; readonly timer: NodeJS.Timeout } | undefined;

/** `files` is valid until `work` resolves. Throws too-many-pixels, picture-damaged, picture-too-much-work. */
export async function transcode<Result>(
  bytes: Buffer,
  work: (transcoded: Transcoded) => Promise<Result>,
  limits = transcodeLimits,
): Promise<Result> {
  const child = acquireWorker();
  const signal = AbortSignal.timeout(maxProcessingSeconds * 1000);
  const messages = on(child, "message", { signal, close: ["exit"] }) as AsyncGenerator<[WorkerMessage]>;
  let isIdle = false;
  const nextMessage = async (): Promise<WorkerMessage> => {
    const event = await messages.next().catch(() => undefined);
    if (!event && signal.aborted) throw new Problem(problems.tooMuchWork);
    if (!event || event.done) throw new Problem(problems.damaged);
    const [message] = event.value;
    isIdle = "done" in message || ("problem" in message && message.problem !== problems.tooMuchWork.code);
    if (!("problem" in message)) return message;
    throw new Problem(
      Object.values(problems).find(({ code }) => code === message.problem) ?? problems.damaged,
    );
  };
  const receiveFiles = async function* () {
    for (let message = await nextMessage(); "file" in message; message = await nextMessage()) {
      yield { ...message.file, bytes: Buffer.from(message.file.bytes) };
    }
  };
  try {
    child.send({ bytes, limits } satisfies TranscodeRequest);
    const first = await nextMessage();
    if (!("metadata" in first)) throw new Error("the image worker sent a file before its picture");
    return await work({ ...first.metadata, files: receiveFiles });
  } finally {
    void messages.return(undefined);
    if (isIdle) releaseWorker(child);
    else child.kill("SIGKILL");
  }
}

function acquireWorker(): ChildProcess {
  if (idleWorker?.child.connected) {
    const { child, timer } = idleWorker;
    clearTimeout(timer);
    idleWorker = undefined;
    return child;
  }
  const child = fork(workerFile, {
    serialization: "advanced",
    execArgv: ["--disable-warning=ExperimentalWarning"],
    // The worker gets no secrets. A single malloc arena returns freed memory to the system.
    env: { MALLOC_ARENA_MAX: "1" },
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  // The `exit` event reports a dead worker; a failed send needs no handler.
  child.on("error", () => {});
  child.unref();
  child.channel?.unref();
  return child;
}

function releaseWorker(child: ChildProcess): void {
  const timer = setTimeout(() => {
    idleWorker = undefined;
    child.kill("SIGKILL");
  }, idleTimeout).unref();
  idleWorker = { child, timer };
}
