import { createHash, randomBytes } from "node:crypto";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { deriveKeysFrom, writeOnce } from "./secrets.ts";

/**
 * What all processes of a site must share. Each process holds an advisory lock for each of them, by a number that others
 * have where they share it: a process that ends, however it ends, is known of no more.
 */
const sharedThings = ["secret", "uploads", "pictures"] as const;
export type SharedThing = (typeof sharedThings)[number];
export type ProcessMarks = Readonly<Record<SharedThing, number>>;

/** Two-key locks of others would need this number by chance. */
const firstClass = 1_397_050_000;

/** 31 bits: the keys of two-key locks are signed, and `pg_locks` shows them unsigned. */
const markOf = (identity: string | Buffer): number =>
  createHash("sha256").update(identity).digest().readInt32BE() & 0x7fff_ffff;

/** Tells nothing of the secret. */
export const markSecret = (secret: string): number => markOf(deriveKeysFrom(secret)("process marks"));

export const markBucket = ({
  endpoint,
  bucket,
}: {
  readonly endpoint: string;
  readonly bucket: string;
}): number => markOf(`${new URL(endpoint).href} ${bucket}`);

const idFile = (folder: string): string => join(folder, ".folder-id");

/** Of a folder, which gets an id once: the same wherever it is mounted. */
export function markFolder(folder: string): number {
  mkdirSync(folder, { recursive: true });
  writeOnce(idFile(folder), randomBytes(16).toString("hex"));
  return markOf(readFileSync(idFile(folder), "utf8"));
}

/** Undefined when no process has marked it. */
export function readFolderMark(folder: string): number | undefined {
  try {
    return markOf(readFileSync(idFile(folder), "utf8"));
  } catch (error) {
    if (["ENOENT", "ENOTDIR"].includes((error as NodeJS.ErrnoException).code ?? "")) return undefined;
    throw error;
  }
}

/** Holds the locks as long as the session lasts. */
export const holdMarks = (marks: ProcessMarks): string =>
  `select ${sharedThings
    .map((thing, index) => `pg_advisory_lock_shared(${firstClass + index}, ${marks[thing]})`)
    .join(", ")}`;

export interface HeldMark {
  readonly thing: SharedThing;
  readonly mark: number;
}

/** Selects the marks of all processes that are connected to the database, as `thing` and `mark`. */
export const selectMarks = `
  select distinct (array[${sharedThings.map((thing) => `'${thing}'`).join(", ")}])[classid::bigint - ${firstClass - 1}] as thing,
    objid::int as mark
  from pg_locks
  where locktype = 'advisory' and objsubid = 2
    and database = (select oid from pg_database where datname = current_database())
    and classid::bigint between ${firstClass} and ${firstClass + sharedThings.length - 1}`;

/** The things of which another process has another one. What has no mark here is not compared. */
export const differingThings = (
  held: readonly HeldMark[],
  own: Readonly<Partial<Record<SharedThing, number>>>,
): SharedThing[] =>
  sharedThings.filter((thing) =>
    held.some((each) => each.thing === thing && own[thing] !== undefined && each.mark !== own[thing]),
  );

/** What an operator does about it. */
export const sharingAdvice: Readonly<Record<SharedThing, string>> = {
  secret:
    "Another process of this site runs with another SECRET, and would refuse the logins of this one. Give all of them the same SECRET; to change it, stop all of them first.",
  uploads:
    "Another process of this site has another DATA_DIR/uploads. Make it the same folder for all of them, on shared storage: otherwise uploads stop where the other process answers, and films wait for the process that has them.",
  pictures:
    "Another process of this site keeps pictures and films elsewhere. Give all of them the same bucket (S3_…), or the same DATA_DIR/pictures on shared storage: otherwise each lacks what the other has stored.",
};

export class SecretsDiffer extends Error {
  constructor() {
    super(sharingAdvice.secret);
  }
}
