import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { PassThrough, type Transform } from "node:stream";
import { z } from "zod";

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
/** Within the backup's folder. */
const pathInBackup = z.string().regex(/^(database|files|secret)(\/(?!\.\.?\/)[^/]+)*$/);
const count = z.int().nonnegative();

const common = {
  /** ISO 8601, UTC: what the tables held then. */
  madeAt: z.iso.datetime(),
  /** By the schema of their journal: how many migrations made the tables. */
  migrations: z.record(z.string(), count),
  /** Rows, by the file's name in `database/`. */
  tables: z.record(z.string(), count),
  files: z.object({ count, bytes: count }),
  /** Whether `secret` is in it; otherwise the site's `SECRET` has to be kept elsewhere. */
  hasSecret: z.boolean(),
};

/** `manifest.json` of a backup, written last: a folder without it is not whole. */
const manifest = z.discriminatedUnion("format", [
  /** Until 2026-11-23, of every table that the database held. */
  z.object({ format: z.literal(1), ...common }),
  /** `sums`: by the path in the backup, of each other file. `sum` is that of the manifest without it. */
  z.object({ format: z.literal(2), ...common, sums: z.record(pathInBackup, sha256), sum: sha256 }),
]);
export type Manifest = z.output<typeof manifest>;
export type Contents = Omit<Extract<Manifest, { format: 2 }>, "format" | "sum">;

/** A problem with a backup that its operator can mend, in one sentence. */
export class BackupError extends Error {}

/** Throws BackupError. */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, "manifest.json"), "utf8").catch(() => {
    throw new BackupError(`${folder} holds no whole backup: it has no manifest.json.`);
  });
  const json = parseJson(text);
  if (typeof json !== "object" || json === null) throw damaged(folder, "manifest.json");
  const { sum, ...content } = json as { sum?: unknown; format?: unknown };
  if (content.format === 2 && sum !== sumOf(JSON.stringify(content))) throw damaged(folder, "manifest.json");
  const parsed = manifest.safeParse(json);
  if (!parsed.success)
    throw new BackupError(
      `${folder} holds a backup that this version of Senga does not understand. Restore it with the version that made it, or a newer one.`,
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
    `${join(folder, file)} is missing or damaged, so the backup is not whole. Nothing was changed. Take another copy of it, or an earlier backup.`,
  );

export const sumOf = (content: string): string => createHash("sha256").update(content).digest("hex");

export async function sumOfFile(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest("hex");
}

/** A part of a pipeline. Its sum is known at the end. */
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
