import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { moveLesson, moveSection, placeBeside, placeInWords, stepOf } from "./order.ts";

const named = (id: string) => ({ _id: id, title: id.toUpperCase() });
const section = (id: string, lessons: string) => ({ ...named(id), lessons: lessons.split("").map(named) });
const sections = [section("x", "abc"), section("y", ""), section("z", "de")];
const idsOf = (order: readonly { readonly lessons: readonly { readonly _id: string }[] }[]): string =>
  order.map(({ lessons }) => lessons.map(({ _id }) => _id).join("")).join("|");

const curriculum = fc.array(fc.nat(6), { minLength: 1, maxLength: 6 }).map((counts) =>
  counts.map((count, at) => ({
    _id: `s${at}`,
    lessons: Array.from({ length: count }, (_, index) => ({ _id: `s${at}l${index}` })),
  })),
);
const moves = fc.array(fc.tuple(fc.nat(), fc.nat(), fc.integer({ min: -2, max: 9 }), fc.nat(3)), {
  maxLength: 30,
});

test("every sequence of moves keeps all sections and all lessons exactly once", () => {
  fc.assert(
    fc.property(curriculum, moves, (start, steps) => {
      const ids = start.flatMap(({ lessons }) => lessons.map(({ _id }) => _id));
      let order: readonly (typeof start)[number][] = start;
      for (const [which, where, index, kind] of steps) {
        const id = ids[which % Math.max(1, ids.length)] ?? "none";
        const target = order[where % order.length]!._id;
        if (kind === 0) order = moveSection(order, target, index);
        else if (kind === 1) order = moveLesson(order, id, { section: target, index });
        else {
          const place =
            kind === 2
              ? stepOf(order, id, index < 0 ? -1 : 1)
              : placeBeside(order, id, ids[where % ids.length] ?? "none", index < 0 ? "before" : "after");
          if (place) order = moveLesson(order, id, place);
        }
      }
      expect(order.map(({ _id }) => _id).toSorted()).toEqual(start.map(({ _id }) => _id).toSorted());
      expect(order.flatMap(({ lessons }) => lessons.map(({ _id }) => _id)).toSorted()).toEqual(
        ids.toSorted(),
      );
    }),
  );
});

test("a step down and a step up lead back", () => {
  fc.assert(
    fc.property(curriculum, fc.nat(), (start, which) => {
      const ids = start.flatMap(({ lessons }) => lessons.map(({ _id }) => _id));
      const id = ids[which % Math.max(1, ids.length)] ?? "none";
      const down = stepOf(start, id, 1);
      if (!down) return;
      const moved = moveLesson(start, id, down);
      expect(moveLesson(moved, id, stepOf(moved, id, -1)!)).toEqual(start);
    }),
  );
});

describe("a lesson", () => {
  test("steps within its section, then into the next one", () => {
    expect(stepOf(sections, "a", 1)).toEqual({ section: "x", index: 1 });
    expect(idsOf(moveLesson(sections, "a", stepOf(sections, "a", 1)!))).toBe("bac||de");
    expect(idsOf(moveLesson(sections, "c", stepOf(sections, "c", 1)!))).toBe("ab|c|de");
    expect(idsOf(moveLesson(sections, "d", stepOf(sections, "d", -1)!))).toBe("abc|d|e");
  });

  test("has no step beyond the ends of the class, nor when it is gone", () => {
    expect(stepOf(sections, "a", -1)).toBeUndefined();
    expect(stepOf(sections, "e", 1)).toBeUndefined();
    expect(stepOf(sections, "gone", 1)).toBeUndefined();
  });

  test("is dropped before or after another one", () => {
    expect(idsOf(moveLesson(sections, "a", placeBeside(sections, "a", "c", "before")!))).toBe("bac||de");
    expect(idsOf(moveLesson(sections, "a", placeBeside(sections, "a", "e", "after")!))).toBe("bc||dea");
    expect(placeBeside(sections, "a", "a", "after")).toBeUndefined();
    expect(placeBeside(sections, "a", "gone", "after")).toBeUndefined();
  });

  test("stays where it is when it or the section is gone", () => {
    expect(moveLesson(sections, "gone", { section: "x", index: 0 })).toBe(sections);
    expect(moveLesson(sections, "a", { section: "gone", index: 0 })).toBe(sections);
  });
});

test("a section moves with its lessons", () => {
  expect(idsOf(moveSection(sections, "x", 2))).toBe("|de|abc");
  expect(moveSection(sections, "gone", 0)).toBe(sections);
});

test("the place is said in words", () => {
  expect(placeInWords(sections, "b")).toBe("B is now lesson 2 of 3 in X.");
  expect(placeInWords(sections, "z")).toBe("Z is now section 3 of 3.");
  expect(placeInWords(sections, "gone")).toBe("");
});
