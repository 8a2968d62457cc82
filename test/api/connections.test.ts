import { once } from "node:events";
import { type Server, createServer } from "node:http";
import { type AddressInfo, type Socket, connect } from "node:net";
import { afterEach, expect, test } from "vitest";
import { boundConnections } from "../../src/http/bound-connections.ts";

let server: Server | undefined;
const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  server?.close();
});

async function open(bounds: Parameters<typeof boundConnections>[1]): Promise<() => Socket> {
  server = createServer((_request, response) => void response.end(Buffer.alloc(50_000_000)));
  boundConnections({ server }, bounds);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return () => {
    const socket = connect(port, "127.0.0.1");
    sockets.push(socket);
    return socket.on("error", () => {});
  };
}

test("a connection that never asks is closed, and one whose answer nobody reads", async () => {
  const visit = await open({ silence: 300 });
  const silent = visit();
  const unread = visit().pause();
  unread.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
  await once(silent.resume(), "close");
  await expect.poll(() => new Promise((done) => server?.getConnections((_, count) => done(count)))).toBe(0);
  // What the system has buffered arrives, and then the end comes in place of the rest.
  unread.resume();
  await once(unread, "close");
  expect(unread.bytesRead).toBeLessThan(50_000_000);
});

test("connections end where the file descriptors would, and those before them go on", async () => {
  const visit = await open({ openFiles: 256 + 2 * 20 });
  const first = Array.from({ length: 20 }, visit);
  await Promise.all(first.map((socket) => once(socket, "connect")));
  const oneMore = visit();
  await once(oneMore.resume(), "close");
  expect(first.some(({ destroyed }) => destroyed)).toBe(false);
});
