import { createReadStream } from "node:fs";
import { Upload } from "tus-js-client";
import { createUpload } from "../../src/features/classroom/uploads/pages/create-upload.ts";
import { chunkBytes } from "../../src/features/classroom/uploads/policy.ts";
import { systemClock } from "../../src/platform/clock.ts";

export interface FilmToUpload {
  readonly path: string;
  readonly bytes: number;
  readonly token: string;
  readonly classId: string;
  readonly lessonId: string;
}

type UrlStorage = NonNullable<ConstructorParameters<typeof Upload>[1]["urlStorage"]>;
type KeptUpload = Parameters<UrlStorage["addUpload"]>[1];

/** As `localStorage`, which outlives a page. */
export function createUrlStorage(): UrlStorage {
  const kept = new Map<string, KeptUpload>();
  return {
    findAllUploads: async () => [...kept.values()],
    findUploadsByFingerprint: async (fingerprint) =>
      [...kept].filter(([key]) => key === fingerprint).map(([, upload]) => upload),
    removeUpload: async (key) => void kept.delete(key),
    addUpload: async (fingerprint, upload) => {
      kept.set(fingerprint, { ...upload, urlStorageKey: fingerprint });
      return fingerprint;
    },
  };
}

export interface UploadPage {
  /** Rejects when the server refuses for good. */
  readonly uploaded: Promise<void>;
  /** Nothing of it stays but what is in the storage. */
  readonly close: () => void;
}

/** The product's page without a browser: its retries, around tus-js-client as `uploads/tus-transfer.ts` sets it. */
export function openUploadPage(film: FilmToUpload, origin: string, urlStorage: UrlStorage): UploadPage {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const file = { name: "rain.mp4", size: film.bytes } as File;
  const page = createUpload("video", file, {
    open: async (_, { onProgress, onSuccess, onFailure }) => {
      const { token, classId, lessonId } = film;
      const upload = new Upload(createReadStream(film.path), {
        endpoint: `${origin}/uploads`,
        chunkSize: chunkBytes,
        uploadSize: film.bytes,
        retryDelays: null,
        headers: { authorization: `Bearer ${token}` },
        metadata: { purpose: "video", classId, lessonId, fileName: file.name },
        fingerprint: () => Promise.resolve(lessonId),
        urlStorage,
        removeFingerprintOnSuccess: true,
        onProgress,
        onSuccess: () => onSuccess(),
        onError: (error) => {
          const response = "originalResponse" in error ? error.originalResponse : null;
          const isTransient = !response || [409, 423].includes(response.getStatus());
          onFailure({ message: error.message, isTransient });
        },
      });
      const [earlier] = await upload.findPreviousUploads();
      if (earlier) upload.resumeFromPreviousUpload(earlier);
      return {
        start: () => upload.start(),
        pause: () => void upload.abort(),
        cancel: () => void upload.abort(true),
      };
    },
    enter: (work) => void work(),
    onUploaded: resolve,
    clock: systemClock,
    later: (milliseconds, callback) => {
      const timer = setTimeout(callback, milliseconds);
      return () => clearTimeout(timer);
    },
  });
  page.subscribe(() => {
    const state = page.state();
    if (state.step === "stopped") reject(new Error(state.problem));
  });
  return { uploaded: promise, close: page.pause };
}
