import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { createSeal, deriveKeysFrom, minSecretLength } from "../../src/platform/secrets.ts";
import type { Settings } from "../../src/settings/settings.ts";
import { type Check, type Finding, timeoutMilliseconds } from "./finding.ts";

const about = "secret";

export const checkSecret: Check = async (settings) => {
  const { dataDir, secret, postgres, isPublic } = settings;
  const file = join(dataDir, "secret");
  const isThere = existsSync(file);
  const school = await readSchool(settings);
  if (secret === undefined && !isThere)
    return [
      school === "none"
        ? { about, state: "fine", says: "the first start generates one" }
        : school === "unknown"
          ? { about, state: "look", says: `neither SECRET nor ${file} exists; a start generates one` }
          : {
              about,
              state: "wrong",
              says: `${file} is missing, and this school had one`,
              todo: "Restore it from a backup before the next start: a different one logs everyone out, and certificates need a new key.",
            },
    ];
  const findings: Finding[] = [];
  const found = secret ?? readFileSync(file, "utf8");
  if (secret === undefined && process.platform !== "win32" && (statSync(file).mode & 0o077) !== 0)
    findings.push({
      about,
      state: "wrong",
      says: `other accounts can read ${file}`,
      todo: `chmod 600 ${file}`,
    });
  if (found.trim().length < minSecretLength)
    findings.push({
      about,
      state: "wrong",
      says: `${file} has fewer than ${minSecretLength} characters`,
      todo: "Restore it from a backup.",
    });
  else if (typeof school === "object" && !opens(found, school))
    findings.push({
      about,
      state: "wrong",
      says: "is not the one that this school used before",
      todo: "Restore the previous one: with a different one everyone has to log in again, and a new key signs certificates.",
    });
  if (findings.length > 0) return findings;
  if (secret === undefined && postgres && isPublic)
    return [
      {
        about,
        state: "look",
        says: file,
        todo: "Set SECRET: every process of the site needs the same value.",
      },
    ];
  return [{ about, state: "fine", says: secret === undefined ? file : "from SECRET" }];
};

interface SealedKey {
  readonly publicKey: string;
  readonly sealedSecret: string;
}

const opens = (secret: string, { publicKey, sealedSecret }: SealedKey): boolean =>
  createSeal(deriveKeysFrom(secret)("certificates")).open(sealedSecret, publicKey) !== undefined;

/** The signing key of certificates, encrypted with SECRET; if there is none yet, whether the database has users. */
async function readSchool({ postgres, dataDir }: Settings): Promise<SealedKey | "some" | "none" | "unknown"> {
  if (!postgres) return existsSync(join(dataDir, "pglite")) ? "some" : "none";
  const client = new pg.Client({
    connectionString: postgres.directUrl ?? postgres.url,
    connectionTimeoutMillis: timeoutMilliseconds,
    query_timeout: timeoutMilliseconds,
  });
  client.on("error", () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ isThere: boolean }>(
      "select to_regclass('public.users') is not null and to_regclass('public.issuer_keys') is not null as \"isThere\"",
    );
    if (!rows[0]?.isThere) return "none";
    const keys = await client.query<SealedKey>(
      'select public_key as "publicKey", sealed_secret as "sealedSecret" from public.issuer_keys where retired_at is null',
    );
    if (keys.rows[0]) return keys.rows[0];
    return (await client.query("select from public.users limit 1")).rowCount === 0 ? "none" : "some";
  } catch {
    // The database check reports it.
    return "unknown";
  } finally {
    await client.end().catch(() => {});
  }
}
