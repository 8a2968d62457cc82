import { Agent, get } from "node:http";

export interface Visited {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly took: number;
}

/** A public visitor with a separate loopback address, such as 127.0.0.7. */
export function visitorAt(address: string, origin: string) {
  const agent = new Agent({ keepAlive: true, localAddress: address });
  const { port } = new URL(origin);
  return {
    get: (path: string): Promise<Visited> => {
      const begun = performance.now();
      return new Promise((done, failed) => {
        const request = get({ host: "127.0.0.1", port, path, agent }, (response) => {
          response.resume();
          response.once("end", () =>
            done({
              status: response.statusCode ?? 0,
              headers: response.headers,
              took: performance.now() - begun,
            }),
          );
        });
        request.once("error", failed);
      });
    },
    leave: () => agent.destroy(),
  };
}
