import { type ChildProcess, fork } from "node:child_process";
import { on } from "node:events";
import { join } from "node:path";
import { Problem } from "../../platform/errors.ts";
import type { Transcoded } from "./transcode-picture.ts";
import type { Order, Told } from "./image-worker.ts";
import { bounds, maxSeconds } from "./policy.ts";
import { problems } from "./problems.ts";

/**
 * Strangers' pictures are read in a process of their own: it has a lower priority than serving pages, gives its memory
 * back when it ends, and a file that brings the decoder down brings nothing else down.
 */
const program = join(import.meta.dirname, "image-worker.ts");
/** Milliseconds without work after which it ends. */
const timeout = 15_000;

let waiting: { readonly child: ChildProcess; readonly timer: NodeJS.Timeout } | undefined;

/**
 * transcodePicture in the other process, for one picture at a time: its files can be drawn until `work` is done. Throws
 * too-many-pixels, picture-too-much-work, picture-damaged (also for a picture that breaks the process), what `work` throws.
 * @param most what the picture may cost
 */
export async function transcode<Result>(
  bytes: Buffer,
  work: (transcoded: Transcoded) => Promise<Result>,
  most = bounds,
): Promise<Result> {
  const child = takeProcess();
  const signal = AbortSignal.timeout(maxSeconds * 1000);
  const told = on(child, "message", { signal, close: ["exit"] }) as AsyncGenerator<[Told]>;
  let isIdle = false;
  /** What it says next. Throws the problem that it found, or picture-damaged when it ended or takes too long. */
  const next = async (): Promise<Told> => {
    const answer = await told.next().catch(() => undefined);
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
    child.send({ bytes, bounds: most } satisfies Order);
    const first = await next();
    if (!("shown" in first)) throw new Error("the transcoded process told of a file before the picture");
    return await work({ ...first.shown, files: drawFiles });
  } finally {
    void told.return(undefined);
    if (isIdle) keepWaiting(child);
    // What it still works on, nobody wants.
    else child.kill("SIGKILL");
  }
}

function takeProcess(): ChildProcess {
  if (waiting?.child.connected) {
    const { child, timer } = waiting;
    clearTimeout(timer);
    waiting = undefined;
    return child;
  }
  const child = fork(program, {
    // Buffers travel as they are.
    serialization: "advanced",
    execArgv: ["--disable-warning=ExperimentalWarning"],
    // It needs nothing of the server's secrets. With one arena the allocator gives back what the codecs took.
    env: { MALLOC_ARENA_MAX: "1" },
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  // A process that ended is noticed by what it does not say; what was on its way to it then has nobody to complain to.
  child.on("error", () => {});
  child.unref();
  child.channel?.unref();
  return child;
}

function keepWaiting(child: ChildProcess): void {
  const timer = setTimeout(() => {
    waiting = undefined;
    child.kill("SIGKILL");
  }, timeout).unref();
  waiting = { child, timer };
}
