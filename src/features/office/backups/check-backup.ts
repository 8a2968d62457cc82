import { createReadStream, existsSync } from "node:fs";
import { opendir, stat } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { type Manifest, BackupError, damaged, sumOfFile } from "./manifest.ts";
import { fileOf, namesAfter } from "./school-tables.ts";

export interface CheckedBackup {
  readonly folder: string;
  readonly manifest: Manifest;
  readonly files: readonly string[];
  /** In `database/`: tables of other programs, which earlier versions backed up too. */
  readonly foreignTables: readonly string[];
}

/** Reads everything before anything is written; verifies gzip's checksums and counts. Throws BackupError. */
export async function checkBackup(folder: string, manifest: Manifest): Promise<CheckedBackup> {
  const made = new Set((await namesAfter(manifest.migrations)).map(fileOf));
  const foreignTables = Object.keys(manifest.tables).filter((file) => !made.has(file));
  const files =
    manifest.format === 2
      ? await checkSums(folder, manifest)
      : await checkCounts(folder, manifest, foreignTables);
  return { folder, manifest, files, foreignTables };
}

/** Operators with their own copy of the store may remove the whole `files/` folder. */
async function checkSums(folder: string, { sums }: Extract<Manifest, { format: 2 }>): Promise<string[]> {
  const hasFiles = existsSync(join(folder, "files"));
  const paths = Object.keys(sums).filter((path) => hasFiles || !path.startsWith("files/"));
  for (const path of paths) {
    const sum = await sumOfFile(join(folder, path)).catch(() => undefined);
    if (sum !== sums[path]) throw damaged(folder, path);
  }
  return paths.filter((path) => path.startsWith("files/")).map((path) => path.slice("files/".length));
}

async function checkCounts(
  folder: string,
  manifest: Manifest,
  foreignTables: readonly string[],
): Promise<string[]> {
  for (const [file, expected] of Object.entries(manifest.tables)) {
    if (foreignTables.includes(file)) continue;
    const path = join("database", file);
    let rows = 0;
    await readLines(join(folder, path), () => {
      rows += 1;
    }).catch(() => {
      throw damaged(folder, path);
    });
    if (rows !== expected) throw damaged(folder, path);
  }
  if (manifest.hasSecret && !existsSync(join(folder, "secret"))) throw damaged(folder, "secret");
  const files = await listFiles(join(folder, "files"));
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  const { count } = manifest.files;
  if (existsSync(join(folder, "files")) && (files.length !== count || bytes !== manifest.files.bytes))
    throw new BackupError(
      `${join(folder, "files")} has ${files.length} files (${bytes} bytes) instead of ${count} (${manifest.files.bytes}). Nothing was changed. Use another copy of this backup, or an earlier backup.`,
    );
  return files.map(({ name }) => name);
}

/** Rejects if the file is damaged. */
export async function readLines(path: string, onLine: (line: string) => void | Promise<void>): Promise<void> {
  await pipeline(createReadStream(path), createGunzip(), async (chunks: AsyncIterable<Buffer>) => {
    const decoder = new TextDecoder();
    let rest = "";
    for await (const chunk of chunks) {
      const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) await onLine(line);
    }
    if (rest !== "") await onLine(rest);
  });
}

async function listFiles(folder: string): Promise<{ name: string; size: number }[]> {
  const found = await opendir(folder, { recursive: true }).catch(() => undefined);
  const files: { name: string; size: number }[] = [];
  for await (const entry of found ?? []) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    files.push({ name: relative(folder, path).replaceAll(sep, "/"), size: (await stat(path)).size });
  }
  return files;
}
