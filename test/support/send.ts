import { Agent, request } from "node:http";
import type { OddRequest } from "./fuzz.ts";

export interface OddAnswer {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

/** Sends the raw URL: `fetch` would normalize it. */
export function sender(origin: string): { send: (odd: OddRequest) => Promise<OddAnswer>; end: () => void } {
  const agent = new Agent({ keepAlive: true });
  const { hostname, port } = new URL(origin);
  return {
    send: ({ method, path, headers, body }) =>
      new Promise((done, failed) => {
        // Node sends no content-length with a GET body, so the server would read the body as a second request.
        const announced = body === undefined ? {} : { "content-length": Buffer.byteLength(body) };
        const whole = { ...announced, ...headers };
        const sent = request({ hostname, port, method, path, headers: whole, agent }, (response) => {
          const chunks: Buffer[] = [];
          response.on("data", (chunk: Buffer) => chunks.push(chunk));
          response.once("end", () =>
            done({
              status: response.statusCode ?? 0,
              type: response.headers["content-type"] ?? "",
              body: Buffer.concat(chunks).toString(),
            }),
          );
        });
        sent.once("error", failed);
        sent.end(body);
      }),
    end: () => agent.destroy(),
  };
}
