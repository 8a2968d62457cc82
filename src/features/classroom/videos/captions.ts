// @ts-expect-error: the package names types that it does not ship.
import untyped from "node-webvtt";
import { Problem } from "../../../platform/errors.ts";
import { maxCaptionBytes, maxCues, problems } from "./policy.ts";

interface Cue {
  /** Seconds. */
  readonly start: number;
}
interface Parsed {
  readonly valid: boolean;
  readonly cues: readonly Cue[];
}
const webvtt = untyped as {
  parse(text: string): Parsed;
  compile(parsed: Parsed): string;
};

/** The package takes quadratic time for a line of digits. */
const maxTimingLength = 200;

/** Converts WebVTT or SubRip to sorted WebVTT. Throws wrong-captions with the wrong line. */
export function checkCaptions(text: string): string {
  if (Buffer.byteLength(text) > maxCaptionBytes)
    throw wrong(`These captions are larger than ${maxCaptionBytes / 1000} KB. Upload the text alone.`);
  const lines = text.split(/\r\n|\r|\n/).map((line) => line.trim());
  const unread = lines.findIndex((line) => line.includes("\uFFFD"));
  if (unread >= 0)
    throw wrong(`Line ${unread + 1} has letters we can't read. Save the file as UTF-8, and upload it again.`);
  const timings = lines.flatMap((line, at) => (line.includes("-->") ? [{ line, at }] : []));
  if (timings.length === 0)
    throw wrong("There are no captions in this file. Save them as WebVTT (.vtt) or SubRip (.srt).");
  if (timings.length > maxCues)
    throw wrong(`These captions have more than ${maxCues.toLocaleString("en-US")} cues. Join short ones.`);
  // One cue at a time: the package does not report lines, and refuses styles and SubRip.
  const cues = timings.flatMap(({ line, at }, index) => {
    const timing = line.slice(0, maxTimingLength);
    const rest = lines.slice(at + 1, timings[index + 1]?.at);
    const words = rest.includes("") ? rest.slice(0, rest.indexOf("")) : rest;
    try {
      return webvtt.parse(["WEBVTT", "", inWebVtt(timing), ...words].join("\n")).cues;
    } catch {
      throw wrong(
        `Line ${at + 1} should look like “00:01:05.000 --> 00:01:08.000”, and end after it begins. It says “${timing}”.`,
      );
    }
  });
  if (cues.length === 0) throw wrong("These captions have no words.");
  return webvtt.compile({ valid: true, cues: cues.toSorted((one, other) => one.start - other.start) });
}

const wrong = (detail: string): Problem => new Problem(problems["wrong-captions"], detail);

const timingPart = /^(?:[\d:.,]+|-->|(?:vertical|line|position|size|align):\S+)$/;

/** SubRip has commas before milliseconds, fewer digits, and coordinates. */
const inWebVtt = (timing: string): string =>
  timing
    .replace("-->", " --> ")
    .split(/\s+/)
    .filter((part) => timingPart.test(part))
    .join(" ")
    .replaceAll(/(?<=:\d\d)[.,](\d{1,3})/g, (_, digits: string) => `.${digits.padEnd(3, "0")}`)
    .replaceAll(/\b\d(?=:\d\d)/g, "0$&");

const names = new Intl.DisplayNames("en", { type: "language" });

/** BCP 47, without extensions. */
export function isLanguage(code: string): boolean {
  try {
    return names.of(code) !== undefined && /^[a-z]{2,3}(-|$)/.test(code);
  } catch {
    return false;
  }
}

export const languageName = (code: string): string => names.of(code) ?? code;
