import { once } from "node:events";
import { type AddressInfo, type Socket, createServer } from "node:net";
import { afterEach } from "vitest";

/** Reply per command prefix ("RCPT TO"); undefined stalls. */
export type Says = Readonly<Record<string, string | undefined>>;

export interface Relay {
  readonly url: string;
  readonly heard: readonly string[];
}

const polite: Says = {
  "": "220 relay ready",
  EHLO: "250-relay\r\n250 AUTH PLAIN",
  AUTH: "235 welcome",
  "MAIL FROM": "250 ok",
  "RCPT TO": "250 ok",
  DATA: "354 go on",
  ".": "250 taken",
  QUIT: "221 bye",
};

/** A scripted SMTP relay. */
export function useRelays(): (says?: Says) => Promise<Relay> {
  const ends: (() => void)[] = [];
  afterEach(() => {
    for (const end of ends.splice(0)) end();
  });
  return async (says = {}) => {
    const words = { ...polite, ...says };
    const heard: string[] = [];
    const sockets = new Set<Socket>();
    const server = createServer((socket) => {
      sockets.add(socket);
      socket.on("error", () => {});
      const say = (to: string): void => {
        const line = words[to];
        if (line !== undefined) socket.write(`${line}\r\n`);
      };
      let isText = false;
      let rest = "";
      say("");
      socket.on("data", (chunk: Buffer) => {
        const lines = (rest + chunk.toString()).split("\r\n");
        rest = lines.pop() ?? "";
        for (const line of lines) {
          heard.push(line);
          if (isText && line !== ".") continue;
          const command = Object.keys(words).find(
            (each) => each !== "" && line.toUpperCase().startsWith(each),
          );
          isText = command === "DATA" && words["DATA"]?.startsWith("354") === true;
          if (command) say(command);
        }
      });
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    ends.push(() => {
      for (const socket of sockets) socket.destroy();
      server.close();
    });
    return { url: `smtp://user:secret@127.0.0.1:${(server.address() as AddressInfo).port}`, heard };
  };
}
