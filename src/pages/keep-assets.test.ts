import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createStillClock } from "../../test/support/clock.ts";
import { createLog } from "../platform/log.ts";
import { findAsset, keepAssets } from "./keep-assets.ts";

/** A folder, and what puts a release into it. */
function releases(): { folder: string; release: (path: string, name: string, asset: string) => string } {
  const folder = mkdtempSync(join(tmpdir(), "senga-assets-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const release = (path: string, name: string, asset: string): string => {
    const made = join(folder, path);
    mkdirSync(made, { recursive: true });
    for (const file of [name, asset]) writeFileSync(join(made, file), "");
    return made;
  };
  return { folder, release };
}

const keep = (built: string, dataDir: string): string[] =>
  keepAssets(built, dataDir, { clock: createStillClock(), log: createLog("silent") });

test("a release that another process keeps later is found there, and nothing else is", () => {
  const { folder, release } = releases();
  const dataDir = join(folder, "data");
  const built = release("built", "manifest-a1.js", "page-a1.js");
  expect(keep(built, dataDir)).toEqual([built]);
  expect(findAsset(dataDir, "page-b2.js")).toBeUndefined();
  const newer = release("data/assets/manifest-b2.js", "manifest-b2.js", "page-b2.js");
  expect(findAsset(dataDir, "page-b2.js")).toBe(newer);
  writeFileSync(join(dataDir, "secret"), "");
  for (const name of ["../../secret", "..", ".", "", "manifest-b2.js/page-b2.js"])
    expect(findAsset(dataDir, name), name).toBeUndefined();
});

test("the release before stays however often the next one starts", () => {
  const { folder, release } = releases();
  const dataDir = join(folder, "data");
  const before = release("data/assets/manifest-0ld.js", "manifest-0ld.js", "page-0ld.js");
  const built = release("built", "manifest-a1.js", "page-a1.js");
  for (const start of ["first", "second", "third"]) {
    expect(keep(built, dataDir), start).toEqual([built, before]);
    expect(findAsset(dataDir, "page-0ld.js"), start).toBe(before);
  }
});
