import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { lessonKinds, maxLength } from "../../src/features/lessons/policy.ts";
import { demoClasses } from "./classes.ts";
import { demoCurricula } from "./curricula.ts";
import { demoFilms } from "./curricula/curriculum.ts";

const art = (...path: string[]): string => join(import.meta.dirname, "..", "..", "art", ...path);
const bytesOf = (path: string): number => statSync(path).size;
const wordsOf = (markdown: string): number => markdown.match(/[\p{L}\p{N}'’]+/gu)?.length ?? 0;

const lessons = demoCurricula.flatMap(({ sections }) => sections.flatMap((section) => section.lessons));

test("each belongs to an approved class and has sections, lessons of all kinds and a free preview", () => {
  const approved = demoClasses.filter(({ status }) => status === "approved").map(({ name }) => name);
  for (const { className, tools, sections } of demoCurricula) {
    expect(approved).toContain(className);
    expect(tools.length, className).toBeLessThanOrEqual(maxLength.tools);
    expect([3, 4], className).toContain(sections.length);
    const own = sections.flatMap((section) => section.lessons);
    expect(own.length, className).toBeGreaterThanOrEqual(8);
    expect(own.length, className).toBeLessThanOrEqual(12);
    expect(new Set(own.map(({ kind }) => kind)), className).toEqual(new Set(lessonKinds));
    expect(own[0]?.isPreview, className).toBe(true);
    expect(new Set(own.map(({ title }) => title)).size, className).toBe(own.length);
  }
});

test("one is a cohort, whose sections open one after the other", () => {
  const cohorts = demoCurricula.filter(({ cohort }) => cohort);
  expect(cohorts).toHaveLength(1);
  for (const { cohort, sections } of demoCurricula) {
    const days = sections.map(({ opensAfterDays }) => opensAfterDays);
    if (cohort)
      expect(days).toEqual([...new Set(days)].toSorted((one, other) => Number(one) - Number(other)));
    else expect(new Set(days)).toEqual(new Set([undefined]));
  }
});

test("texts are long enough to teach, and Markdown without HTML", () => {
  for (const { kind, title, body } of lessons) {
    expect(title.length, title).toBeLessThanOrEqual(maxLength.title);
    expect(body.length, title).toBeLessThanOrEqual(maxLength.body);
    expect(body, title).not.toMatch(/<[a-z!/]/i);
    expect(body, title).toBe(body.trim());
    expect(wordsOf(body), title).toBeLessThanOrEqual(350);
    expect(wordsOf(body), title).toBeGreaterThanOrEqual(kind === "video" ? 80 : 120);
  }
});

test("pictures in texts are our drawings, with words for those who cannot see them", () => {
  const pictures = lessons.flatMap(({ body }) => [...body.matchAll(/!\[(.*?)\]\((.*?)\)/g)]);
  expect(pictures.length).toBeGreaterThan(3);
  for (const [, words = "", url = ""] of pictures) {
    expect(words.length, url).toBeGreaterThan(15);
    expect(url).toMatch(/^\/drawings\/[\w-]+\.svg$/);
    expect(existsSync(art(url)), url).toBe(true);
  }
});

test("films are small, and each is a lesson", () => {
  const files = Object.keys(demoFilms);
  expect(readdirSync(art("films")).filter((file) => file.endsWith(".mp4"))).toEqual(files.toSorted());
  const shown = lessons.flatMap((lesson) => (lesson.kind === "video" ? [lesson.film] : []));
  expect(new Set(shown)).toEqual(new Set(files));
  for (const file of files) expect(bytesOf(art("films", file)), file).toBeLessThanOrEqual(250_000);
  const together = readdirSync(art("films")).reduce((sum, file) => sum + bytesOf(art("films", file)), 0);
  expect(together).toBeLessThanOrEqual(600_000);
});

interface Cue {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

const cuePattern = /^00:00:([\d.]{6}) --> 00:00:([\d.]{6})\n([^]+)$/;

function cuesOf(vtt: string): Cue[] {
  const [head, ...cues] = vtt.trimEnd().split("\n\n");
  expect(head).toBe("WEBVTT");
  return cues.map((cue) => {
    const [, start, end, text = ""] = cuePattern.exec(cue) ?? [];
    return { start: Number(start), end: Number(end), text };
  });
}

test("captions follow the film and leave time to read them", () => {
  for (const { captions } of Object.values(demoFilms)) {
    const cues = cuesOf(readFileSync(art("films", captions.en), "utf8"));
    expect(cues.at(-1)?.end, captions.en).toBe(15);
    for (const [index, { start, end, text }] of cues.entries()) {
      expect(start, text).toBe(cues[index - 1]?.end ?? 0);
      expect(text.length / (end - start), text).toBeLessThan(20);
      for (const line of text.split("\n")) expect(line.length, line).toBeLessThanOrEqual(47);
    }
  }
});

test("worksheets are printable, small, and each is a material", () => {
  const named = lessons.flatMap(({ materials = [] }) => materials);
  const files = readdirSync(art("worksheets"));
  expect(new Set(named.map(({ file }) => file))).toEqual(
    new Set(files.filter((file) => file.endsWith(".pdf"))),
  );
  for (const { file, label } of named) {
    expect(label.length, file).toBeGreaterThan(5);
    expect(files).toContain(file.replace(".pdf", ".svg"));
    expect(readFileSync(art("worksheets", file)).subarray(0, 5).toString()).toBe("%PDF-");
  }
  for (const file of files) expect(bytesOf(art("worksheets", file)), file).toBeLessThanOrEqual(40 * 1024);
});
