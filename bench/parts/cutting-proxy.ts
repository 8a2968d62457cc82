import { type IncomingMessage, type Server, createServer, request as ask } from "node:http";
import type { AddressInfo } from "node:net";

export interface Interruption {
  readonly name: string;
  /** Bytes of the upload; it happens when so many have come, once. */
  readonly at: number;
  /** Beside the cut of the connection. */
  readonly happen?: () => void;
}

interface Resent {
  readonly name: string;
  /** Of the upload, that came more than once after the interruption. */
  bytes: number;
}

export interface CuttingProxy {
  readonly origin: string;
  /** For each interruption that has happened. */
  readonly resent: readonly Readonly<Resent>[];
  readonly close: () => void;
}

/** Passes HTTP on to the site, and cuts the connection in the middle of uploads by tus. */
export async function openCuttingProxy(
  site: string,
  interruptions: readonly Interruption[],
): Promise<CuttingProxy> {
  const due = interruptions.toSorted((one, other) => one.at - other.at);
  const resent: Resent[] = [];
  let received = 0;

  /** Returns whether to cut. */
  const note = (from: number, to: number): boolean => {
    const last = resent.at(-1);
    if (last) last.bytes += Math.max(0, Math.min(to, received) - from);
    received = Math.max(received, to);
    const [next] = due;
    if (!next || received < next.at) return false;
    due.shift();
    resent.push({ name: next.name, bytes: 0 });
    next.happen?.();
    return true;
  };

  const server: Server = createServer((request, response) => {
    const passed = ask(`${site}${request.url}`, { method: request.method, headers: request.headers });
    const cut = (): void => {
      passed.destroy();
      request.socket.destroy();
    };
    passed.once("response", (answer: IncomingMessage) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.once("error", cut);
      answer.pipe(response);
    });
    passed.once("error", cut);
    request.once("error", cut);
    let at = Number(request.headers["upload-offset"] ?? 0);
    request.on("data", (chunk: Buffer) => {
      if (!passed.write(chunk)) {
        request.pause();
        passed.once("drain", () => request.resume());
      }
      if (note(at, (at += chunk.length))) cut();
    });
    request.once("end", () => passed.end());
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    resent,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
