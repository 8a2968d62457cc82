import { createServer } from "node:http";

/** What Node takes for so many bytes alone: `/500` is answered with 500 bytes. Argument: the port. */
const bodies = new Map<string, Buffer>();
createServer(({ url = "/0" }, response) => {
  const body = bodies.get(url) ?? Buffer.alloc(Number(url.slice(1)), "a");
  bodies.set(url, body);
  response.end(body);
}).listen(Number(process.argv[2]), "127.0.0.1", () => process.send?.("ready"));
