import { expect, test } from "vitest";
import { stackNotes } from "./pinned-picture.tsx";

const notes = (...wanted: readonly number[]) => wanted.map((each) => ({ wanted: each, height: 50 }));

test("notes that are apart begin where they would", () => {
  expect(stackNotes(notes(0, 100, 300), 10, 400)).toEqual([0, 100, 300]);
});

test("a note gives way to the one before it", () => {
  expect(stackNotes(notes(-5, 20, 30), 10, 400)).toEqual([0, 60, 120]);
});

test("notes near the lower edge move up together", () => {
  expect(stackNotes(notes(300, 380, 390), 10, 400)).toEqual([230, 290, 350]);
});

test("more notes than fit go on below the picture", () => {
  expect(stackNotes(notes(10, 20, 30), 10, 100)).toEqual([0, 60, 120]);
});
