import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";

const root = resolve(import.meta.dirname, "..", "..");
const record = readFileSync(join(root, "docs", "security.md"), "utf8");
const named = [
  ...record.matchAll(/`((?:src|test|sandbox|deploy|docs|scripts)\/[\w./-]+|[\w.-]+\.json|NOTICE)`/g),
].map(([, path = ""]) => path);
const linked = [...record.matchAll(/\]\(((?:\.\.\/)?[\w./-]+\.md)\)/g)].map(([, path = ""]) =>
  join("docs", path),
);

test("the security record names only files that exist", () => {
  expect(named.length).toBeGreaterThan(60);
  expect([...named, ...linked].filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

test("and every chapter of the standard", () => {
  const chapters = [...record.matchAll(/^### V(\d+) /gm)].map(([, chapter]) => Number(chapter));
  expect(chapters).toEqual(Array.from({ length: 17 }, (_, index) => index + 1));
});
