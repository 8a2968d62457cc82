import { cpSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { createBuilder } from "vite";
import { keepDocument, mapOwnCode, treeShakeRouter } from "./build-plugins.ts";

const root = resolve(import.meta.dirname, "..");

const builder = await createBuilder({
  root,
  logLevel: "warn",
  plugins: [mapOwnCode, treeShakeRouter, keepDocument],
  environments: {
    // In development Node loads React itself.
    ssr: {
      define: { "process.env.NODE_ENV": '"production"' },
      resolve: { noExternal: true },
      build: {
        sourcemap: true,
        target: "node24",
        rolldownOptions: { output: { sourcemapExcludeSources: true } },
      },
    },
  },
});
await builder.buildApp();
const client = join(root, "build", "client");
cpSync(join(root, "art", "drawings"), join(client, "drawings"), { recursive: true });
for (const folder of ["assets", "drawings"]) await compressFiles(join(client, folder));

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
