import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";

export interface ReservedPort {
  readonly port: number;
  readonly options: { readonly port: number; readonly host: string; readonly reusePort: boolean };
  readonly release: () => void;
}

const reusePort = process.platform === "linux";

export async function reservePort(host: string): Promise<ReservedPort> {
  const holder = createServer();
  holder.listen({ port: 0, host, reusePort });
  await once(holder, "listening");
  holder.unref();
  const { port } = holder.address() as AddressInfo;
  if (!reusePort) holder.close();
  return {
    port,
    options: { port, host, reusePort },
    release: () => {
      if (reusePort) holder.close();
    },
  };
}
