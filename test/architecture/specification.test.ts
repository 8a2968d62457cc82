import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { specialCharacters } from "../../src/identity/password-policy.ts";

test("the specification is unchanged, also by the formatter", () => {
  const text = readFileSync(
    join(import.meta.dirname, "..", "..", "docs", "specification", "specification.md"),
    "utf8",
  );
  expect(text).toContain(`one special character [${specialCharacters}]`);
  expect(text).toContain("|---|---|");
});
