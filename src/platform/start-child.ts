import type { ChildProcess } from "node:child_process";
import { once } from "node:events";

/** For want of processes, descriptors or memory. */
export class ChildNotStarted extends Error {
  override readonly name = "ChildNotStarted";
}

/** Resolves when the process that `begin` forks runs. One that cannot start emits `error` and no `exit`, or throws. */
export async function startChild(begin: () => ChildProcess): Promise<ChildProcess> {
  try {
    const child = begin();
    await once(child, "spawn");
    // The `exit` event reports a dead process; a failed send needs no handler.
    child.on("error", () => {});
    return child;
  } catch (error) {
    throw new ChildNotStarted("a process could not be started", { cause: error });
  }
}
