import type { Command, Terminal } from "../../scripts/command.ts";
import { runNode } from "./site-process.ts";

/** Runs in the test's process. */
export async function runMain(
  command: Command,
  args: readonly string[],
  env: Record<string, string>,
  ask?: Terminal["ask"],
) {
  let output = "";
  let errors = "";
  const code = await command(args, env, {
    print: (text) => void (output += text),
    printError: (text) => void (errors += text),
    ask,
  });
  return { code, output, errors };
}

/** Runs as for an operator. */
export async function runBuilt(name: string, args: readonly string[], env: Record<string, string>) {
  const { ended, said } = runNode([`build/node/${name}.js`, ...args], env);
  const code = await ended;
  return { code, said: said() };
}
