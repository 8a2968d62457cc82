import { useEffect, useState, useSyncExternalStore } from "react";
import { ApiError, isAbort } from "../../../../http/client.ts";
import { type ReadonlyStore, createStore } from "../../../../ui/create-store.ts";
import { xhrTransport } from "../../../../http/xhr-transport.ts";
import { createApi } from "../../../../access/session.ts";
import { fileProblem, tooLarge } from "../policy.ts";

export type UploadState =
  | { readonly step: "none" }
  | { readonly step: "refused"; readonly name: string; readonly problem: string }
  /** `progress` is a fraction from 0 to 1; at 1 the server transcodes. */
  | { readonly step: "sending"; readonly name: string; readonly preview: string; readonly progress: number }
  | { readonly step: "stopped"; readonly name: string; readonly preview: string; readonly problem: string }
  | { readonly step: "uploaded"; readonly name: string; readonly preview: string };

/** Returns the picture's URL. Rejects with an AbortError on abort. */
type SendPicture = (
  file: File,
  onProgress: (fraction: number) => void,
  signal: AbortSignal,
) => Promise<string>;

interface PictureUpload extends ReadonlyStore<UploadState> {
  readonly pick: (file: File) => void;
  readonly stop: () => void;
  readonly retry: () => void;
  readonly clear: () => void;
  /** Waits for the upload. Throws an ApiError that names the field if it failed. */
  readonly address: () => Promise<string | undefined>;
}

interface RunningUpload {
  readonly file: File;
  readonly preview: string;
  readonly controller: AbortController;
  readonly address: Promise<string>;
}

const stopped = "The upload was canceled. Try again, or choose another picture.";

export function createPictureUpload(field: string, send: SendPicture): PictureUpload {
  const { state, set, subscribe } = createStore<UploadState>({ step: "none" });
  let current: RunningUpload | undefined;

  const drop = (): void => {
    if (!current) return;
    current.controller.abort();
    URL.revokeObjectURL(current.preview);
    current = undefined;
  };

  const start = (file: File): void => {
    drop();
    const controller = new AbortController();
    const shown = { name: file.name, preview: URL.createObjectURL(file) };
    const show = (next: UploadState): void => {
      if (current?.controller === controller) set(next);
    };
    const address = send(
      file,
      (progress) => show({ step: "sending", ...shown, progress }),
      controller.signal,
    );
    current = { file, preview: shown.preview, controller, address };
    set({ step: "sending", ...shown, progress: 0 });
    address.then(
      () => show({ step: "uploaded", ...shown }),
      (error: unknown) => show({ step: "stopped", ...shown, problem: problemOf(error) }),
    );
  };

  return {
    state,
    subscribe,
    pick: (file) => {
      const problem = fileProblem(file);
      if (!problem) return start(file);
      drop();
      set({ step: "refused", name: file.name, problem });
    },
    stop: () => current?.controller.abort(),
    retry: () => current && start(current.file),
    clear: () => {
      drop();
      set({ step: "none" });
    },
    address: async () => {
      for (;;) {
        const awaited = current;
        if (!awaited) return undefined;
        try {
          const address = await awaited.address;
          if (current === awaited) return address;
        } catch (error) {
          if (current !== awaited) continue;
          const message = problemOf(error);
          throw new ApiError(0, "picture-not-sent", message, [{ field, message }]);
        }
      }
    },
  };
}

function problemOf(error: unknown): string {
  if (isAbort(error)) return stopped;
  if (error instanceof ApiError && error.status === 413) return tooLarge;
  return error instanceof Error ? error.message : String(error);
}

export interface MountedUpload extends Omit<PictureUpload, "state" | "subscribe"> {
  readonly state: UploadState;
  readonly problem: string | undefined;
}

export function usePictureUpload(field: string): MountedUpload {
  const [upload] = useState(() => createPictureUpload(field, sendPicture));
  const state = useSyncExternalStore(upload.subscribe, upload.state, upload.state);
  useEffect(() => upload.clear, [upload]);
  return { ...upload, state, problem: state.step === "refused" ? state.problem : undefined };
}

export const sendPicture: SendPicture = async (file, onProgress, signal) => {
  const body = new FormData();
  body.set("image", file);
  const { data } = await createApi(xhrTransport({ onProgress, signal }))("POST /images", { body });
  return data.url;
};
