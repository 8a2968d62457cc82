import type { ChildProcess } from "node:child_process";
import { once } from "node:events";

/** Not enough processes, descriptors or memory. */
export class ChildNotStarted extends Error {
  override readonly name = "ChildNotStarted";
}

/**
 * Resolves once the process that `begin` forks is running. If it can't start, it emits `error` without `exit`, or
 * throws.
 */
export async function startChild(begin: () => ChildProcess): Promise<ChildProcess> {
  try {
    const child = begin();
    await once(child, "spawn");
    // The `exit` event reports a dead process; a failed send needs no handling.
    child.on("error", () => {});
    return child;
  } catch (error) {
    throw new ChildNotStarted("a process could not be started", { cause: error });
  }
}
