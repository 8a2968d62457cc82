import { inflateSync } from "node:zlib";
import { expect, test } from "vitest";
import { createPdf, finishPdf, isDrawable, runsOf, widthOf, write } from "./pdf.ts";

const filesOf = (text: string) => runsOf(text, "hand").map(({ file }) => file.name.replace(/-\d+$/, ""));

test("a text is set in the first family that holds all of it", () => {
  expect(filesOf("José")).toEqual(["yusei-magic-latin"]);
  expect(filesOf("Łukasz")).toEqual([
    "atkinson-hyperlegible-next-latin-ext",
    "atkinson-hyperlegible-next-latin",
  ]);
  expect(new Set(filesOf("彩花"))).toEqual(new Set(["yusei-magic"]));
  expect(filesOf("Аня")).toEqual(["dela-gothic-one-cyrillic"]);
  expect(
    runsOf("彩花 Łukasz Аня", "text")
      .map(({ text }) => text)
      .join(""),
  ).toBe("彩花 Łukasz Аня");
  expect(runsOf("Jose\u0301", "text")[0]?.text).toBe("José");
});

test("a text with a letter that no font has cannot be drawn whole", () => {
  expect(isDrawable("José Łukasz 彩花 Аня Đặng Ωμέγα")).toBe(true);
  for (const text of ["نور", "Nour 🎨"]) expect(isDrawable(text), text).toBe(false);
  expect(widthOf("🎨", "text", 20)).toBe(0);
});

test("the text of a PDF can be read, letter for letter", async () => {
  const createdAt = new Date("2026-11-22T10:00:00Z");
  const pdf = createPdf({ title: "A title", language: "en-US", author: "Senga", createdAt });
  write(pdf, "é text", { x: 40, y: 40 }, { size: 20 });
  const bytes = await finishPdf(pdf);
  const streams = [...bytes.toString("latin1").matchAll(/stream\n([\s\S]*?)\nendstream/g)].map(
    ([, body = ""]) => {
      try {
        return inflateSync(Buffer.from(body, "latin1")).toString("latin1");
      } catch {
        return "";
      }
    },
  );
  const letters = streams.find((each) => each.includes("beginbfrange"));
  // é, space, t, e, x, after the glyph that stands for none.
  expect(letters).toContain("[<0000> <00e9> <0020> <0074> <0065> <0078>]");
  expect(bytes.toString("latin1")).toContain("/Lang (en-US)");
  expect(bytes.toString("latin1")).toContain("/Marked true");
});
