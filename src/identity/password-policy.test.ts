import { describe, expect, test } from "vitest";
import { password } from "../../test/support/identity-accounts.ts";
import { passwordProblem, passwordRules } from "./password-policy.ts";

describe("password rules", () => {
  const classes =
    "Password Must have one uppercase, one lowercase, one number, one special character [!@#$&*]";
  test.each([
    ["", "Password is required"],
    ["aB1!x", "Password Must Be 8 Characters"],
    ["aB1!5678901234567890x", "Password Must Be Less Then 20 Characters"],
    ["draw!2026", classes],
    ["DRAW!2026", classes],
    ["Draw!Draw", classes],
    ["Draw_2026", classes],
    ["aB1!xy", undefined],
    ["aB1!5678901234567890", undefined],
    [password, undefined],
  ])("%j: %s", (candidate, message) => {
    expect(passwordProblem(candidate)).toBe(message);
    expect(passwordRules.every((rule) => rule.isMet(candidate))).toBe(message === undefined);
  });
});
