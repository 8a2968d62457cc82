import { type ChildProcess, fork } from "node:child_process";
import { on } from "node:events";
import { join } from "node:path";
import { Problem } from "../../platform/errors.ts";
import type { Transcoded } from "./transcode-picture.ts";
import type { TranscodeRequest, WorkerMessage } from "./image-worker.ts";
import { bounds, maxSeconds } from "./policy.ts";
import { problems } from "./problems.ts";

/** A separate process isolates decoder crashes, returns its memory and runs at a lower priority. */
const program = join(import.meta.dirname, "image-worker.ts");
/** Milliseconds of idle time. */
const timeout = 15_000;

let waiting: { readonly child: ChildProcess; readonly timer: NodeJS.Timeout } | undefined;

/** `files` is valid until `work` resolves. Throws too-many-pixels, picture-damaged, picture-too-much-work. */
export async function transcode<Result>(
  bytes: Buffer,
  work: (transcoded: Transcoded) => Promise<Result>,
  most = bounds,
): Promise<Result> {
  const child = acquireWorker();
  const signal = AbortSignal.timeout(maxSeconds * 1000);
  const messages = on(child, "message", { signal, close: ["exit"] }) as AsyncGenerator<[WorkerMessage]>;
  let isIdle = false;
  const next = async (): Promise<WorkerMessage> => {
    const answer = await messages.next().catch(() => undefined);
    if (!answer && signal.aborted) throw new Problem(problems.tooMuchWork);
    if (!answer || answer.done) throw new Problem(problems.damaged);
    const [said] = answer.value;
    isIdle = "done" in said || ("problem" in said && said.problem !== problems.tooMuchWork.code);
    if (!("problem" in said)) return said;
    throw new Problem(Object.values(problems).find(({ code }) => code === said.problem) ?? problems.damaged);
  };
  const drawFiles = async function* () {
    for (let said = await next(); "file" in said; said = await next()) {
      yield { ...said.file, bytes: Buffer.from(said.file.bytes) };
    }
  };
  try {
    child.send({ bytes, bounds: most } satisfies TranscodeRequest);
    const first = await next();
    if (!("shown" in first)) throw new Error("the image worker sent a file before its picture");
    return await work({ ...first.shown, files: drawFiles });
  } finally {
    void messages.return(undefined);
    if (isIdle) releaseWorker(child);
    else child.kill("SIGKILL");
  }
}

function acquireWorker(): ChildProcess {
  if (waiting?.child.connected) {
    const { child, timer } = waiting;
    clearTimeout(timer);
    waiting = undefined;
    return child;
  }
  const child = fork(program, {
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
    waiting = undefined;
    child.kill("SIGKILL");
  }, timeout).unref();
  waiting = { child, timer };
}
