import type { Readable } from "node:stream";
import { createFolderStorage } from "./folder-storage.ts";
import { type S3Settings, createS3Storage } from "./s3-storage.ts";

/**
 * Keeps files by name, as `folder/file`. Names are made from the content, so a file never changes once it is there.
 * Every method throws UpstreamError when the store does not do its work.
 */
export interface Storage {
  /** The file is there whole, or not at all. */
  write(name: string, bytes: Buffer): Promise<void>;
  /** The file as a stream with its length in bytes, or undefined when there is none of that name. */
  read(name: string): Promise<{ stream: Readable; length: number } | undefined>;
  /** Removes all files of the folder; does nothing when there are none. */
  removeFolder(folder: string): Promise<void>;
}

/** The bucket where one is configured, otherwise the folder of this machine. */
export const openStorage = (folder: string, s3: S3Settings | undefined): Promise<Storage> | Storage =>
  s3 ? createS3Storage(s3) : createFolderStorage(folder);
