import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import type { ReactNode } from "react";
import { renderToPipeableStream, renderToString } from "react-dom/server";
import {
  type EntryContext,
  type HandleErrorFunction,
  type RouterContextProvider,
  ServerRouter,
  isRouteErrorResponse,
} from "react-router";
import { htmlContext, nonceContext, reportContext } from "./pages/contexts.ts";
import { NonceContext } from "./pages/script-nonce.ts";

// The server imports these from the build: two copies of react-router do not share contexts.
export { RouterContextProvider, createRequestHandler } from "react-router";
export {
  apiContext,
  cacheTagsContext,
  htmlContext,
  nonceContext,
  reportContext,
  siteContext,
} from "./pages/contexts.ts";

/** Visitors cause error responses, such as by a URL that no route takes. */
export const handleError: HandleErrorFunction = (error, { context }) => {
  if (!isRouteErrorResponse(error)) context.get(reportContext)(error);
};

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

async function render(routerContext: EntryContext, url: string, nonce: string): Promise<string> {
  const { serverHandoffStream } = routerContext;
  const data = serverHandoffStream && (await new Response(serverHandoffStream).text());
  const page = () => (
    <NonceContext value={nonce}>
      <ServerRouter
        context={data === undefined ? routerContext : withData(routerContext, data)}
        url={url}
        nonce={nonce}
      />
    </NonceContext>
  );
  const html = renderToString(page());
  return html.includes(unfinished) ? renderStreamed(page(), nonce) : `<!DOCTYPE html>${html}`;
}

/** `renderToString` doesn't wait: it leaves a lazy part that is not loaded yet to the browser. */
const unfinished = "<!--$!-->";

/** `ServerRouter` caches its stream's data here; if complete, it need not wait. */
const withData = (routerContext: EntryContext, data: string): EntryContext => ({
  ...routerContext,
  serverHandoffStream: new ReadableStream(),
  renderMeta: {
    streamCache: [
      { done: false, value: data },
      { done: true, value: "" },
    ].map((result) => Object.assign(Promise.resolve(), { result })),
  },
});

function renderStreamed(page: ReactNode, nonce: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const { pipe, abort } = renderToPipeableStream(page, {
      nonce,
      // Streamed fragments would need a script to move them into place.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady() {
        clearTimeout(timeout);
        void text(pipe(new PassThrough())).then(resolve, reject);
      },
      onShellError: reject,
      onError: reject,
    });
    const timeout = setTimeout(abort, renderMilliseconds);
  });
}
