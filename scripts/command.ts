import { createInterface } from "node:readline/promises";
import { loadEnvFile } from "../src/settings/settings.ts";

export interface Terminal {
  readonly print: (text: string) => void;
  readonly printError: (text: string) => void;
  /** Undefined without a terminal. */
  readonly ask: ((question: string) => Promise<string>) | undefined;
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** Returns the exit code. */
export type Command = (
  args: readonly string[],
  env: Environment,
  terminal: Terminal,
) => number | Promise<number>;

export async function runFromCommandLine(command: Command): Promise<void> {
  loadEnvFile(process.cwd());
  process.exitCode = await command(process.argv.slice(2), process.env, {
    print: (text) => void process.stdout.write(text),
    printError: (text) => void process.stderr.write(text),
    ask: process.stdin.isTTY ? ask : undefined,
  });
}

async function ask(question: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return await lines.question(question);
  } finally {
    lines.close();
  }
}

export function refuseUsage(terminal: Terminal, usage: string): number {
  terminal.printError(usage);
  return 2;
}
