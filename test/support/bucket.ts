import { afterAll, beforeAll } from "vitest";
import { type Bucket, type BucketOptions, startBucket } from "./s3-server.ts";

export function useBucket(options?: BucketOptions): Omit<Bucket, "remove"> {
  let bucket: Bucket;
  beforeAll(async () => {
    bucket = await startBucket(options);
  });
  afterAll(() => bucket?.remove());
  return { env: () => bucket.env(), stop: () => bucket.stop(), start: () => bucket.start() };
}
