import { type Row, atMost } from "./parts/rows.ts";
import { measureFonts, measurePages } from "./parts/page-sizes.ts";

const kb = 1024;
/** JavaScript as gzip, style sheets as Brotli. */
const budget = { script: 120 * kb, dashboardScript: 150 * kb, style: 15 * kb, fonts: 64 * kb };

export const rows: Row[] = [];

const kilobytes = (bytes: number): string => (bytes / kb).toFixed(1).padStart(7);
const problems: string[] = [];
const warnings: string[] = [];

const check = (what: string, bytes: number, bound: number): void => {
  if (bytes > bound) problems.push(`${what} is ${bytes - bound} bytes over its ${bound / kb} KB`);
  else if (bytes > 0.98 * bound) warnings.push(`${what}: ${bound - bytes} bytes left of ${bound / kb} KB`);
};

const pages = measurePages();
process.stdout.write("JS gzip  CSS br   route (KB)\n");
for (const { path, isDashboard, script, style } of pages) {
  process.stdout.write(`${kilobytes(script)} ${kilobytes(style)}   ${path}\n`);
  check(`JavaScript of ${path}`, script, isDashboard ? budget.dashboardScript : budget.script);
  check(`CSS of ${path}`, style, budget.style);
}
const fonts = measureFonts();
process.stdout.write(`Fonts ${kilobytes(fonts).trim()} KB of ${kilobytes(budget.fonts).trim()}\n`);
if (fonts > budget.fonts) problems.push(`The fonts are ${fonts - budget.fonts} bytes over their budget`);

const addRow = (what: string, bytes: readonly number[], bound: number): void => {
  const most = Math.max(...bytes) / kb;
  rows.push({ what, measured: `${most.toFixed(1)} KB`, goal: atMost(most, bound / kb, "KB") });
};
const scriptsOf = (isDashboard: boolean): number[] =>
  pages.filter((page) => page.isDashboard === isDashboard).map(({ script }) => script);
addRow("JavaScript of a public page, at most", scriptsOf(false), budget.script);
addRow("JavaScript of a dashboard, at most", scriptsOf(true), budget.dashboardScript);
addRow(
  "CSS of a page, at most",
  pages.map(({ style }) => style),
  budget.style,
);
addRow("fonts", [fonts], budget.fonts);

for (const warning of warnings) process.stdout.write(`! ${warning}\n`);
for (const problem of problems) process.stderr.write(`✗ ${problem}\n`);
process.exitCode = problems.length > 0 ? 1 : 0;
