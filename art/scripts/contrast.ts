// Checks every color pair in use against its WCAG contrast, and every color against the sRGB gamut. Run it after a
// color change: `node art/scripts/contrast.ts`.
import process from "node:process";

/** Lightness 0 to 1; hue in degrees. */
type Oklch = readonly [lightness: number, chroma: number, hue: number];

const light = {
  paper: [0.962, 0.017, 88],
  sheet: [0.992, 0.008, 95],
  sunk: [0.928, 0.022, 88],
  ink: [0.205, 0.013, 280],
  "ink-2": [0.42, 0.016, 280],
  "ink-3": [0.515, 0.016, 280],
  frame: [0.205, 0.013, 280],
  rule: [0.6, 0.016, 280],
  hair: [0.855, 0.022, 88],
  guide: [0.735, 0.098, 240],
  "guide-ink": [0.465, 0.115, 246],
  "guide-wash": [0.93, 0.032, 235],
  red: [0.625, 0.205, 32],
  "red-ink": [0.505, 0.185, 30],
  "red-wash": [0.942, 0.028, 32],
  gold: [0.81, 0.152, 82],
  "gold-ink": [0.46, 0.098, 72],
  "gold-wash": [0.95, 0.052, 90],
  green: [0.585, 0.112, 160],
  "green-ink": [0.44, 0.092, 160],
  "green-wash": [0.94, 0.036, 160],
  focus: [0.465, 0.115, 246],
} satisfies Record<string, Oklch>;

type Token = keyof typeof light;

const dark: Record<Token, Oklch> = {
  paper: [0.178, 0.014, 268],
  sheet: [0.222, 0.016, 268],
  sunk: [0.145, 0.012, 268],
  ink: [0.945, 0.014, 88],
  "ink-2": [0.8, 0.014, 88],
  "ink-3": [0.7, 0.014, 88],
  frame: [0.86, 0.016, 88],
  rule: [0.56, 0.018, 268],
  hair: [0.33, 0.018, 268],
  guide: [0.68, 0.11, 240],
  "guide-ink": [0.8, 0.09, 238],
  "guide-wash": [0.3, 0.045, 245],
  red: [0.66, 0.195, 33],
  "red-ink": [0.765, 0.135, 36],
  "red-wash": [0.295, 0.07, 30],
  gold: [0.82, 0.148, 84],
  "gold-ink": [0.85, 0.12, 88],
  "gold-wash": [0.31, 0.052, 80],
  green: [0.68, 0.12, 160],
  "green-ink": [0.8, 0.11, 160],
  "green-wash": [0.29, 0.048, 160],
  focus: [0.84, 0.105, 225],
};

/** WCAG 1.4.3 requires 4.5:1 for text; 1.4.11 requires 3:1 for edges and icons. */
const text = 4.5;
const edge = 3;

const pairs: [front: Token, back: Token, needed: number][] = [
  ["ink", "paper", text],
  ["ink", "sheet", text],
  ["ink", "sunk", text],
  ["ink", "guide-wash", text],
  ["ink-2", "paper", text],
  ["ink-2", "sheet", text],
  ["ink-3", "paper", text],
  ["ink-3", "sheet", text],
  ["ink-3", "sunk", text],
  ["paper", "ink", text],
  ["guide-ink", "paper", text],
  ["guide-ink", "sheet", text],
  ["guide-ink", "guide-wash", text],
  ["red-ink", "paper", text],
  ["red-ink", "sheet", text],
  ["red-ink", "red-wash", text],
  ["gold-ink", "gold-wash", text],
  ["gold-ink", "sheet", text],
  ["green-ink", "green-wash", text],
  ["green-ink", "sheet", text],
  ["rule", "sheet", edge],
  ["rule", "paper", edge],
  ["frame", "paper", edge],
  ["focus", "paper", edge],
  ["focus", "sheet", edge],
  ["red", "paper", edge],
  ["red", "sheet", edge],
];

function linearRgb([lightness, chroma, hue]: Oklch): [red: number, green: number, blue: number] {
  const angle = (hue * Math.PI) / 180;
  const [a, b] = [chroma * Math.cos(angle), chroma * Math.sin(angle)];
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ];
}

/** Screens clip, gamma-encode and quantize colors, so the check does too. */
function toByte(linear: number): number {
  const clipped = Math.min(1, Math.max(0, linear));
  return Math.round(255 * (clipped <= 0.0031308 ? 12.92 * clipped : 1.055 * clipped ** (1 / 2.4) - 0.055));
}

function hex(color: Oklch): string {
  return `#${linearRgb(color)
    .map((channel) => toByte(channel).toString(16).padStart(2, "0"))
    .join("")}`;
}

function luminance(color: Oklch): number {
  const [red, green, blue] = linearRgb(color).map((channel) => {
    const shown = toByte(channel) / 255;
    return shown <= 0.04045 ? shown / 12.92 : ((shown + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0);
}

function contrast(one: Oklch, other: Oklch): number {
  const [brighter, darker] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return ((brighter ?? 0) + 0.05) / ((darker ?? 0) + 0.05);
}

function report(name: string, theme: Record<Token, Oklch>): boolean {
  let good = true;
  const lines = [`${name} theme`];
  for (const [token, color] of Object.entries(theme)) {
    const outside = linearRgb(color).some((channel) => channel < -0.002 || channel > 1.002);
    if (outside) good = false;
    lines.push(
      `  ${token.padEnd(12)} oklch(${color.join(" ")}) ${hex(color)}${outside ? " NOT IN sRGB" : ""}`,
    );
  }
  for (const [front, back, needed] of pairs) {
    const ratio = contrast(theme[front], theme[back]);
    if (ratio < needed) good = false;
    lines.push(
      `  ${ratio < needed ? "FAIL" : "ok  "} ${`${front} on ${back}`.padEnd(24)} ${ratio.toFixed(2)}`,
    );
  }
  process.stdout.write(`${lines.join("\n")}\n`);
  return good;
}

const results = [report("light", light), report("dark", dark)];
process.exitCode = results.every(Boolean) ? 0 : 1;
