import { describe, expect, test } from "vitest";
import {
  type OwnClass,
  checkChanges,
  checkClass,
  emptyClass,
  isNegative,
  readClass,
  valuesOf,
  classFields,
  changedMeanwhile,
  mergeOntoNewest,
} from "./class-values.ts";
import { messages, maxTopics } from "../policy.ts";
import fc from "fast-check";
import { topics } from "../state.ts";

const right = { ...emptyClass, className: "Rain", availableSeats: "10", price: "57.50" };

describe("the values of the class form", () => {
  test("are read as the API expects them", () => {
    const typed = {
      ...right,
      className: " Rain ",
      price: "$57.50",
      whatYouWillLearn: "Puddles\n\n Drops \n",
    };
    expect(checkClass(typed)).toEqual({});
    expect(readClass(typed)).toEqual({
      className: "Rain",
      availableSeats: 10,
      price: 57.5,
      level: "beginner",
      topics: [],
      description: "",
      whatYouWillLearn: ["Puddles", "Drops"],
      tools: "",
    });
  });

  test("are restored as they were typed", () => {
    const typed = {
      ...right,
      whatYouWillLearn: "Puddles\nDrops",
      topics: "inking, tone",
      description: "Two\nlines",
      tools: "A pencil",
    };
    expect(valuesOf(readClass(typed))).toEqual(typed);
    expect(valuesOf({ ...readClass(typed), price: 49 }).price).toBe("49");
  });

  test.each([
    ["className", "", messages.noName],
    ["className", "x".repeat(121), messages.longName],
    ["availableSeats", "", "Available seats are required"],
    ["availableSeats", "1.5", messages.seats],
    ["availableSeats", "-1", messages.seats],
    ["availableSeats", "100001", messages.seats],
    ["price", " ", "Price is required"],
    ["price", "49,50", "Enter the price in dollars, like 49 or 49.50"],
    ["price", "1e3", "Enter the price in dollars, like 49 or 49.50"],
    ["price", "49.999", "Enter the price in dollars, like 49 or 49.50"],
    ["price", "0.49", messages.price],
    ["price", "100000", messages.price],
    ["description", "x".repeat(5001), messages.longDescription],
    ["whatYouWillLearn", "x\n".repeat(13), messages.manyOutcomes],
    ["whatYouWillLearn", "x".repeat(201), messages.longOutcome],
    ["tools", "x".repeat(501), messages.longTools],
    ["topics", "inking, tone, lettering, tools", messages.manyTopics],
  ])("%s %j is refused", (name, typed, message) => {
    expect(checkClass({ ...right, [name]: typed })).toEqual({ [name]: message });
  });

  test("negative numbers in an edit are left to the alert", () => {
    for (const wrong of [{ price: "-5" }, { price: "$-5" }, { availableSeats: "-1" }]) {
      expect(checkChanges({ ...right, ...wrong })).toEqual({});
      expect(isNegative({ ...right, ...wrong })).toBe(true);
    }
    expect(isNegative(right)).toBe(false);
    expect(checkChanges({ ...right, price: "-" })).toEqual({
      price: "Enter the price in dollars, like 49 or 49.50",
    });
  });
});

const line = fc.string({ minLength: 1, maxLength: 12 }).map((text) => text.replace(/\s/g, "") || "x");
const facts = fc.record({
  className: line,
  availableSeats: fc.integer({ min: 0, max: 50 }),
  price: fc.integer({ min: 100, max: 99_999 }).map((cents) => cents / 100),
  level: fc.constantFrom("beginner", "intermediate", "advanced"),
  topics: fc.subarray([...topics], { maxLength: maxTopics }),
  description: line,
  whatYouWillLearn: fc.array(line, { maxLength: 3 }),
  tools: line,
  image: fc.constantFrom("/drawings/cover-eyes.svg", "/drawings/cover-rain.svg"),
  enrolledStudents: fc.integer({ min: 0, max: 20 }),
}) as fc.Arbitrary<OwnClass>;

test("a class read from its own form is unchanged", () => {
  fc.assert(
    fc.property(facts, (item) => {
      const {
        className,
        availableSeats,
        price,
        level,
        topics: chosen,
        description,
        whatYouWillLearn,
        tools,
      } = item;
      expect(readClass(valuesOf(item))).toEqual({
        className,
        availableSeats,
        price,
        level,
        topics: chosen,
        description,
        whatYouWillLearn,
        tools,
      });
    }),
  );
});

test("changed fields win over the newest version, unchanged ones follow it, and seats add both differences", () => {
  fc.assert(
    fc.property(facts, facts, facts, fc.subarray([...classFields]), (base, newest, other, touched) => {
      const typed = { ...valuesOf(base) };
      for (const field of touched) typed[field] = valuesOf(other)[field];
      const merged = mergeOntoNewest({ base, newest, typed });
      for (const field of classFields) {
        if (field === "availableSeats") continue;
        const isUntouched = typed[field] === valuesOf(base)[field];
        expect(merged[field]).toBe(isUntouched ? valuesOf(newest)[field] : typed[field]);
      }
      const added = Number(typed.availableSeats) - base.availableSeats;
      expect(Number(merged.availableSeats)).toBe(Math.max(0, newest.availableSeats + added));
    }),
  );
});

test("seats taken by students are no conflict, any other difference is", () => {
  fc.assert(
    fc.property(facts, fc.integer({ min: 0, max: 50 }), (base, taken) => {
      const sold = Math.min(taken, base.availableSeats);
      const newest = {
        ...base,
        availableSeats: base.availableSeats - sold,
        enrolledStudents: base.enrolledStudents + sold,
      };
      expect(changedMeanwhile({ base, newest })).toEqual([]);
      expect(
        changedMeanwhile({ base, newest: { ...newest, availableSeats: newest.availableSeats + 1 } }),
      ).toEqual(["availableSeats"]);
      expect(changedMeanwhile({ base, newest: { ...newest, className: `${base.className}!` } })).toEqual([
        "className",
      ]);
    }),
  );
});
