import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

const root = resolve(import.meta.dirname, "..");

/** The pages come first: React Router empties the folder. */
export const parts = {
  pages: {
    program: "scripts/build-pages.ts",
    sources: [
      "src/**/*",
      "art/drawings/*",
      "scripts/{build-pages,build-plugins}.ts",
      "vite.config.ts",
      "react-router.config.ts",
      "package-lock.json",
    ],
  },
  server: {
    program: "scripts/build-server.ts",
    sources: ["{src,sandbox,db,scripts}/**/*.ts", "package-lock.json"],
  },
};
type Part = keyof typeof parts;

/** Builds in separate processes, which release the bundler's memory when they end. */
export function buildIfStale(wanted: readonly Part[] = ["pages", "server"]): void {
  for (const part of wanted) {
    const { program, sources } = parts[part];
    const hash = hashFiles(sources);
    if (builtFrom(part) === hash) continue;
    process.stdout.write(`Building the ${part} …\n`);
    // A build that dies leaves files of two versions, of which neither is built.
    rmSync(stampOf(part), { force: true });
    const { status } = spawnSync(process.execPath, [program], {
      cwd: root,
      env: { ...process.env, NODE_ENV: "production" },
      stdio: ["ignore", "inherit", "inherit"],
    });
    if (status !== 0) throw new Error(`The ${part} could not be built; see the message above.`);
    writeFileSync(stampOf(part), hash);
  }
}

const stampOf = (part: Part): string => join(root, "build", `.${part}`);

const builtFrom = (part: Part): string | undefined =>
  existsSync(stampOf(part)) ? readFileSync(stampOf(part), "utf8") : undefined;

function hashFiles(patterns: readonly string[]): string {
  const files = globSync(patterns, { cwd: root, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
  const hash = createHash("sha256");
  for (const file of files) hash.update(file.slice(root.length)).update(readFileSync(file));
  return hash.digest("hex");
}

/**
 * A start builds everything, and so do the commands before one: a supervisor starts what they leave. The commands that may
 * run beside the site leave the pages alone, which it serves from the same folder, and once the sources have changed the whole
 * build: its next worker must not be of another version.
 */
if (import.meta.main) {
  const [program = "", beside] = process.argv.slice(2);
  const pages = builtFrom("pages");
  if (beside === undefined) buildIfStale();
  else if (
    pages === hashFiles(parts.pages.sources) ||
    !existsSync(join(root, "build", "node", `${program}.js`))
  )
    buildIfStale(["server"]);
  else
    process.stderr.write(
      "The sources have changed since the site was built, so this is the site's version. npm start builds the new one.\n",
    );
}
