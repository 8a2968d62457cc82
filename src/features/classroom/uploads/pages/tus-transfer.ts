import { type DetailedError, Upload } from "tus-js-client";
import { ApiError } from "../../../../http/client.ts";
import { api, currentToken } from "../../../../access/session.ts";
import type { Transfer, TransferEvents, UploadFailure } from "./create-upload.ts";
import { type Announcement, type UploadTarget, chunkBytes } from "../policy.ts";
import { fingerprintOf } from "./use-uploads.ts";

/** Resumes a file that was interrupted earlier in this browser. */
export async function openTransfer(
  target: UploadTarget,
  file: File,
  { onProgress, onSuccess, onFailure }: TransferEvents,
): Promise<Transfer> {
  let isRefused = false;
  /** A new token fixes a wrong device clock or a rotated server secret; any call of the API gets one. */
  const mayTryAgain = async (): Promise<boolean> => {
    if (isRefused) return false;
    isRefused = true;
    return api("GET /me").then(
      () => true,
      (error: unknown) => !(error instanceof ApiError && error.status === 401),
    );
  };
  const fail = async ({ status, ...failure }: UploadFailure & { readonly status: number }): Promise<void> =>
    onFailure(status === 401 && (await mayTryAgain()) ? { isTransient: true, message: busy } : failure);
  const upload = new Upload(file, {
    endpoint: "/uploads",
    chunkSize: chunkBytes,
    // `create-upload.ts` retries, so that the page can show that it is waiting.
    retryDelays: null,
    metadata: { ...target, fileName: file.name } satisfies Announcement,
    fingerprint: () => Promise.resolve(fingerprintOf(target, file)),
    removeFingerprintOnSuccess: true,
    onBeforeRequest: async (request) => {
      const token = await currentToken();
      if (token) request.setHeader("authorization", `Bearer ${token}`);
    },
    onAfterResponse: (request, response) => {
      const status = response.getStatus();
      if (status < 400) isRefused = false;
      // Otherwise the client would start over after a short outage.
      if (request.getMethod() === "HEAD" && status >= 400 && !isGone(status)) throw new HeadRefused(status);
    },
    onProgress: (sent) => onProgress(sent),
    onSuccess: () => onSuccess(),
    onError: (error) => void fail(failureOf(error)),
  });
  const [earlier] = await upload.findPreviousUploads();
  if (earlier) upload.resumeFromPreviousUpload(earlier);
  return {
    start: () => upload.start(),
    pause: () => void upload.abort(),
    cancel: () => void upload.abort(true).catch(() => {}),
  };
}

class HeadRefused extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`refused with ${status}`);
    this.status = status;
  }
}

const isGone = (status: number): boolean => status === 404 || status === 410;

/** 409: asks for the offset again; 423: the interrupted request still has the lock; 507: the disk is full. */
const isTransient = (status: number): boolean =>
  [0, 408, 409, 423, 425, 429].includes(status) || (status >= 500 && status !== 507);

function failureOf(error: Error | DetailedError): UploadFailure & { readonly status: number } {
  const response = "originalResponse" in error ? error.originalResponse : null;
  const cause = "causingError" in error ? error.causingError : null;
  const status = cause instanceof HeadRefused ? cause.status : (response?.getStatus() ?? 0);
  const message = detailIn(response?.getBody() ?? "") ?? usualMessage(status);
  return { isTransient: isTransient(status), message, status };
}

const busy = "Senga can’t accept the file right now.";

function usualMessage(status: number): string {
  if (status === 0) return "No connection.";
  if (isTransient(status)) return busy;
  return status === 401
    ? "You’ve been logged out. Log in, then try again."
    : "The server didn’t accept the upload.";
}

function detailIn(body: string): string | undefined {
  try {
    const { detail }: { detail?: unknown } = JSON.parse(body);
    return typeof detail === "string" ? detail : undefined;
  } catch {
    return undefined;
  }
}
