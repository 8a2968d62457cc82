import { globSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { expect, test } from "vitest";

/** Nothing stands that nothing uses. Knip would say it too, but its parser does not install on every platform. */

const root = resolve(import.meta.dirname, "..", "..");
const read = (path: string): string => readFileSync(join(root, path), "utf8");

const files = globSync(["{src,sandbox,db,scripts,bench,art,test}/**/*.{ts,tsx,js,mjs,css}", "*.ts"], {
  cwd: root,
});
const texts = new Map(files.map((path) => [path, read(path)]));
const documents = globSync("sandbox/**/*.html", { cwd: root });
const configuration = ["package.json", ".ci/run", "README.md", ...documents].map(read).join("\n");

const named =
  /(?:import|export)\s+(?:type\s+)?(?:(\w+)\s*,?\s*)?(?:\{([^}]*)\}|\*\s+as\s+\w+)?\s*from\s+"([^"]+)"/g;
const whole =
  /(?:import|export)\s+\*[^"]*from\s+"([^"]+)"|import\(\s*(?:\/\*.*?\*\/\s*)?"([^"]+)"\s*\)|^import\s+"([^"]+)"/gm;
const declared =
  /^export (?:default )?(?:async )?(?:abstract )?(?:const|let|function\*?|class|type|interface|enum) (\w+)/gm;

/** File → the names that other files import from it; `*` for all. */
const importedNames = new Map<string, Set<string>>();
const packages = new Set<string>();
for (const [path, text] of texts) {
  const note = (specifier: string, names: readonly string[]): void => {
    if (!specifier.startsWith(".")) {
      packages.add(/^(@[^/]+\/[^/]+|[^/]+)/.exec(specifier)?.[0] ?? specifier);
      return;
    }
    const target = relative(root, resolve(root, dirname(path), specifier.replace(/\?\w+$/, "")));
    const known = importedNames.get(target) ?? new Set();
    for (const name of names) known.add(name);
    importedNames.set(target, known);
  };
  for (const [, byDefault, list = "", specifier = ""] of text.matchAll(named))
    note(specifier, [
      ...(byDefault ? ["default"] : []),
      ...list.split(",").map(
        (each) =>
          each
            .trim()
            .replace(/^type\s+/, "")
            .split(/\s+as\s+/)[0] ?? "",
      ),
    ]);
  for (const [, all, dynamic, effect] of text.matchAll(whole)) note(all ?? dynamic ?? effect ?? "", ["*"]);
}

/** By drizzle-kit, by the test runners, and by the browser. */
const loadedWhole = new Set([
  "tables.ts",
  "database-templates.ts",
  "demo-database.ts",
  "vitest-reporter.ts",
  "playwright-reporter.ts",
  "challenge-dialog.js",
]);
/** Run by hand or by name. */
const isTool = (path: string): boolean => /^(bench|art\/scripts)\/[\w-]+\.ts$/.test(path);
const isTest = (path: string): boolean => /\.(test|spec)\.tsx?$/.test(path);
const baseName = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

test("every file is imported, or named by a configuration or another file", () => {
  const unused = files.filter(
    (path) =>
      !isTest(path) &&
      !isTool(path) &&
      !importedNames.has(path) &&
      path.includes("/") &&
      !/^src\/(root|entry\.\w+)\.tsx$/.test(path) &&
      !configuration.includes(baseName(path)) &&
      ![...texts].some(([other, text]) => other !== path && text.includes(baseName(path))),
  );
  expect(unused).toEqual([]);
});

test("every export is imported by another file", () => {
  const routes = `${read("src/routes.ts")} ${read("src/page-records.ts")}`;
  const isRoute = (path: string): boolean =>
    routes.includes(`"${relative("src", path)}"`) || /^src\/(root|entry\.\w+)\.tsx$/.test(path);
  const unused = files.flatMap((path) => {
    const names = importedNames.get(path);
    if (isRoute(path) || loadedWhole.has(baseName(path)) || names?.has("*") || !path.includes("/")) return [];
    const text = texts.get(path) ?? "";
    return (
      [...text.matchAll(declared)]
        .map(([head, name = ""]) => ({ name: head.startsWith("export default") ? "default" : name, head }))
        .filter(({ name }) => !names?.has(name))
        // A type may be exported for the reader of the signature that it stands in.
        .filter(({ name, head }) => !/ (type|interface) /.test(head) || text.split(name).length < 3)
        .map(({ name }) => `${path}: ${name}`)
    );
  });
  expect(unused).toEqual([]);
});

test("every dependency is imported, or run by a script", () => {
  const { dependencies, devDependencies } = JSON.parse(read("package.json")) as Record<string, object>;
  const text = [...texts.values()].join("\n");
  const unused = Object.keys({ ...dependencies, ...devDependencies }).filter((name) => {
    const typed = name.startsWith("@types/") ? name.slice("@types/".length) : name;
    return !packages.has(typed) && !new RegExp(`["']${typed}`).test(text);
  });
  // Loaded by the compiler, by oxlint, and by the React Router build.
  const loadedByTools = new Set([
    "@types/node",
    "typescript",
    "oxlint-tsgolint",
    "@react-router/node",
    "isbot",
  ]);
  expect(unused.filter((name) => !loadedByTools.has(name))).toEqual([]);
});
