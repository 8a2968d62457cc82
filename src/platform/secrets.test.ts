import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { SecretDamaged, readOrMakeSecret } from "./secrets.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "senga-secret-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

test("a secret is made once, for its owner alone, and nothing else is left", () => {
  const made = readOrMakeSecret(folder);
  expect(made).toMatch(/^[\da-f]{64}$/);
  expect(readOrMakeSecret(folder)).toBe(made);
  expect(statSync(join(folder, "secret")).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder)).toEqual(["secret"]);
});

test("one that a crash cut short is refused with a sentence", () => {
  for (const damaged of ["", "0123456789abcdef"]) {
    writeFileSync(join(folder, "secret"), damaged);
    expect(() => readOrMakeSecret(folder)).toThrow(SecretDamaged);
    expect(() => readOrMakeSecret(folder)).toThrow(/fewer than 32 characters/);
  }
});
