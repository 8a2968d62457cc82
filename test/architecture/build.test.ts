import { globSync, readFileSync } from "node:fs";
import { join, matchesGlob, relative, resolve } from "node:path";
import { expect, test } from "vitest";
import { parts } from "../../scripts/build.ts";

const root = resolve(import.meta.dirname, "..", "..");
const bundle = join(root, "build", "node");

test("a change of whatever the bundle was made of makes it stale", () => {
  const made = globSync("*.js.map", { cwd: bundle }).flatMap((file) => {
    const map = JSON.parse(readFileSync(join(bundle, file), "utf8")) as { sources: string[] };
    return map.sources.map((source) => relative(root, resolve(bundle, source)));
  });
  expect(made).toContain("src/server.ts");
  const own = made.filter((source) => !source.startsWith("node_modules/") && /\.\w+$/.test(source));
  expect(own.filter((source) => !parts.server.sources.some((glob) => matchesGlob(source, glob)))).toEqual([]);
});

test("what an operator has not asked for is not loaded", () => {
  const loaded = new Set<string>();
  const load = (file: string): void => {
    if (loaded.has(file)) return;
    loaded.add(file);
    const text = readFileSync(join(bundle, file), "utf8");
    for (const [, next = ""] of text.matchAll(/^(?:import|export)\b[^;]*?"\.\/([\w.-]+\.js)"/gm)) load(next);
  };
  load("server.js");
  expect(loaded.size).toBeGreaterThan(5);
  const chunks = globSync("metrics-*.js", { cwd: bundle });
  expect(chunks).not.toEqual([]);
  expect(chunks.filter((chunk) => loaded.has(chunk))).toEqual([]);
});

test("the container and the service run the site as npm start does", () => {
  const read = (file: string): string => readFileSync(join(root, file), "utf8");
  const launcher = read("scripts/launch.mjs");
  const flags = /const flags = \[(.+)\];/.exec(launcher)?.[1]?.replaceAll(/[",]/g, "");
  const arenas = /MALLOC_ARENA_MAX: "(\d+)"/.exec(launcher)?.[1];
  for (const file of ["deploy/Dockerfile", "deploy/senga.service"]) {
    expect(read(file).replaceAll(/[",]/g, ""), file).toContain(`node ${flags} build/node/start.js`);
    expect(read(file), file).toContain(`MALLOC_ARENA_MAX=${arenas}`);
  }
});
