import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type pg from "pg";
import {
  type HeldMark,
  type SharedThing,
  differingThings,
  markBucket,
  markSecret,
  readFolderMark,
  selectMarks,
  sharingAdvice,
} from "../../src/platform/process-marks.ts";
import type { Settings } from "../../src/settings/settings.ts";
import type { Finding } from "./finding.ts";

const about = "sharing";
const names: Readonly<Record<SharedThing, string>> = {
  secret: "the secret",
  uploads: "the uploads folder",
  pictures: "the store for pictures and videos",
};

/** Whether these settings share what the running processes share. */
export async function checkSharing(client: pg.Client, settings: Settings): Promise<Finding[]> {
  const { rows } = await client.query<HeldMark>(selectMarks);
  if (rows.length === 0) return [];
  const differing = differingThings(rows, ownMarks(settings));
  return differing.length === 0
    ? [{ about, state: "fine", says: "secret, uploads and pictures match the running processes" }]
    : differing.map((thing) => ({
        about,
        state: "wrong",
        says: `${names[thing]} differs from another running process`,
        todo: sharingAdvice[thing],
      }));
}

/** Creates nothing. A folder without a mark belongs to no running process. */
function ownMarks({ dataDir, s3, secret }: Settings): Partial<Record<SharedThing, number>> {
  const file = join(dataDir, "secret");
  const known = secret ?? (existsSync(file) ? readFileSync(file, "utf8") : undefined);
  const folder = (name: string): number => readFolderMark(join(dataDir, name)) ?? -1;
  return {
    ...(known !== undefined && { secret: markSecret(known) }),
    uploads: folder("uploads"),
    pictures: s3 ? markBucket(s3) : folder("pictures"),
  };
}
