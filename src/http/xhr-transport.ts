import type { Transport } from "./client.ts";

/** `fetch` reports no upload progress. `told` gets 0 to 1. */
export const xhrTransport =
  (told: (gone: number) => void, signal: AbortSignal): Transport =>
  (path, { method = "GET", headers, body }) =>
    new Promise((done, failed) => {
      const request = new XMLHttpRequest();
      request.open(method, path);
      for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value);
      request.upload.addEventListener("progress", ({ lengthComputable, loaded, total }) => {
        if (lengthComputable) told(loaded / total);
      });
      request.addEventListener("load", () =>
        done(new Response(request.responseText, { status: request.status })),
      );
      request.addEventListener("error", () => failed(new TypeError("no connection")));
      const stopped = (): void => failed(new DOMException("The request was stopped.", "AbortError"));
      request.addEventListener("abort", stopped);
      if (signal.aborted) return stopped();
      signal.addEventListener("abort", () => request.abort(), { once: true });
      request.send(body as XMLHttpRequestBodyInit | null | undefined);
    });
