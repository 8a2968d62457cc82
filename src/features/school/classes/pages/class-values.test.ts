import { describe, expect, test } from "vitest";
import { checkChanges, checkClass, emptyClass, isNegative, readClass, valuesOf } from "./class-values.ts";
import { messages } from "../policy.ts";

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
