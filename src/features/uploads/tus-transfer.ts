import { type DetailedError, Upload } from "tus-js-client";
import { currentToken } from "../accounts/session.ts";
import type { Transfer, TransferEvents, UploadFailure } from "./create-upload.ts";
import { type UploadPurpose, chunkBytes } from "./policy.ts";
import { fingerprintOf } from "./unfinished-uploads.ts";

export interface UploadTarget {
  readonly purpose: UploadPurpose;
  readonly classId: string;
  readonly lessonId: string;
}

/** A file that was cut off earlier, in this browser, goes on where it was. */
export async function openTransfer(
  { purpose, classId, lessonId }: UploadTarget,
  file: File,
  { onProgress, onSuccess, onFailure }: TransferEvents,
): Promise<Transfer> {
  const upload = new Upload(file, {
    endpoint: "/uploads",
    chunkSize: chunkBytes,
    // `create-upload.ts` retries, so that the page can say that it waits.
    retryDelays: null,
    metadata: { purpose, target: lessonId, classId, filename: file.name },
    fingerprint: () => Promise.resolve(fingerprintOf(purpose, lessonId, file)),
    removeFingerprintOnSuccess: true,
    onBeforeRequest: async (request) => {
      const token = await currentToken();
      if (token) request.setHeader("authorization", `Bearer ${token}`);
    },
    onProgress,
    onSuccess: () => onSuccess(),
    onError: (error) => onFailure(failureOf(error)),
  });
  const [earlier] = await upload.findPreviousUploads();
  if (earlier) upload.resumeFromPreviousUpload(earlier);
  return {
    start: () => upload.start(),
    pause: () => void upload.abort(),
    cancel: () => void upload.abort(true).catch(() => {}),
  };
}

/** 409: the offset is asked anew; 423: the cut request still holds the lock; 507: the disk is full. */
const transient = (status: number): boolean =>
  [0, 408, 409, 423, 425, 429].includes(status) || (status >= 500 && status !== 507);

function failureOf(error: Error | DetailedError): UploadFailure {
  const response = "originalResponse" in error ? error.originalResponse : null;
  const status = response?.getStatus() ?? 0;
  return { isTransient: transient(status), message: detailIn(response?.getBody() ?? "") ?? usual };
}

const usual = "The upload was refused. Choose the file again.";

function detailIn(body: string): string | undefined {
  try {
    return (JSON.parse(body) as { detail?: string }).detail;
  } catch {
    return undefined;
  }
}
