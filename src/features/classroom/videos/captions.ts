// @ts-expect-error: the package names types that it does not ship.
import untyped from "node-webvtt";
import { Problem } from "../../../platform/errors.ts";
import { maxCaptionBytes, maxCues } from "./policy.ts";
import { problems } from "./problems.ts";

export interface Cue {
  /** Seconds. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
}
interface Parsed {
  readonly valid: boolean;
  readonly cues: readonly Cue[];
}
const webvtt = untyped as {
  parse(text: string, options?: { strict: boolean }): Parsed;
  compile(parsed: Parsed): string;
};

interface Block {
  /** Counted from 1. */
  readonly line: number;
  readonly lines: readonly string[];
}

/** WebVTT or SubRip, as WebVTT in the order of time. Throws wrong-captions with the line that is wrong. */
export function checkCaptions(text: string): string {
  if (Buffer.byteLength(text) > maxCaptionBytes)
    throw wrong(`These captions are larger than ${maxCaptionBytes / 1000} KB. Upload the text alone.`);
  const blocks = blocksOf(text).filter(({ lines }) => lines.some((line) => line.includes("-->")));
  if (blocks.length === 0)
    throw wrong("There are no captions in this file. Save them as WebVTT (.vtt) or SubRip (.srt).");
  if (blocks.length > maxCues)
    throw wrong(`These captions have more than ${maxCues.toLocaleString("en-US")} cues. Join short ones.`);
  const cues = blocks.flatMap(readCue).toSorted((one, other) => one.start - other.start);
  if (cues.length === 0) throw wrong("These captions have no words.");
  return webvtt.compile({ valid: true, cues });
}

/** Without markup. */
export const cuesOf = (vtt: string): Cue[] =>
  webvtt
    .parse(vtt, { strict: false })
    .cues.map(({ start, end, text }) => ({ start, end, text: plain(text) }));

const wrong = (detail: string): Problem => new Problem(problems.wrongCaptions, detail);

/** Separated by empty lines. */
function blocksOf(text: string): Block[] {
  const blocks: Block[] = [];
  let lines: string[] = [];
  const all = text.replace(/^\uFEFF/, "").split(/\r\n|\r|\n/);
  for (const [index, line] of [...all, ""].entries()) {
    if (line.trim() !== "") lines.push(line);
    else if (lines.length > 0) {
      blocks.push({ line: index - lines.length + 1, lines });
      lines = [];
    }
  }
  return blocks;
}

const time = String.raw`(?:(\d{1,3}):)?(\d{1,2}):(\d{2})[.,](\d{1,3})`;
const timing = new RegExp(String.raw`^\s*${time}\s*-->\s*${time}(?:\s+(.*))?$`);

/** Checks by the parser of the package, which reads one form only. A cue without words is left out. */
function readCue({ line, lines }: Block) {
  const at = lines.findIndex((each) => each.includes("-->"));
  const found = timing.exec(lines[at] ?? "");
  const place = `Line ${line + at}`;
  if (!found)
    throw wrong(`${place} should look like “00:01:05.000 --> 00:01:08.000”. It says “${lines[at]?.trim()}”.`);
  const [, ...parts] = found;
  const [start, end] = [stamp(parts.slice(0, 4)), stamp(parts.slice(4, 8))];
  const text = lines
    .slice(at + 1)
    .map(withoutArrows)
    .join("\n");
  if (text === "") return [];
  try {
    return webvtt.parse(`WEBVTT\n\n${start} --> ${end} ${settingsIn(parts[8])}\n${text}`).cues;
  } catch {
    throw wrong(`${place}: a caption has to end after it begins. It says “${lines[at]?.trim()}”.`);
  }
}

const stamp = ([hours = "0", minutes = "0", seconds = "0", rest = "0"]: readonly (
  | string
  | undefined
)[]): string => `${hours.padStart(2, "0")}:${minutes.padStart(2, "0")}:${seconds}.${rest.padEnd(3, "0")}`;

/** SubRip has coordinates there, which WebVTT does not know. */
const settingsIn = (text = ""): string =>
  text.match(/\b(?:vertical|line|position|size|align):\S+/g)?.join(" ") ?? "";

const withoutArrows = (line: string): string => line.replaceAll("-->", "→").trim();

const entities: Readonly<Record<string, string>> = {
  lt: "<",
  gt: ">",
  amp: "&",
  nbsp: " ",
  lrm: "",
  rlm: "",
};

const plain = (text: string): string =>
  text
    .replace(/<[^>]*>|\{\\[^}]*\}/g, "")
    .replace(/&(\w+);/g, (whole, name: string) => entities[name] ?? whole)
    .trim();
