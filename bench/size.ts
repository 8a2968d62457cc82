import { measureFonts, measurePages } from "./page-sizes.ts";

const kb = 1024;
/** JavaScript as gzip, style sheets as Brotli. */
const budget = { script: 120 * kb, dashboardScript: 150 * kb, style: 15 * kb, fonts: 64 * kb };

const kilobytes = (bytes: number): string => (bytes / kb).toFixed(1).padStart(7);
const problems: string[] = [];

process.stdout.write("JS gzip  CSS br   route (KB)\n");
for (const { path, isDashboard, script, style } of measurePages()) {
  process.stdout.write(`${kilobytes(script)} ${kilobytes(style)}   ${path}\n`);
  const bound = isDashboard ? budget.dashboardScript : budget.script;
  if (script > bound) problems.push(`${path}: JavaScript over ${kilobytes(bound).trim()} KB`);
  if (style > budget.style) problems.push(`${path}: CSS over ${kilobytes(budget.style).trim()} KB`);
}
const fonts = measureFonts();
process.stdout.write(`Fonts ${kilobytes(fonts).trim()} KB of ${kilobytes(budget.fonts).trim()}\n`);
if (fonts > budget.fonts) problems.push("The fonts are over their budget");

for (const problem of problems) process.stderr.write(`✗ ${problem}\n`);
process.exitCode = problems.length > 0 ? 1 : 0;
