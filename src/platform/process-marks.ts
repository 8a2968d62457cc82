import { codeOf } from "./error-code.ts";
import { createHash, randomBytes } from "node:crypto";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { deriveKeysFrom, writeOnce } from "./secrets.ts";

/** What a site's processes must share. Marks are advisory locks, which PostgreSQL always releases with the process. */
const sharedThings = ["secret", "uploads", "pictures"] as const;
export type SharedThing = (typeof sharedThings)[number];
export type ProcessMarks = Readonly<Record<SharedThing, number>>;

/** Unlikely to be used by other two-key locks. */
const firstClass = 1_397_050_000;

/** 31 bits: the keys of two-key locks are signed, and `pg_locks` shows them unsigned. */
const markOf = (identity: string | Buffer): number =>
  createHash("sha256").update(identity).digest().readInt32BE() & 0x7fff_ffff;

/** Reveals nothing about the secret. */
export const markSecret = (secret: string): number => markOf(deriveKeysFrom(secret)("process marks"));

export const markBucket = ({
  endpoint,
  bucket,
}: {
  readonly endpoint: string;
  readonly bucket: string;
}): number => markOf(`${new URL(endpoint).href} ${bucket}`);

const idFile = (folder: string): string => join(folder, ".folder-id");

/** Writes an id into the folder once, so the mark is the same wherever it is mounted. */
export function markFolder(folder: string): number {
  // Often the first folder that a site makes: it makes DATA_DIR too.
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeOnce(idFile(folder), randomBytes(16).toString("hex"));
  return markOf(readFileSync(idFile(folder), "utf8"));
}

export function readFolderMark(folder: string): number | undefined {
  try {
    return markOf(readFileSync(idFile(folder), "utf8"));
  } catch (error) {
    if (["ENOENT", "ENOTDIR"].includes(codeOf(error))) return undefined;
    throw error;
  }
}

export const holdMarks = (marks: ProcessMarks): string =>
  `select ${sharedThings
    .map((thing, index) => `pg_advisory_lock_shared(${firstClass + index}, ${marks[thing]})`)
    .join(", ")}`;

export interface HeldMark {
  readonly thing: SharedThing;
  readonly mark: number;
}

export const selectMarks = `
  select distinct (array[${sharedThings.map((thing) => `'${thing}'`).join(", ")}])[classid::bigint - ${firstClass - 1}] as thing,
    objid::int as mark
  from pg_locks
  where locktype = 'advisory' and objsubid = 2
    and database = (select oid from pg_database where datname = current_database())
    and classid::bigint between ${firstClass} and ${firstClass + sharedThings.length - 1}`;

/** What differs from another process; things without an own mark are not compared. */
export const differingThings = (
  held: readonly HeldMark[],
  own: Readonly<Partial<Record<SharedThing, number>>>,
): SharedThing[] =>
  sharedThings.filter((thing) =>
    held.some((each) => each.thing === thing && own[thing] !== undefined && each.mark !== own[thing]),
  );

export const sharingAdvice: Readonly<Record<SharedThing, string>> = {
  secret:
    "Another process of this site runs with a different SECRET, and would refuse the logins of this one. Give all processes the same SECRET; to change it, stop all of them first.",
  uploads:
    "Another process of this site uses a different DATA_DIR/uploads. Use the same folder for all processes, on shared storage: otherwise uploads stop when another process answers, and videos wait for the process that has them.",
  pictures:
    "Another process of this site stores pictures and videos elsewhere. Give all processes the same bucket (S3_…), or the same DATA_DIR/pictures on shared storage: otherwise each lacks what the others have stored.",
};

export class SecretsDiffer extends Error {
  constructor() {
    super(sharingAdvice.secret);
  }
}
