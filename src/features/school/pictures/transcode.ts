import { type ChildProcess, fork } from "node:child_process";
import { on } from "node:events";
import { extname, join } from "node:path";
import pLimit from "p-limit";
import { Problem, problems as generalProblems } from "../../../platform/errors.ts";
import { childEnvironment, startChild } from "../../../platform/start-child.ts";
import type { Transcoded } from "./transcode-picture.ts";
import type { TranscodeRequest, WorkerMessage } from "./image-worker.ts";
import { maxProcessingSeconds, storedWidths, transcodeLimits, problems } from "./policy.ts";

/** A separate process isolates decoder crashes, returns its memory and runs at a lower priority. */
const workerFile = join(import.meta.dirname, `image-worker${extname(import.meta.filename)}`);
const idleTimeout = 15_000;

let idleWorker: { readonly child: ChildProcess; readonly timer: NodeJS.Timeout } | undefined;

const oneAtATime = pLimit(1);

/** `files` is valid until `work` ends. Throws too-many-pixels, picture-damaged, picture-too-much-work, overloaded. */
export const transcode = <Result>(
  bytes: Buffer,
  work: (transcoded: Transcoded) => Promise<Result>,
  { limits = transcodeLimits, widths = storedWidths }: Partial<Omit<TranscodeRequest, "bytes">> = {},
): Promise<Result> => oneAtATime(() => transcodeNow({ bytes, limits, widths }, work));

async function transcodeNow<Result>(
  request: TranscodeRequest,
  work: (transcoded: Transcoded) => Promise<Result>,
): Promise<Result> {
  const child = await acquireWorker().catch(() => {
    throw new Problem(generalProblems.overloaded);
  });
  const signal = AbortSignal.timeout(maxProcessingSeconds * 1000);
  const messages = on(child, "message", { signal, close: ["exit"] }) as AsyncGenerator<[WorkerMessage]>;
  let isIdle = false;
  const nextMessage = async (): Promise<WorkerMessage> => {
    const event = await messages.next().catch(() => undefined);
    if (!event && signal.aborted) throw new Problem(problems["picture-too-much-work"]);
    if (!event || event.done) throw new Problem(problems["picture-damaged"]);
    const [message] = event.value;
    isIdle =
      "done" in message ||
      ("problem" in message && message.problem !== problems["picture-too-much-work"].code);
    if (!("problem" in message)) return message;
    throw new Problem(
      Object.values(problems).find(({ code }) => code === message.problem) ?? problems["picture-damaged"],
    );
  };
  const receiveFiles = async function* () {
    for (let message = await nextMessage(); "file" in message; message = await nextMessage()) {
      yield { ...message.file, bytes: Buffer.from(message.file.bytes) };
    }
  };
  try {
    child.send(request);
    const first = await nextMessage();
    if (!("metadata" in first)) throw new Error("the image worker sent a file before its picture");
    return await work({ ...first.metadata, files: receiveFiles });
  } finally {
    void messages.return(undefined);
    if (isIdle) releaseWorker(child);
    else child.kill("SIGKILL");
  }
}

async function acquireWorker(): Promise<ChildProcess> {
  if (idleWorker?.child.connected) {
    const { child, timer } = idleWorker;
    clearTimeout(timer);
    idleWorker = undefined;
    child.ref();
    child.channel?.ref();
    return child;
  }
  return startChild(() =>
    fork(workerFile, {
      serialization: "advanced",
      execArgv: ["--disable-warning=ExperimentalWarning", "--enable-source-maps"],
      env: childEnvironment(),
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    }),
  );
}

function releaseWorker(child: ChildProcess): void {
  child.unref();
  child.channel?.unref();
  const timer = setTimeout(() => {
    idleWorker = undefined;
    child.kill("SIGKILL");
  }, idleTimeout).unref();
  idleWorker = { child, timer };
}
