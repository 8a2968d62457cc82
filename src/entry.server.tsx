import { text } from "node:stream/consumers";
import { PassThrough } from "node:stream";
import { renderToPipeableStream } from "react-dom/server";
import { type EntryContext, ServerRouter } from "react-router";

// The server takes these from the build: two copies of react-router would not know each other's contexts.
export { RouterContextProvider, createRequestHandler } from "react-router";
export { apiContext, siteContext, topicsContext } from "./web/contexts.ts";

const renderMilliseconds = 10_000;

/** Renders a page whole: it is kept as finished bytes and sent to many. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
): Promise<Response> {
  headers.set("content-type", "text/html; charset=utf-8");
  const html = await render(routerContext, request.url);
  return new Response(html, { status, headers });
}

function render(routerContext: EntryContext, url: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const { pipe, abort } = renderToPipeableStream(<ServerRouter context={routerContext} url={url} />, {
      // Nothing is sent in pieces that a script would have to put in their places.
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
