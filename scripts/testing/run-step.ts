import { spawn } from "node:child_process";
import { mkdirSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { type TestResult, firstLine, readResults, resultsVariable } from "./results.ts";
import { type Step, root } from "./steps.ts";

/** A step in which nothing has happened for so long is ended, and fails. A slow machine is not a failure. */
const idleSeconds = 300;
/** Enough for what a compiler says of a few mistakes. */
const keptCharacters = 4000;

/** Prints the step's output while it runs; of a quiet one only if it fails. */
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
    // A group of its own, so that its workers and their sites end with it.
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
      // What a runner prints is not yet a test that has ended.
      if (!results) lastProgress = Date.now();
    });
  let isIdle = false;
  const watch = setInterval(() => {
    const written = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    if (Date.now() - Math.max(lastProgress, written) < idleSeconds * 1000) return;
    isIdle = true;
    // SIGKILL: a runner whose worker never yields does not act on a gentler signal.
    kill("SIGKILL");
  }, 5000);
  return new Promise<{ code: number; isIdle: boolean; output: string }>((done) => {
    const end = (code: number): void => {
      clearInterval(watch);
      for (const signal of signals) process.off(signal, forward);
      // What it has left running.
      kill("SIGKILL");
      // Ctrl-C ends the run, not this step alone.
      if (received) process.kill(process.pid, received);
      done({ code, isIdle, output });
    };
    child.on("error", () => end(1));
    child.on("exit", (code) => end(code ?? 1));
  });
}

/** The lines that look like errors, else the last ones. */
function lastWords(output: string): string {
  const lines = output.split("\n").map(firstLine).filter(Boolean);
  const errors = lines.filter((line) => /\berror\b|×|✗|Error:/i.test(line));
  return (errors.length > 0 ? errors.slice(0, 5) : lines.slice(-5)).join("\n");
}
