import { readFileSync } from "node:fs";

/** Linux. An ended process has empty files. */
export function readProcess(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    return "";
  }
}

/** Kernel ticks of 10 ms, as milliseconds. `ended` counts the children that have ended. */
export function processorTimeOf(pid: number, of: "itself" | "ended children" = "itself"): number {
  const stat = readProcess(pid, "stat");
  const fields = stat
    .slice(stat.lastIndexOf(")") + 2)
    .split(" ")
    .map(Number);
  const [user = 0, system = 0] = of === "itself" ? fields.slice(11, 13) : fields.slice(13, 15);
  return (user + system) * 10;
}

export const childrenOf = (pid: number): number[] =>
  readProcess(pid, `task/${pid}/children`).split(" ").filter(Boolean).map(Number);

type Memory = "VmRSS" | "VmHWM" | "RssAnon";

/** Megabytes: resident now, at most so far, or without pages of files. */
export function memoryOf(pid: number, which: Memory = "VmRSS"): number {
  const [, kilobytes = 0] = new RegExp(`${which}:\\s+(\\d+)`).exec(readProcess(pid, "status")) ?? [];
  return Number(kilobytes) / 1024;
}

/** Calls `look` ten times a second until the returned function is called. */
export function watch(look: () => void): () => void {
  const timer = setInterval(look, 100);
  return () => clearInterval(timer);
}
