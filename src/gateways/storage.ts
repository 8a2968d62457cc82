import type { Readable } from "node:stream";
import { createFolderStorage } from "./folder-storage.ts";
import { type S3Settings, createS3Storage } from "./s3-storage.ts";

/** Names derive from the content, so a file never changes. Every method throws UpstreamError. */
export interface Storage {
  /** Atomic: readers see the whole file or none. */
  write(name: string, bytes: Buffer): Promise<void>;
  read(name: string): Promise<{ stream: Readable; length: number } | undefined>;
  removeFolder(folder: string): Promise<void>;
}

export const openStorage = (folder: string, s3: S3Settings | undefined): Promise<Storage> | Storage =>
  s3 ? createS3Storage(s3) : createFolderStorage(folder);
