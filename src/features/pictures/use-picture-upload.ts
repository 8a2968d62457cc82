import { useCallback, useEffect, useRef, useState } from "react";
import { ApiError, isAbort } from "../../http/client.ts";
import { xhrTransport } from "../../http/xhr-transport.ts";
import { createApi } from "../accounts/session.ts";
import { fileProblem } from "./file-rules.ts";
import { problems } from "./problems.ts";

export type UploadState =
  | { readonly step: "none" }
  | { readonly step: "refused"; readonly name: string; readonly problem: string }
  /** `fraction` runs from 0 to 1; at 1 the server transcodes. */
  | { readonly step: "sending"; readonly name: string; readonly preview: string; readonly fraction: number }
  | { readonly step: "stopped"; readonly name: string; readonly preview: string; readonly problem: string }
  | { readonly step: "uploaded"; readonly name: string; readonly preview: string };

export interface PictureUpload {
  readonly state: UploadState;
  readonly pick: (file: File) => void;
  readonly stop: () => void;
  readonly retry: () => void;
  readonly problem: string | undefined;
  readonly clear: () => void;
  /** Throws an ApiError that names the field when the upload failed. */
  readonly address: () => Promise<string | undefined>;
}

interface Sending {
  readonly file: File;
  readonly preview: string;
  readonly stop: AbortController;
  readonly url: Promise<string>;
}

const stoppedMessage = "The upload was canceled. Try again, or choose another picture.";

export function usePictureUpload(field: string): PictureUpload {
  const [state, setState] = useState<UploadState>({ step: "none" });
  const sending = useRef<Sending>(undefined);

  const discard = useCallback((): void => {
    sending.current?.stop.abort();
    if (sending.current) URL.revokeObjectURL(sending.current.preview);
    sending.current = undefined;
  }, []);
  useEffect(() => discard, [discard]);

  const send = (file: File): void => {
    discard();
    const stop = new AbortController();
    const image = { name: file.name, preview: URL.createObjectURL(file) };
    const update = (next: UploadState): void => {
      if (sending.current?.stop === stop) setState(next);
    };
    const url = upload(file, stop.signal, (fraction) => update({ step: "sending", ...image, fraction }));
    sending.current = { file, preview: image.preview, stop, url };
    setState({ step: "sending", ...image, fraction: 0 });
    void (async () => {
      try {
        await url;
        update({ step: "uploaded", ...image });
      } catch (error) {
        update({ step: "stopped", ...image, problem: problemOf(error) });
      }
    })();
  };

  return {
    state,
    problem: state.step === "refused" ? state.problem : undefined,
    pick: (file) => {
      const problem = fileProblem(file);
      if (!problem) return send(file);
      discard();
      setState({ step: "refused", name: file.name, problem });
    },
    stop: () => sending.current?.stop.abort(),
    retry: () => sending.current && send(sending.current.file),
    clear: () => {
      discard();
      setState({ step: "none" });
    },
    address: async () => {
      for (;;) {
        const current = sending.current;
        if (!current) return undefined;
        try {
          const url = await current.url;
          if (sending.current === current) return url;
        } catch (error) {
          if (sending.current !== current) continue;
          const message = problemOf(error);
          throw new ApiError(0, "picture-not-sent", message, [{ field, message }]);
        }
      }
    },
  };
}

async function upload(
  file: File,
  signal: AbortSignal,
  onProgress: (fraction: number) => void,
): Promise<string> {
  const body = new FormData();
  body.set("image", file);
  const { data } = await createApi(xhrTransport({ onProgress, signal }))("POST /images", { body });
  return data.url;
}

function problemOf(error: unknown): string {
  if (isAbort(error)) return stoppedMessage;
  if (error instanceof ApiError && error.status === 413) return problems.tooLarge.detail;
  return error instanceof Error ? error.message : String(error);
}
