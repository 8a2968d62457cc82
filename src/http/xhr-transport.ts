import type { Transport } from "./client.ts";

interface XhrOptions {
  /** @param fraction from 0 to 1 */
  readonly onProgress: (fraction: number) => void;
  readonly signal: AbortSignal;
}

/** `fetch` reports no upload progress. */
export const xhrTransport =
  ({ onProgress, signal }: XhrOptions): Transport =>
  (path, { method = "GET", headers, body }) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open(method, path);
      for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value);
      request.upload.addEventListener("progress", ({ lengthComputable, loaded, total }) => {
        if (lengthComputable) onProgress(loaded / total);
      });
      request.addEventListener("load", () =>
        resolve(new Response(request.responseText, { status: request.status })),
      );
      request.addEventListener("error", () => reject(new TypeError("no connection")));
      const onAbort = (): void => reject(new DOMException("The request was stopped.", "AbortError"));
      request.addEventListener("abort", onAbort);
      if (signal.aborted) return onAbort();
      signal.addEventListener("abort", () => request.abort(), { once: true });
      request.send(body as XMLHttpRequestBodyInit | null | undefined);
    });
