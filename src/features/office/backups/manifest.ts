import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { PassThrough, type Transform } from "node:stream";
import { z } from "zod";

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
export const pathInBackup = z.string().regex(/^(database|files|secret)(\/(?!\.\.?\/)[^/]+)*$/);
const count = z.int().nonnegative();

const common = {
  /** UTC: when the tables were read. */
  madeAt: z.iso.datetime(),
  /** By the schema of their journal. */
  migrations: z.record(z.string(), count),
  /** Rows, by the file's name in `database/`. */
  tables: z.record(z.string(), count),
  files: z.object({ count, bytes: count }),
  /** Otherwise the operator must back up the site's `SECRET`. */
  hasSecret: z.boolean(),
};

/** `manifest.json` is written last: without it, the folder is incomplete. */
const manifest = z.discriminatedUnion("format", [
  /** Until 2026-11-23, with every table of the database. */
  z.object({ format: z.literal(1), ...common }),
  /** `sums` has every other file, by its path in the backup; `sum` is the manifest's own, without this field. */
  z.object({ format: z.literal(2), ...common, sums: z.record(pathInBackup, sha256), sum: sha256 }),
]);
export type Manifest = z.output<typeof manifest>;
export type Contents = Omit<Extract<Manifest, { format: 2 }>, "format" | "sum">;

export class BackupError extends Error {}

/** Throws BackupError. */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, "manifest.json"), "utf8").catch(() => {
    throw new BackupError(`${folder} is not a complete backup: it has no manifest.json.`);
  });
  const json = parseJson(text);
  if (typeof json !== "object" || json === null) throw damaged(folder, "manifest.json");
  const { sum, ...content }: { sum?: unknown; format?: unknown } = json;
  if (content.format === 2 && sum !== sumOf(JSON.stringify(content))) throw damaged(folder, "manifest.json");
  const parsed = manifest.safeParse(json);
  if (!parsed.success)
    throw new BackupError(
      `This version of Senga does not understand the backup in ${folder}. Restore it with the version that made it, or a newer one.`,
    );
  return parsed.data;
}

export async function writeManifest(folder: string, contents: Contents): Promise<void> {
  const content = { ...contents, format: 2 };
  const sealed = { ...content, sum: sumOf(JSON.stringify(content)) };
  await writeFile(join(folder, "manifest.json"), `${JSON.stringify(sealed, null, 2)}\n`, { flush: true });
}

export const damaged = (folder: string, file: string): BackupError =>
  new BackupError(
    `${join(folder, file)} is missing or damaged. Nothing was changed. Use another copy of this backup, or an earlier backup.`,
  );

export const sumOf = (content: string): string => createHash("sha256").update(content).digest("hex");

export async function sumOfFile(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  return hash.digest("hex");
}

/** The sum is complete once the pipeline has ended. */
export function sumUp(): { readonly through: Transform; readonly sum: () => string } {
  const hash = createHash("sha256");
  const through = new PassThrough();
  through.on("data", (chunk: Buffer) => hash.update(chunk));
  return { through, sum: () => hash.digest("hex") };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
