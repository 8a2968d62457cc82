import { describe, expect, test } from "vitest";
import { Problem } from "../../../platform/errors.ts";
import { checkCaptions } from "./captions.ts";

const detailOf = (text: string): string => {
  try {
    checkCaptions(text);
    return "";
  } catch (error) {
    if (error instanceof Problem && error.type.code === "wrong-captions") return error.message;
    throw error;
  }
};

test("WebVTT keeps its cues, settings and names of speakers", () => {
  const vtt = checkCaptions(
    "WEBVTT Kind: captions\r\nLanguage: en\r\n\r\nNOTE for the editor\r\n\r\nSTYLE\r\n::cue { color: red }\r\n\r\n" +
      "intro\r\n00:01.000 --> 00:03.500 align:start line:0%\r\n<v Aiko>Start with a <i>light</i> line.\r\nThen breathe.\r\n\r\n\r\n" +
      "01:00:05.250 --> 01:00:06.000\r\nDark &amp; soft\r\n",
  );
  expect(vtt).toBe(
    "WEBVTT\n\n00:00:01.000 --> 00:00:03.500 align:start line:0%\n<v Aiko>Start with a <i>light</i> line.\nThen breathe.\n\n" +
      "01:00:05.250 --> 01:00:06.000\nDark &amp; soft\n",
  );
});

test("SubRip becomes WebVTT, with a byte order mark, coordinates and cues in any order", () => {
  const vtt = checkCaptions(
    "\uFEFF2\n00:00:04,100 --> 00:00:05,000 X1:10 X2:20\n{\\an8}Second\n\n1\n0:00:01,5 --> 0:00:02,000\nFirst\n",
  );
  expect(vtt).toBe(
    "WEBVTT\n\n00:00:01.500 --> 00:00:02.000\nFirst\n\n00:00:04.100 --> 00:00:05.000\n{\\an8}Second\n",
  );
});

test("what is written is read again as it was", () => {
  const vtt = "WEBVTT\n\n00:00:01.111 --> 00:00:02.999\n彩花: 線を引く\n";
  expect(checkCaptions(vtt)).toBe(vtt);
});

describe("what is wrong is told with its line", () => {
  test.each([
    ["", /no captions in this file/],
    ["Only words", /no captions in this file/],
    ["WEBVTT\n\n00:01.000 --> 00:02.000\n", /have no words/],
    ["WEBVTT\n\n\n1\n00:01 --> 00:02\nx", /^Line 5 should look like .* It says “00:01 --> 00:02”/],
    ["1\n00:00:05,000 --> 00:00:04,000\nx", /^Line 2 should look like .* and end after it begins/],
    [
      "WEBVTT\n\n00:01.000 --> 00:02.000\nA caf\uFFFD in the rain",
      /^Line 4 has letters .* Save the file as UTF-8/,
    ],
    [`WEBVTT\n\n00:01.000 --> 00:02.000\n${"x".repeat(500_000)}`, /larger than 500 KB/],
    ["WEBVTT\n\n" + "00:01.000 --> 00:02.000\nx\n\n".repeat(10_001), /more than 10,000 cues/],
  ])("%#", (text, detail) => expect(detailOf(text)).toMatch(detail));
});
