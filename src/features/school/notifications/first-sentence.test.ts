import { expect, test } from "vitest";
import { firstSentence, withoutLinks } from "./word-notifications.ts";

test.each([
  ["Bend the thumb. Then the rest follows.", "Bend the thumb."],
  ["  Lovely!\n\nReally lovely.", "Lovely!"],
  ["One line\nand another", "One line and another"],
  ["Only five? Did your pen run dry?", "Only five?"],
  ["At 1.5 times the width, it works. Yes.", "At 1.5 times the width, it works."],
  ["", ""],
  [" \n ", ""],
])("%j begins with %j", (text, first) => {
  expect(firstSentence(text)).toBe(first);
});

test("a very long sentence is cut between words, or within one", () => {
  const cut = firstSentence("ribbon ".repeat(60));
  expect(cut).toMatch(/^(ribbon )+ribbon…$/);
  expect(cut.length).toBeLessThanOrEqual(201);
  expect(firstSentence("線".repeat(500))).toBe(`${"線".repeat(200)}…`);
  expect(firstSentence(`a${"😀".repeat(500)}`)).toBe(`a${"😀".repeat(99)}…`);
});

test.each([
  ["See https://a.example/x?y=1 now", "See [link] now"],
  ["See www.a.example", "See [link]"],
  ["a.example/path, b.co.uk", "[link] [link]"],
  ["Write to me@a.example", "Write to [link]"],
  ["Draw 1.5 times, e. g. a hand.", "Draw 1.5 times, e. g. a hand."],
])("%j has no link as %j", (text, plain) => {
  expect(withoutLinks(text)).toBe(plain);
});
