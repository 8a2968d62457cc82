import { text } from "node:stream/consumers";
import { PassThrough } from "node:stream";
import { renderToPipeableStream } from "react-dom/server";
import { type EntryContext, type RouterContextProvider, ServerRouter } from "react-router";
import { nonceContext } from "./pages/contexts.ts";
import { NonceContext } from "./pages/script-nonce.ts";

// The server imports these from the build: two copies of react-router do not share contexts.
export { RouterContextProvider, createRequestHandler } from "react-router";
export { apiContext, nonceContext, siteContext, cacheTagsContext } from "./pages/contexts.ts";

const renderMilliseconds = 10_000;

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: Readonly<RouterContextProvider>,
): Promise<Response> {
  headers.set("content-type", "text/html; charset=utf-8");
  const html = await render(routerContext, request.url, context.get(nonceContext));
  return new Response(html, { status, headers });
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
        const body = new PassThrough();
        resolve(text(body));
        pipe(body);
      },
      onShellError: reject,
      onError: reject,
    });
    const timeout = setTimeout(abort, renderMilliseconds);
  });
}
