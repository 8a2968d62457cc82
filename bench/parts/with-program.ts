import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

interface Program {
  /** Of this folder. Sends a message when it is ready. */
  readonly file: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

export async function withProgram(
  { file, args = [], env = {} }: Program,
  work: (program: ChildProcess) => Promise<void>,
): Promise<void> {
  // As `npm start` does.
  const execArgv = ["--max-semi-space-size=4", "--heap-growing-percent=30"];
  const program = fork(join(import.meta.dirname, file), args, {
    execArgv,
    env: { PATH: process.env["PATH"], MALLOC_ARENA_MAX: "2", ...env },
  });
  const ended = once(program, "exit");
  try {
    await Promise.race([once(program, "message"), ended]);
    if (program.exitCode !== null) throw new Error(`${file} did not start`);
    await work(program);
  } finally {
    program.kill();
    await ended;
  }
}
