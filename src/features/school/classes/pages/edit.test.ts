import fc from "fast-check";
import { expect, test } from "vitest";
import { type OwnClass, classFields, readClass, valuesOf } from "./class-values.ts";
import { changedMeanwhile, mergeOntoNewest } from "./edit.ts";
import { maxTopics } from "../policy.ts";
import { topics } from "../state.ts";

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
