import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { lessonKinds, maxLength } from "../../src/features/classroom/lessons/policy.ts";
import { demoClasses } from "./classes.ts";
import { demoCurricula } from "./curricula.ts";
import { type DemoSection, demoFilms } from "./curricula/curriculum.ts";
import { drawings } from "./drawings.ts";
import { progress } from "./enrollments.ts";

const art = (...path: string[]): string => join(import.meta.dirname, "..", "..", "art", ...path);
const bytesOf = (path: string): number => statSync(path).size;
const wordsOf = (markdown: string): number => markdown.match(/[\p{L}\p{N}'’]+/gu)?.length ?? 0;

const hasFilm = (sections: readonly DemoSection[]): boolean =>
  sections.some((section) => section.lessons.some(({ kind }) => kind === "video"));
const lessons = demoCurricula.flatMap(({ sections }) => sections.flatMap((section) => section.lessons));

test("every listed class has a curriculum, and each teaches with sections, texts, exercises and materials", () => {
  const listed = demoClasses.filter(({ status }) => status === "approved").map(({ name }) => name);
  expect(demoCurricula.map(({ className }) => className)).toEqual(listed);
  for (const { className, tools, sections } of demoCurricula) {
    expect(tools.length, className).toBeLessThanOrEqual(maxLength.tools);
    expect(sections.length, className).toBeGreaterThanOrEqual(2);
    expect(sections.length, className).toBeLessThanOrEqual(4);
    const own = sections.flatMap((section) => section.lessons);
    expect(own.length, className).toBeGreaterThanOrEqual(4);
    expect(own.length, className).toBeLessThanOrEqual(12);
    expect(
      own.some(({ kind }) => kind === "text"),
      className,
    ).toBe(true);
    // The last word of a class is what students make of it.
    expect(own.at(-1)?.kind, className).toBe("exercise");
    expect(own.flatMap(({ materials = [] }) => materials).length, className).toBeGreaterThan(0);
    expect(own[0]?.isPreview, className).toBe(true);
    expect(new Set(own.map(({ title }) => title)).size, className).toBe(own.length);
  }
  expect(new Set(lessons.map(({ kind }) => kind))).toEqual(new Set(lessonKinds));
  expect(demoCurricula.filter(({ sections }) => hasFilm(sections)).length).toBeGreaterThanOrEqual(8);
});

const numerals = ["no", "one", "two", "three", "four"];

test("no lesson promises what its class lacks: a film, a moment in it, a worksheet, another lesson", () => {
  for (const { className, tools, sections } of demoCurricula) {
    const own = sections.flatMap((section) => section.lessons);
    const sheets = new Set(own.flatMap(({ materials = [] }) => materials.map(({ file }) => file)));
    const [, several, single] = /printer(?: for (\w+)| \(you'll print (\w+)) worksheet/.exec(tools) ?? [];
    const count = several ?? single ?? "";
    expect(numerals.indexOf(count), className).toBe(sheets.size);
    for (const lesson of own) {
      const { title, body, kind } = lesson;
      if (!hasFilm(sections)) expect(body, title).not.toMatch(/\b(film|video)s?\b/i);
      if (kind === "exercise") {
        expect(body, title).toMatch(/^\*\*Time:\*\* .+ \*\*Tools:\*\* /);
        expect(body, title).toMatch(/^## What (I look at|to look for)$/m);
        const hasSheet = (lesson.materials ?? []).length > 0;
        if (/\b(work)?sheet below\b|the worksheet\b/i.test(body)) expect(hasSheet, title).toBe(true);
      }
      if (lesson.kind !== "video") continue;
      const { seconds } = demoFilms[lesson.film];
      const moments = [...body.matchAll(/\b0:(\d\d)\b|\*\*[AB]\*\* at (\d+(?:\.\d)?)/g)];
      for (const [moment, clock = "0", mark = "0"] of moments)
        expect(Math.max(Number(clock), Number(mark)), `${title}: ${moment}`).toBeLessThan(seconds);
      if (/\b(ten|fifteen) seconds\b/i.test(body))
        expect(body.toLowerCase(), title).toContain(seconds === 10 ? "ten seconds" : "fifteen seconds");
    }
  }
});

test("one cohort runs and another is to come, with sections that open one after the other", () => {
  const cohorts = demoCurricula.filter(({ cohort }) => cohort);
  expect(cohorts.map(({ cohort }) => cohort!.startsInDays > 0)).toEqual([false, true]);
  for (const { cohort, sections } of demoCurricula) {
    const days = sections.map(({ opensAfterDays }) => opensAfterDays);
    if (cohort)
      expect(days).toEqual([...new Set(days)].toSorted((one, other) => Number(one) - Number(other)));
    else expect(new Set(days)).toEqual(new Set([undefined]));
  }
});

test("whatever the hour of the load, students were in no section of the cohort before it opened", () => {
  const visits = [
    ...progress.flatMap(([, className, done, startedDaysAgo, daysEach]) =>
      Array.from({ length: done + 1 }, (_, index) => ({
        className,
        lesson: index,
        daysAgo: startedDaysAgo - index * daysEach,
      })),
    ),
    ...drawings.flatMap(({ className, lesson, rounds }) =>
      rounds.map(({ daysAgo }) => ({ className, lesson, daysAgo })),
    ),
  ];
  let looked = 0;
  for (const { className, cohort, sections } of demoCurricula) {
    if (!cohort) continue;
    const own = sections.flatMap((section) => section.lessons.map(({ title }) => ({ title, section })));
    for (const { lesson, daysAgo } of visits.filter((visit) => visit.className === className)) {
      const { title, section } = own.find((each, index) => index === lesson || each.title === lesson)!;
      // Days count from midnight UTC, and six in the evening of New York is before the next one.
      const openedAtLeast = -cohort.startsInDays - section.opensAfterDays! - 1;
      expect(daysAgo, title).toBeLessThanOrEqual(openedAtLeast);
      looked += 1;
    }
  }
  expect(looked).toBeGreaterThan(6);
});

test("texts are long enough to teach, and Markdown without HTML", () => {
  for (const { kind, title, body } of lessons) {
    expect(title.length, title).toBeLessThanOrEqual(maxLength.title);
    expect(body.length, title).toBeLessThanOrEqual(maxLength.body);
    expect(body, title).not.toMatch(/<[a-z!/]/i);
    expect(body, title).toBe(body.trim());
    expect(wordsOf(body), title).toBeLessThanOrEqual(350);
    expect(wordsOf(body), title).toBeGreaterThanOrEqual({ video: 80, exercise: 120, text: 150 }[kind]);
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
  expect(together).toBeLessThanOrEqual(1_250_000);
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
  for (const { captions, seconds } of Object.values(demoFilms)) {
    const cues = cuesOf(readFileSync(art("films", captions.en), "utf8"));
    expect(cues.at(-1)?.end, captions.en).toBe(seconds);
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
