import { once } from "node:events";
import { type AddressInfo, type Socket, connect, createServer } from "node:net";
import pg from "pg";

export interface TcpProxy {
  /** The database's, through the proxy. */
  readonly url: string;
  /** Stops forwarding without closing, like a host that lost power or a firewall that dropped its state. */
  silence(): void;
  /** Forwards new connections. Earlier ones stay silent. */
  restore(): void;
  close(): void;
}

/** To the PostgreSQL server of `url`. */
export async function startTcpProxy(url: string): Promise<TcpProxy> {
  const { host, port } = new pg.Client({ connectionString: url });
  const open = (): Socket =>
    host.startsWith("/") ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
  const sockets = new Set<Socket>();
  let isSilent = false;
  const proxy = createServer((client) => {
    sockets.add(client.on("error", () => {}));
    if (isSilent) return;
    const server = open().on("error", () => client.destroy());
    sockets.add(server);
    client.pipe(server).pipe(client);
  });
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  const through = new URL(url);
  through.searchParams.delete("host");
  through.host = `127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  return {
    url: through.href,
    silence: () => {
      isSilent = true;
      for (const socket of sockets) socket.unpipe().pause();
    },
    restore: () => {
      isSilent = false;
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
      proxy.close();
    },
  };
}
