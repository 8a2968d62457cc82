import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { getCompileCacheDir } from "node:module";
import { dirname } from "node:path";

/** Out of processes, descriptors or memory. */
export class ChildNotStarted extends Error {
  override readonly name = "ChildNotStarted";
}

/** Of a process that works on strangers' files: no secrets. A single malloc arena returns freed memory to the system. */
export function childEnvironment(): Record<string, string> {
  const compiled = getCompileCacheDir();
  // Node adds a folder of its own for each version.
  return { MALLOC_ARENA_MAX: "1", ...(compiled && { NODE_COMPILE_CACHE: dirname(compiled) }) };
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
