import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";

/** A free port that nobody else gets before `release`. */
export interface ReservedPort {
  readonly port: number;
  /** How to listen on it while it is reserved. */
  readonly options: { readonly port: number; readonly host: string; readonly reusePort: boolean };
  /** Lets go of it, after somebody listens there. */
  readonly release: () => void;
}

/** Whether two may listen on one port where both say so; elsewhere the reservation ends before the port is used. */
const reusePort = process.platform === "linux";

/** Takes a free port of the host for somebody who must know it before listening: its own address may lead there. */
export async function reservePort(host: string): Promise<ReservedPort> {
  const holder = createServer();
  holder.listen({ port: 0, host, reusePort });
  await once(holder, "listening");
  // Whoever gives up in between need not let go of it.
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
