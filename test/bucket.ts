import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import S3rver from "s3rver";
import { afterAll, beforeAll } from "vitest";
import { freePort } from "./free-port.ts";

const name = "pictures";

/** A store that speaks S3's protocol, with one empty bucket, for the tests of a file. */
export interface Bucket {
  /** The settings that lead to it, by their names in the environment. */
  readonly env: () => Record<string, string>;
  /** Is it down? Connections are refused then. */
  readonly stop: () => Promise<void>;
  readonly start: () => Promise<void>;
}

export function useBucket(): Bucket {
  let port = 0;
  let folder = "";
  let server: S3rver | undefined;
  const start = async (): Promise<void> => {
    server = new S3rver({
      address: "localhost",
      port,
      silent: true,
      directory: folder,
      configureBuckets: [{ name, configs: [] }],
    });
    await server.run();
  };
  const stop = async (): Promise<void> => {
    await server?.close();
    server = undefined;
  };
  beforeAll(async () => {
    port = await freePort();
    folder = mkdtempSync(join(tmpdir(), "senga-bucket-"));
    await start();
  });
  afterAll(async () => {
    await stop();
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    start,
    stop,
    env: () => ({
      S3_ENDPOINT: `http://localhost:${port}`,
      S3_REGION: "us-east-1",
      S3_BUCKET: name,
      // The keys that this server knows.
      S3_ACCESS_KEY_ID: "S3RVER",
      S3_SECRET_ACCESS_KEY: "S3RVER",
    }),
  };
}
