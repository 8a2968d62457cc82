import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { addFeature } from "../../scripts/feature.ts";

const project = resolve(import.meta.dirname, "..", "..");
let root: string;
let printed: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "senga-feature-"));
  printed = "";
  mkdirSync(join(root, "src", "features", "school"), { recursive: true });
  for (const file of ["src/features.ts", "docs/architecture.md"])
    cpSync(join(project, file), join(root, file));
});
afterEach(() => rmSync(root, { recursive: true }));

const run = (...args: string[]) => {
  const print = (text: string) => void (printed += text);
  return addFeature(root)(args, {}, { print, printError: print, ask: undefined });
};
const read = (file: string) => readFileSync(join(root, file), "utf8");

test("a new feature has its files, stands in the order, and the rest is said", async () => {
  expect(await run("school/wishlist")).toBe(0);
  expect(readdirSync(join(root, "src/features/school/wishlist")).toSorted()).toEqual([
    "contract.ts",
    "feature.ts",
    "wishlist.test.ts",
  ]);
  expect(read("src/features.ts")).toContain(
    'import { wishlistFeature } from "./features/school/wishlist/feature.ts";\n',
  );
  expect(read("src/features.ts")).toContain("  instructorsFeature,\n  wishlistFeature,\n");
  expect(read("docs/architecture.md")).toMatch(/^ {6}instructors .+\n {6}wishlist {9}.+/m);
  expect(printed).toContain("test/support/endpoints/school.ts");
});

test("a name that is no word, or taken, changes nothing", async () => {
  const before = read("src/features.ts");
  for (const name of ["", "wishlist", "school/wish-list", "school/Wishlist", "attic/wishlist", "../wishlist"])
    expect(await run(name), name).toBe(2);
  await run("school/wishlist");
  printed = "";
  expect(await run("school/wishlist")).toBe(1);
  expect(printed).toBe("src/features/school/wishlist already exists. Nothing was changed.\n");
  expect(read("src/features.ts").match(/wishlistFeature,/g)).toHaveLength(1);
  expect(before).not.toContain("wishlist");
});
