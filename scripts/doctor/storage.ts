import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { openStorage } from "../../src/gateways/storage.ts";
import { type Check, codeOf } from "./finding.ts";

/** Writes, reads and removes a file as pictures and films are. */
export const checkStorage: Check = async ({ dataDir, s3 }) => {
  const about = "pictures";
  const where = s3 ? `the bucket ${s3.bucket}` : join(dataDir, "pictures");
  const folder = `doctor-${randomBytes(8).toString("hex")}`;
  const bytes = randomBytes(1000);
  try {
    const storage = await openStorage(join(dataDir, "pictures"), s3);
    await storage.write(`${folder}/probe`, bytes);
    const found = await storage.read(`${folder}/probe`, { from: 100, to: 199 });
    const part = found && (await buffer(found.stream));
    await storage.removeFolder(folder);
    if (part?.equals(bytes.subarray(100, 200)))
      return [{ about, state: "fine", says: `${where} takes files, gives parts of them, and removes them` }];
    const todo = "Look for a proxy in front of it that changes answers or drops Range headers.";
    return [{ about, state: "wrong", says: `${where} gave back other bytes than it got`, todo }];
  } catch (error) {
    const todo = s3
      ? "The key needs PutObject, GetObject, DeleteObject and ListBucket; look at S3_ENDPOINT, S3_REGION and S3_PATH_STYLE too."
      : "Give the folder to the account that runs Senga.";
    return [{ about, state: "wrong", says: `${where} can't be used (${codeOf(error)})`, todo }];
  }
};
