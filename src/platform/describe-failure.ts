import { isDatabaseAway } from "./database-away.ts";
import { DataFolderInUse, DataFolderUnusable } from "./database-lock.ts";
import { TableInUse, UnsuitableDatabase } from "./migrate.ts";
import { EmbeddedDatabaseFailed } from "./pglite.ts";
import { DatabaseTooOld } from "./postgres.ts";
import { SecretsDiffer } from "./process-marks.ts";
import { SecretDamaged } from "./secrets.ts";

const explained = [
  DataFolderInUse,
  DataFolderUnusable,
  DatabaseTooOld,
  EmbeddedDatabaseFailed,
  SecretDamaged,
  SecretsDiffer,
  TableInUse,
  UnsuitableDatabase,
];

/** PostgreSQL's codes. */
const databaseFailures: Readonly<Record<string, (message: string) => string>> = {
  "3D000": () => "The database that DATABASE_URL names does not exist. Create it, or correct the name.",
  "28000": () =>
    "The database server does not let the account of DATABASE_URL in. Look at its name, and at pg_hba.conf.",
  "28P01": () =>
    "The database server refuses the password of DATABASE_URL. Correct it, or set it for the account anew.",
  "42501": (message) =>
    `The account of DATABASE_URL lacks a right (${message}). Make it the owner of its database.`,
  "25006": () =>
    "The database of DATABASE_URL is read-only, as a replica is. Let DATABASE_URL name the primary server.",
  "53100": () => "The disk of the database is full. Make room there, then run this again.",
};

const fileFailures: Readonly<Record<string, string>> = {
  ENOSPC: "The disk is full. Make room, then run this again.",
  EDQUOT: "The quota of the disk is used up. Make room, then run this again.",
  EROFS: "It is on a disk that can't be written. Name another folder.",
  EACCES: "This account may not write there. Give it the folder, or name another.",
  EPERM: "This account may not write there. Give it the folder, or name another.",
  EEXIST: "A file stands where a folder is needed. Name another folder.",
  ENOTDIR: "A file stands where a folder is needed. Name another folder.",
};

/** What the operator can do about it, in a few sentences; undefined for what only its stack trace explains. */
export function describeFailure(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if (explained.some((kind) => error instanceof kind)) return error.message;
  const onDatabase = describeDatabaseFailure(error);
  if (onDatabase !== undefined) return onDatabase;
  if (isDatabaseAway(error))
    return "The database does not answer, or went away meanwhile. Run this again when it is there.";
  const { code = "", path, syscall } = error as NodeJS.ErrnoException;
  if (syscall === "listen") return error.message;
  const onFiles = fileFailures[code];
  if (onFiles && syscall !== undefined)
    return `${path ?? "A file"} could not be written (${code}). ${onFiles}`;
  return describeFailure(error.cause);
}

/** Some of them count as a database that is away for a site that runs, and will not go away by themselves at a start. */
function describeDatabaseFailure(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const describe = databaseFailures[(error as NodeJS.ErrnoException).code ?? ""];
  return describe ? describe(error.message) : describeDatabaseFailure(error.cause);
}

/** In one line. */
export function describeAnyFailure(error: unknown): string {
  const described = describeFailure(error);
  if (described !== undefined) return described;
  if (!(error instanceof Error)) return `an unknown failure (${typeof error})`;
  return error.cause instanceof Error ? describeAnyFailure(error.cause) : error.message.split("\n")[0]!;
}
