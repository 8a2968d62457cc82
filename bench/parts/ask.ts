import { type Agent, request } from "node:http";

export interface Answered {
  /** 0: the connection broke. */
  readonly status: number;
  /** Milliseconds. */
  readonly took: number;
  readonly body: Buffer;
}

interface Asked {
  readonly agent: Agent;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Milliseconds without a byte, after which the connection is broken. */
  readonly timeout?: number;
}

/** Takes a third of the processor's time of `fetch`, so that the load generator is not what is measured. */
export function ask(
  url: string,
  { agent, method = "GET", headers = {}, body, timeout = 60_000 }: Asked,
): Promise<Answered> {
  const begun = performance.now();
  return new Promise((done) => {
    const end = (status: number, chunks: readonly Buffer[] = []): void =>
      done({ status, took: performance.now() - begun, body: Buffer.concat(chunks) });
    const sent = request(url, { agent, method, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.once("end", () => end(response.statusCode ?? 0, chunks));
      response.once("error", () => end(0));
    });
    sent.setTimeout(timeout, () => sent.destroy());
    sent.once("error", () => end(0));
    sent.end(body);
  });
}

/** As a signed-in browser sends JSON. */
export const bearer = (token: string): Record<string, string> => ({
  authorization: `Bearer ${token}`,
  "content-type": "application/json",
});

export const json = ({ body }: Answered): unknown => JSON.parse(body.toString());
