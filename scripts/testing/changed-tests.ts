import { execFileSync } from "node:child_process";
import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { root } from "./steps.ts";

const specifier = /(?:from|import\()\s*"(\.[^"?]+)/g;
const endpoint = /"((?:GET|POST|PATCH|PUT|DELETE) \/[^"]*)"/g;

/** Files that combine all features; their imports say nothing about a test's subject. */
const composes = (path: string): boolean => /^(src\/[^/]+|test\/support\/.+|db\/.+)\.tsx?$/.test(path);
/** Where each feature adds its lines: only tests about every feature, and those that import a list, depend on it. */
const isList = (path: string): boolean =>
  /^(src\/(features|page-records)\.ts|db\/migrations\/|test\/support\/(endpoints\/\w+|people-kinds)\.ts)/.test(
    path,
  );
/** Tests about every feature. */
const isGeneral = (path: string): boolean => /^test\/(architecture\/|api\/(access-matrix|fuzz))/.test(path);
const featureOf = (path: string): string | undefined => /^src\/features\/\w+\/[\w-]+\//.exec(path)?.[0];

/**
 * The vitest files that a change since `ref` (a commit) can break: those of the changed features, those that import
 * a changed file, those that call an endpoint of a changed feature, and those about every feature. "all" if the
 * change affects everything.
 */
export function findChangedTests(ref: string): readonly string[] | "all" {
  const changed = [
    ...listFiles("diff", "--name-only", ref),
    ...listFiles("ls-files", "--others", "--exclude-standard"),
  ].filter((path) => !/^(docs|art|bench|test\/journeys)\/|\.md$/.test(path));
  const isEverywhere = (path: string): boolean =>
    composes(path) || !/^(src|sandbox|test|scripts)\//.test(path);
  if (changed.some((path) => isEverywhere(path) && !isList(path))) return "all";
  const features = new Set(changed.flatMap((path) => featureOf(path) ?? []));
  const endpoints = new Set(
    [...features].flatMap((feature) =>
      globSync(`${feature}*contract.ts`, { cwd: root }).flatMap((path) => endpointsIn(read(path))),
    ),
  );
  return globSync("{src,sandbox,test}/**/*.test.ts", { cwd: root }).filter((path) => {
    const feature = featureOf(path);
    return (
      isGeneral(path) ||
      (feature !== undefined && features.has(feature)) ||
      changed.some((each) => importsOf(path).has(each)) ||
      endpointsIn(read(path)).some((each) => endpoints.has(each))
    );
  });
}

const listFiles = (...args: string[]): string[] =>
  execFileSync("git", args, { cwd: root, encoding: "utf8" }).split("\n").filter(Boolean);

const read = (path: string): string => readFileSync(join(root, path), "utf8");
const endpointsIn = (text: string): string[] => [...text.matchAll(endpoint)].map(([, key = ""]) => key);

/** Includes indirect imports. */
function importsOf(path: string, seen = new Set<string>()): ReadonlySet<string> {
  if (seen.has(path) || !existsSync(join(root, path))) return seen;
  seen.add(path);
  if (composes(path)) return seen;
  for (const [, target = ""] of read(path).matchAll(specifier))
    importsOf(relative(root, resolve(root, dirname(path), target)), seen);
  return seen;
}
