import type { Readable } from "node:stream";
import { createFolderStorage } from "./folder-storage.ts";
import { type S3Settings, createS3Storage } from "./s3-storage.ts";

/** Byte positions, both inclusive, as in HTTP. A range may extend beyond the end. */
export interface ByteRange {
  readonly from: number;
  readonly to: number;
}

export interface StoredFile {
  /** Destroy it if it is not read to the end. */
  readonly stream: Readable;
  /** Of the stream; 0 if the range starts beyond the end. */
  readonly length: number;
  readonly size: number;
}

/** A store that browsers can reach. */
export interface BrowserAccess {
  /** For the security policy. */
  readonly origin: string;
  /**
   * Returns a URL that is valid for a minute, and for a GET of exactly these bytes: the signature covers the Range
   * header. `type` is the Content-Type of the answer. Makes no request.
   */
  sign(name: string, range: ByteRange, type: string): Promise<string>;
}

/** Every method throws UpstreamError. */
export interface Storage {
  /** Atomic: readers see the whole file or none. */
  write(name: string, bytes: Buffer): Promise<void>;
  /** Atomic, in bounded memory. Fails if the stream doesn't have exactly `length` bytes. */
  writeFrom(name: string, stream: Readable, length: number): Promise<void>;
  read(name: string, range?: ByteRange): Promise<StoredFile | undefined>;
  removeFolder(folder: string): Promise<void>;
  /** Lists all files, in no order. Concurrent writes may be missing. */
  list(): AsyncIterable<string>;
  readonly forBrowsers?: BrowserAccess;
}

export const openStorage = (folder: string, s3: S3Settings | undefined): Promise<Storage> | Storage =>
  s3 ? createS3Storage(s3) : createFolderStorage(folder);
