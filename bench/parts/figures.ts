import { loadavg } from "node:os";

export const say = (line: string): void => void process.stdout.write(`${line}\n`);

export function percentile(took: readonly number[], part: number): number {
  const sorted = took.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}

export const summary = (took: readonly number[]): readonly [p50: number, p95: number, most: number] => [
  percentile(took, 0.5),
  percentile(took, 0.95),
  percentile(took, 1),
];

/** Milliseconds. */
export const latencies = (took: readonly number[]): string =>
  Object.entries({ p50: 0.5, p95: 0.95, p99: 0.99, max: 1 })
    .map(([name, part]) => `${name} ${percentile(took, part).toFixed(1)}`)
    .join(", ") + " ms";

export function sayGoal(name: string, figure: number, goal: number, unit: string): void {
  const digits = Math.max(figure, goal) < 10 ? 2 : 1;
  const verdict = figure <= goal ? "met" : "MISSED";
  say(`${verdict.padEnd(7)}${name}: ${figure.toFixed(digits)} ${unit} (goal: at most ${goal} ${unit})`);
}

/** Figures of a machine that others use too are worth less. */
export const sayLoad = (): void =>
  say(
    `load ${loadavg()
      .map((each) => each.toFixed(2))
      .join(" ")}`,
  );
