import { once } from "node:events";
import { Agent, type IncomingMessage, type Server, createServer, get } from "node:http";
import { type AddressInfo, type Socket, connect } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import Fastify from "fastify";
import { afterEach, expect, test } from "vitest";
import { boundConnections, closeConnections } from "../../src/http/create-server.ts";

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

test("a process that stops beside others answers one more request on each connection", async () => {
  const app = Fastify({ return503OnClosing: false });
  app.get("/", async () => "here");
  closeConnections(app, { announces: true });
  const origin = await app.listen({ port: 0, host: "127.0.0.1" });
  const agent = new Agent({ keepAlive: true });
  const ask = async () => {
    const request = get(origin, { agent });
    const [answer] = (await once(request, "response")) as [IncomingMessage];
    await once(answer.resume(), "end");
    return { isReused: request.reusedSocket, connection: answer.headers.connection };
  };
  expect(await ask()).toEqual({ isReused: false, connection: "keep-alive" });
  const closed = app.close();
  // Longer than idle connections stay open once they close.
  await wait(300);
  expect(await ask()).toEqual({ isReused: true, connection: "close" });
  await closed;
});
