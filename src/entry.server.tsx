import { Writable } from "node:stream";
import { renderToPipeableStream } from "react-dom/server";
import { type EntryContext, type RouterContextProvider, ServerRouter } from "react-router";
import { htmlContext, nonceContext } from "./pages/contexts.ts";
import { NonceContext } from "./pages/script-nonce.ts";

// The server imports these from the build: two copies of react-router do not share contexts.
export { RouterContextProvider, createRequestHandler } from "react-router";
export { apiContext, cacheTagsContext, htmlContext, nonceContext, siteContext } from "./pages/contexts.ts";

const renderMilliseconds = 10_000;

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  headers.set("content-type", "text/html; charset=utf-8");
  context.set(htmlContext, await render(routerContext, request.url, context.get(nonceContext)));
  return new Response(null, { status, headers });
}

function render(routerContext: EntryContext, url: string, nonce: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const page = (
      <NonceContext value={nonce}>
        <ServerRouter context={routerContext} url={url} nonce={nonce} />
      </NonceContext>
    );
    const { pipe, abort } = renderToPipeableStream(page, {
      nonce,
      // Streamed fragments would need a script to move them into place.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady() {
        clearTimeout(timeout);
        pipe(collectText(resolve));
      },
      onShellError: reject,
      onError: reject,
    });
    const timeout = setTimeout(abort, renderMilliseconds);
  });
}

function collectText(onText: (text: string) => void): Writable {
  const chunks: Buffer[] = [];
  return new Writable({
    write(chunk: Buffer, _encoding, onWritten) {
      chunks.push(chunk);
      onWritten();
    },
    final(onFinished) {
      onText(Buffer.concat(chunks).toString());
      onFinished();
    },
  });
}
