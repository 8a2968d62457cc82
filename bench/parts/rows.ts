import { percentile, say } from "./figures.ts";

/** Of the table at the end of `npm run bench`. */
export interface Row {
  readonly what: string;
  /** With its unit. */
  readonly measured: string;
  /** The baseline of the same run. */
  readonly beside?: string;
  /** Of the two, or the growth from the smallest catalog to the largest. */
  readonly ratio?: string;
  readonly goal?: Goal;
}
interface Goal {
  readonly figure: number;
  readonly bound: "at most" | "at least";
  readonly value: number;
  readonly unit?: string;
}

export const atMost = (figure: number, value: number, unit = ""): Goal => ({
  figure,
  bound: "at most",
  value,
  unit,
});
export const atLeast = (figure: number, value: number): Goal => ({ figure, bound: "at least", value });

/** The median, with the lowest and the highest where there are several. */
export function spread(figures: readonly number[], digits: number): string {
  const median = percentile(figures, 0.5).toFixed(digits);
  if (figures.length < 2) return median;
  return `${median} (${Math.min(...figures).toFixed(digits)}–${Math.max(...figures).toFixed(digits)})`;
}

const isMet = ({ figure, bound, value }: Goal): boolean =>
  bound === "at most" ? figure <= value : figure >= value;

export function sayTable(rows: readonly Row[]): void {
  const cells = rows.map(({ what, measured, beside = "", ratio = "", goal }) => [
    what,
    measured,
    beside,
    ratio,
    goal ? `${goal.bound} ${goal.value} ${goal.unit ?? ""}`.trim() : "",
    goal ? (isMet(goal) ? "met" : "MISSED") : "",
  ]);
  const table = [["", "measured", "beside", "ratio or growth", "goal", ""], ...cells];
  const widths = table[0]!.map((_, column) => Math.max(...table.map((row) => row[column]!.length)));
  for (const row of table)
    say(
      row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join("  ")
        .trimEnd(),
    );
}
