import { PassThrough } from "node:stream";
import { createReadableStreamFromReadable } from "@react-router/node";
import { isbot } from "isbot";
import { renderToPipeableStream } from "react-dom/server";
import { type EntryContext, type RouterContextProvider, ServerRouter } from "react-router";
import { nonceContext } from "./web/contexts.ts";

// The server takes these from the build: two copies of react-router would not know each other's contexts.
export { RouterContextProvider, createRequestHandler } from "react-router";
export { apiContext, nonceContext, originContext } from "./web/contexts.ts";

const renderMilliseconds = 10_000;

/** Renders a page: to people as soon as its frame is ready, to machines when all of it is. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> | Response {
  headers.set("content-type", "text/html; charset=utf-8");
  if (request.method === "HEAD") return new Response(null, { status, headers });

  const nonce = context.get(nonceContext);
  const ready = isbot(request.headers.get("user-agent")) ? "onAllReady" : "onShellReady";
  return new Promise((resolve, reject) => {
    let responseStatus = status;
    const { pipe, abort } = renderToPipeableStream(
      <ServerRouter context={routerContext} url={request.url} nonce={nonce} />,
      {
        nonce,
        [ready]() {
          const body = new PassThrough();
          body.on("close", () => clearTimeout(timeout));
          resolve(new Response(createReadableStreamFromReadable(body), { status: responseStatus, headers }));
          pipe(body);
        },
        onShellError: reject,
        onError() {
          responseStatus = 500;
        },
      },
    );
    const timeout = setTimeout(abort, renderMilliseconds);
  });
}
