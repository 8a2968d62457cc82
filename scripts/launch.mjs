// Plain JavaScript without dependencies: it runs before the installation, on any Node ≥ 20.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join, resolve } from "node:path";
import process from "node:process";

const root = resolve(import.meta.dirname ?? new URL(".", import.meta.url).pathname, "..");
const [major, minor] = process.versions.node.split(".").map(Number);
if (major < 20) {
  process.stderr.write(`Senga needs Node 20 or newer; this is ${process.version}.\n`);
  process.exit(1);
}

/** Must strip types and have `node:sqlite`, which locks the data folder. */
const isSupported = major > 24 || (major === 24 && minor >= 4);
/** The dependencies include a Node for Linux with glibc. */
if (!isSupported && process.platform !== "linux") refuseNode();

function refuseNode() {
  process.stderr.write(
    `Senga runs on Node 24.4 or newer; this is ${process.version}. Install Node 24 and run the command again.\n`,
  );
  process.exit(1);
}

const [file, ...rest] = process.argv.slice(2);

/** Commands that may run beside a site, which loads its workers from node_modules on demand. */
const isBesideSite = ["admin", "backup", "change-email", "delete-account", "doctor"].includes(
  basename(file, ".js"),
);

/** Whether node_modules matches package-lock.json, by npm's own record of it; optional packages may be missing. */
function isInstalled() {
  const packagesOf = (path) => JSON.parse(readFileSync(join(root, path), "utf8")).packages;
  const record = join("node_modules", ".package-lock.json");
  if (!existsSync(join(root, record))) return false;
  const present = packagesOf(record);
  return Object.entries(packagesOf("package-lock.json")).every(
    ([path, { version, dev, optional, devOptional, peer }]) => {
      if (path === "") return true;
      const isDispensable = optional || devOptional || peer || (dev && process.env.NODE_ENV === "production");
      return present[path] ? present[path].version === version : isDispensable;
    },
  );
}

if (!isInstalled()) {
  if (existsSync(join(root, "node_modules")) && isBesideSite) {
    process.stderr.write(
      "node_modules doesn't match this version, and installing its packages would break a running site. " +
        "Stop the site, run npm ci and start it again; then run this command.\n",
    );
    process.exit(1);
  }
  process.stdout.write("Installing packages (npm ci) …\n");
  const install = spawnSync("npm", ["ci", "--include=dev", "--no-audit", "--no-fund", "--loglevel=error"], {
    cwd: root,
    stdio: "inherit",
    shell: process.platform === "win32",
  });
  if (install.status !== 0) {
    process.stderr.write("The installation failed; see npm's message above. Then run the command again.\n");
    process.exit(install.status ?? 1);
  }
}

function supportedNode() {
  if (isSupported) return process.execPath;
  const bundled = `node-${process.platform}-${process.arch}/bin/node`;
  try {
    return createRequire(join(root, "package.json")).resolve(bundled);
  } catch {
    return refuseNode();
  }
}

const node = supportedNode();
const options = { cwd: root, stdio: "inherit", env: process.env };
if (dirname(file) === "build/node") {
  options.env = {
    // Saves half a second of compilation at each start.
    NODE_COMPILE_CACHE: join(root, "build", ".compiled"),
    // With sixteen arenas, glibc's default on two cores, 50 MB freed after load are not returned.
    MALLOC_ARENA_MAX: "2",
    ...process.env,
  };
  const words = [basename(file, ".js"), ...(isBesideSite ? ["beside"] : [])];
  const build = spawnSync(node, [join(root, "scripts", "build.ts"), ...words], options);
  // The included Node can't run without glibc.
  if (build.error) refuseNode();
  if (build.status !== 0) process.exit(build.status ?? 1);
}
// A small young generation saves 25 MB when idle; collecting the old one each time it has grown by a third saves 150 MB
// after load. Source maps make stack traces name the sources.
const flags = ["--max-semi-space-size=4", "--heap-growing-percent=30", "--enable-source-maps"];
const child = spawn(node, [...flags, join(root, file), ...rest], options);
// A terminal sends Ctrl-C to the whole group, but a supervisor signals only this process.
for (const signal of ["SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
process.on("SIGINT", () => child.kill("SIGTERM"));
child.on("exit", (code, signal) => {
  process.exitCode = code ?? (signal === "SIGINT" ? 130 : 1);
});
