import { spawn } from "node:child_process";
import { mkdirSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { type TestResult, firstLine, readResults, resultsVariable } from "./results.ts";
import { type Step, root } from "./steps.ts";

/** A step without progress for this long is killed, and fails. Being slow is not a failure. */
const idleSeconds = 300;
/** Enough for a compiler's output on a few errors. */
const keptCharacters = 4000;

/** Prints the step's output while it runs; if it is quiet, only on failure. */
export async function runStep(step: Step, isQuiet = false): Promise<readonly TestResult[]> {
  const file = join(root, "reports", step.results ?? "none.jsonl");
  mkdirSync(dirname(file), { recursive: true });
  rmSync(file, { force: true });
  const { code, isIdle, output } = await spawnStep(step, file, isQuiet);
  const results = step.results ? readResults(file) : [];
  const hasFailedTest = results.some(({ status }) => status === "failed");
  if (step.results && !isIdle && (code === 0 || hasFailedTest)) return results;
  const whole = { id: step.title, runner: "step", file: "", titles: [step.title], project: "" } as const;
  if (code === 0) return [{ ...whole, status: "passed" }];
  if (isQuiet) process.stdout.write(`\n${output}`);
  const error = isIdle ? `Nothing happened for ${idleSeconds} seconds, so it was ended.` : lastWords(output);
  return [...results, { ...whole, status: "failed", error }];
}

function spawnStep({ command, env, results }: Step, file: string, isQuiet: boolean) {
  const [program = "", ...args] = command;
  const path = `${join(root, "node_modules", ".bin")}:${process.env["PATH"]}`;
  const child = spawn(program, args, {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
    // A separate process group, so that its workers and their sites end with it.
    detached: true,
    env: {
      ...process.env,
      ...(process.stdout.isTTY && { FORCE_COLOR: "1" }),
      ...env,
      [resultsVariable]: file,
      PATH: path,
    },
  });
  const kill = (signal: NodeJS.Signals): void => {
    try {
      if (child.pid) process.kill(-child.pid, signal);
    } catch {
      // It has ended.
    }
  };
  let received: NodeJS.Signals | undefined;
  const forward = (signal: NodeJS.Signals): void => {
    received = signal;
    kill(signal);
  };
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
  for (const signal of signals) process.on(signal, forward);

  let output = "";
  let lastProgress = Date.now();
  for (const [stream, target] of [
    [child.stdout, process.stdout],
    [child.stderr, process.stderr],
  ] as const)
    stream.on("data", (chunk: Buffer) => {
      if (!isQuiet) target.write(chunk);
      output = (output + chunk.toString()).slice(-keptCharacters);
      // A runner's output is not progress; a finished test is.
      if (!results) lastProgress = Date.now();
    });
  let isIdle = false;
  const watch = setInterval(() => {
    const written = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    if (Date.now() - Math.max(lastProgress, written) < idleSeconds * 1000) return;
    isIdle = true;
    // SIGKILL: a runner with a blocked worker does not react to a gentler signal.
    kill("SIGKILL");
  }, 5000);
  return new Promise<{ code: number; isIdle: boolean; output: string }>((done) => {
    const end = (code: number): void => {
      clearInterval(watch);
      for (const signal of signals) process.off(signal, forward);
      // Ends leftover processes.
      kill("SIGKILL");
      // Ctrl-C ends the run, not only this step.
      if (received) process.kill(process.pid, received);
      done({ code, isIdle, output });
    };
    child.on("error", () => end(1));
    child.on("exit", (code) => end(code ?? 1));
  });
}

/** Lines that look like errors, or else the last ones. */
function lastWords(output: string): string {
  const lines = output.split("\n").map(firstLine).filter(Boolean);
  const errors = lines.filter((line) => /\berror\b|×|✗|Error:/i.test(line));
  return (errors.length > 0 ? errors.slice(0, 5) : lines.slice(-5)).join("\n");
}
