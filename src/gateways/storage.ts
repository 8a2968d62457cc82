import type { Readable } from "node:stream";
import { createFolderStorage } from "./folder-storage.ts";
import { type S3Settings, createS3Storage } from "./s3-storage.ts";

/** Bytes of a file, both inclusive, as in HTTP. A range may reach beyond the end. */
export interface ByteRange {
  readonly from: number;
  readonly to: number;
}

export interface StoredFile {
  /** Destroy it when it is not read to its end. */
  readonly stream: Readable;
  /** Of what the stream holds; 0 when the range begins beyond the end. */
  readonly length: number;
  /** Of the whole file. */
  readonly size: number;
}

/** A store that browsers can reach. */
export interface BrowserAccess {
  /** For the security policy. */
  readonly origin: string;
  /**
   * An address of the file that is good for a minute, and for a GET of exactly these bytes: the signature covers the
   * Range header. `type` is the Content-Type of the answer. Asks nobody.
   */
  sign(name: string, range: ByteRange, type: string): Promise<string>;
}

/** Every method throws UpstreamError. */
export interface Storage {
  /** Atomic: readers see the whole file or none. */
  write(name: string, bytes: Buffer): Promise<void>;
  /** Atomic, in bounded memory. Fails when the stream does not hold exactly `length` bytes. */
  writeFrom(name: string, stream: Readable, length: number): Promise<void>;
  read(name: string, range?: ByteRange): Promise<StoredFile | undefined>;
  removeFolder(folder: string): Promise<void>;
  /** The names of all files, in no order. What is written meanwhile may be missing. */
  list(): AsyncIterable<string>;
  readonly forBrowsers?: BrowserAccess;
}

export const openStorage = (folder: string, s3: S3Settings | undefined): Promise<Storage> | Storage =>
  s3 ? createS3Storage(s3) : createFolderStorage(folder);
