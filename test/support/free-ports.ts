import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";

/**
 * For processes that listen later, or again after a kill. Below the range from which Linux gives ports to others
 * meanwhile (32768 to 60999).
 */
export async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>();
  while (ports.size < count) {
    const port = randomInt(20_000, 32_768);
    // oxlint-disable-next-line no-await-in-loop -- one more only if it is taken
    if (await isFree(port)) ports.add(port);
  }
  return [...ports];
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, "127.0.0.1");
  try {
    await once(server, "listening");
    return true;
  } catch {
    // Somebody else listens there.
    return false;
  } finally {
    server.close();
  }
}
