import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createStillClock } from "../../test/support/clock.ts";
import { createLog } from "../platform/log.ts";
import { findAsset, keepAssets } from "./keep-assets.ts";

test("a release that another process keeps later is found there, and nothing else is", () => {
  const folder = mkdtempSync(join(tmpdir(), "senga-assets-"));
  const release = (path: string, name: string, asset: string): string => {
    const made = join(folder, path);
    mkdirSync(made, { recursive: true });
    for (const file of [name, asset]) writeFileSync(join(made, file), "");
    return made;
  };
  try {
    const dataDir = join(folder, "data");
    const built = release("built", "manifest-a1.js", "page-a1.js");
    expect(keepAssets(built, dataDir, { clock: createStillClock(), log: createLog("silent") })).toEqual([
      built,
    ]);
    expect(findAsset(dataDir, "page-b2.js")).toBeUndefined();
    const newer = release("data/assets/manifest-b2.js", "manifest-b2.js", "page-b2.js");
    expect(findAsset(dataDir, "page-b2.js")).toBe(newer);
    writeFileSync(join(dataDir, "secret"), "");
    for (const name of ["../../secret", "..", ".", "", "manifest-b2.js/page-b2.js"])
      expect(findAsset(dataDir, name), name).toBeUndefined();
  } finally {
    rmSync(folder, { recursive: true });
  }
});
