import { expect, test } from "vitest";
import { useTestApp } from "../../../../test/support/app.ts";
import { makeLesson, schoolOf } from "../../../../test/support/lessons.ts";
import { call } from "../../../../test/support/people.ts";
import { maxLength } from "./policy.ts";
import { countWords, picturesIn, renderMarkdown } from "./render-markdown.ts";

const app = useTestApp();
const { makeSchool, save } = schoolOf(app);

const filledWith = (part: string) =>
  part.repeat(Math.ceil(maxLength.body / part.length)).slice(0, maxLength.body);
const table = `${"|a".repeat(20)}\n${"|-".repeat(20)}\n${"|\n".repeat(10)}\n`;

test.each([
  ["Hold the pen-and-ink brush loosely. It isn't 2 words!", 8],
  ["まず鉛筆で軽く輪郭を描きます。", 10],
  ["", 0],
])("the words of “%s” are %d", (text, words) => {
  expect(countWords(text)).toBe(words);
});

test("pictures are found however a text writes them", () => {
  const [a, b, c, d, e] = ["a", "b", "c", "d", "e"].map((digit) => `/images/${digit.repeat(32)}`);
  const text = `![Step [1]](${a}/800.webp) and ![x](<${b}>), [![linked]( ${c} )](/classes), ![by name][d] ![whole](https://senga.example${e})

\`![code](/images/${"f".repeat(32)})\` ![elsewhere](https://example.org/images/${"f".repeat(32)})

[d]: ${d}`;
  expect(picturesIn(text, "https://senga.example")).toEqual([a, b, c, d, e]);
});

test.each(["> ", ">", ">- ", "+ ", "1. ", "![", "[", table])("a lesson full of %j is refused", (part) => {
  expect(renderMarkdown(filledWith(part))).toBeUndefined();
});

test.each([
  "[a](",
  "a_b__",
  "[^1]",
  "*a**b ",
  "`a",
  "- a\n",
  "> a\n\n",
  "<http://a",
  "a@b.c ",
  "|a|\n|-|\n|b|\n",
])("a lesson full of %j is shown, and is not much longer than its text", (part) => {
  expect(renderMarkdown(filledWith(part))?.length).toBeLessThan(8 * maxLength.body);
});

test("a list in a list in a quote is shown", () => {
  const html = renderMarkdown("> - a\n>   - b\n>     - c\n>       - [ ] d");
  expect(html).toContain('<li><input type="checkbox" disabled aria-label="To do"> d</li>');
});

test("scripts, handlers, styles and unsafe links stay text", () => {
  const html = renderMarkdown(
    "<img src=x onerror=a> [a](javascript:b) ![c](data:image/png;base64,d) [e](mailto:f@g.h)\n\n|i|\n|:-:|\n|j|",
  );
  expect(html).not.toMatch(/<img|href="(?!mailto)|style=/);
  expect(html).toContain('<td align="center">j</td>');
});

test("publishing a text that is too complex is refused before it is rendered, and can be mended", async () => {
  const { instructor, classId } = await makeSchool();
  const { lesson: id } = await makeLesson(app.current, instructor, classId, { isPublished: false });
  const publish = () =>
    call(
      app.current,
      "POST /curriculum/{classId}/lesson/{id}/publish",
      { params: { classId, id }, body: {} },
      instructor,
    );
  for (const part of ["> ", ">", ">- "]) {
    await save({ classId, id }, { body: filledWith(part) }, instructor);
    expect(await publish()).toMatchObject({ status: 400, body: { code: "lesson-text-too-complex" } });
  }
  await save({ classId, id }, { body: "> Draw slowly." }, instructor);
  expect((await publish()).body).toEqual({ number: 1 });
});
