import { createServer } from "node:net";

/** A port of the loopback that nobody uses at this moment. */
export function freePort(): Promise<number> {
  return new Promise((done, failed) => {
    const server = createServer();
    server.once("error", failed);
    server.listen(0, "localhost", () => {
      const address = server.address();
      const port = address && typeof address === "object" ? address.port : 0;
      server.close(() => done(port));
    });
  });
}
