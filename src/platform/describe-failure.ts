import { codeOf } from "./error-code.ts";
import { isDatabaseAway } from "./database-away.ts";
import { DataFolderInUse, DataFolderUnusable } from "./data-folder.ts";
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

const databaseFailures: Readonly<Record<string, (message: string) => string>> = {
  "3D000": () => "The database in DATABASE_URL does not exist. Create it, or correct the name.",
  "28000": () =>
    "The database server does not accept the account in DATABASE_URL. Check its name, and pg_hba.conf.",
  "28P01": () =>
    "The database server rejects the password in DATABASE_URL. Correct it, or reset the account's password.",
  "42501": (message) =>
    `The account in DATABASE_URL lacks a permission (${message}). Make it the owner of its database.`,
  "25006": () =>
    "The database in DATABASE_URL is read-only, probably a replica. Set DATABASE_URL to the primary server.",
  "53100": () => "The database's disk is full. Free some space, then run this again.",
};

const fileFailures: Readonly<Record<string, string>> = {
  ENOSPC: "The disk is full. Free some space, then run this again.",
  EDQUOT: "The disk quota is used up. Free some space, then run this again.",
  EROFS: "It is on a read-only disk. Choose another folder.",
  EACCES: "This account can't write there. Make it the folder's owner, or choose another folder.",
  EPERM: "This account can't write there. Make it the folder's owner, or choose another folder.",
  EEXIST: "There is a file where a folder is needed. Choose another folder.",
  ENOTDIR: "There is a file where a folder is needed. Choose another folder.",
};

/** What the operator can do about it; undefined if only the stack trace explains it. */
export function describeFailure(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if (explained.some((kind) => error instanceof kind)) return error.message;
  const onDatabase = describeDatabaseFailure(error);
  if (onDatabase !== undefined) return onDatabase;
  if (isDatabaseAway(error))
    return "The database does not answer, or went down in the meantime. Run this again when it is back.";
  const { code = "", path, syscall }: NodeJS.ErrnoException = error;
  if (syscall === "listen") return error.message;
  const onFiles = fileFailures[code];
  if (onFiles && syscall !== undefined)
    return `${path ?? "A file"} could not be written (${code}). ${onFiles}`;
  return describeFailure(error.cause);
}

/** A running site treats some of these as an outage, but they prevent a start. */
function describeDatabaseFailure(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const describe = databaseFailures[codeOf(error)];
  return describe ? describe(error.message) : describeDatabaseFailure(error.cause);
}

export function describeAnyFailure(error: unknown): string {
  const described = describeFailure(error);
  if (described !== undefined) return described;
  if (!(error instanceof Error)) return `an unknown error (${typeof error})`;
  const [line = ""] = error.message.split("\n");
  return error.cause instanceof Error ? describeAnyFailure(error.cause) : line;
}
