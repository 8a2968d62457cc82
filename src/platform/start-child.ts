import type { ChildProcess } from "node:child_process";
import { once } from "node:events";

/** Out of processes, descriptors or memory. */
export class ChildNotStarted extends Error {
  override readonly name = "ChildNotStarted";
}

/** Resolves once the process runs. A failed start emits `error` without `exit`, or throws. */
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
