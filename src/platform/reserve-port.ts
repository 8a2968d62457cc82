import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";

export interface ReservedPort {
  readonly port: number;
  readonly options: { readonly port: number; readonly host: string; readonly reusePort: boolean };
  readonly release: () => void;
}

const reusePort = process.platform === "linux";

export async function reservePort(host: string): Promise<ReservedPort> {
  const server = createServer();
  server.listen({ port: 0, host, reusePort });
  await once(server, "listening");
  server.unref();
  const { port } = server.address() as AddressInfo;
  if (!reusePort) server.close();
  return {
    port,
    options: { port, host, reusePort },
    release: () => {
      if (reusePort) server.close();
    },
  };
}
