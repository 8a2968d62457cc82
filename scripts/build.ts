import { createHash } from "node:crypto";
import { cpSync, existsSync, globSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const root = resolve(import.meta.dirname, "..");
const stamp = join(root, "build", ".sources");

export async function buildIfStale(): Promise<void> {
  const sources = hashSources();
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === sources) return;
  process.stdout.write("Building the pages …\n");
  process.env["NODE_ENV"] = "production";
  const { createBuilder } = await import("vite");
  const builder = await createBuilder({ root, logLevel: "warn" });
  await builder.buildApp();
  const client = join(root, "build", "client");
  cpSync(join(root, "art", "drawings"), join(client, "drawings"), { recursive: true });
  for (const folder of ["assets", "drawings"]) await compressFiles(join(client, folder));
  writeFileSync(stamp, sources);
}

function hashSources(): string {
  const files = globSync(
    [
      "src/**/*",
      "art/drawings/*",
      "scripts/build.ts",
      "vite.config.ts",
      "react-router.config.ts",
      "package-lock.json",
    ],
    {
      cwd: root,
      withFileTypes: true,
    },
  )
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
  const hash = createHash("sha256");
  for (const file of files) hash.update(file.slice(root.length)).update(readFileSync(file));
  return hash.digest("hex");
}

async function compressFiles(folder: string): Promise<void> {
  const files = readdirSync(folder).filter((name) => /\.(js|css|svg)$/.test(name));
  await Promise.all(
    files.map(async (name) => {
      const bytes = readFileSync(join(folder, name));
      const params = { [constants.BROTLI_PARAM_QUALITY]: 11 };
      writeFileSync(join(folder, `${name}.br`), await promisify(brotliCompress)(bytes, { params }));
      writeFileSync(join(folder, `${name}.gz`), await promisify(gzip)(bytes, { level: 9 }));
    }),
  );
}
