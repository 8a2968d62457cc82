import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { type AddressInfo, type Socket, connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import S3rver from "s3rver";
import { isAsSigned } from "./signed-address.ts";

const name = "pictures";

/** The CORS rule in docs/operations.md, as XML. */
export const corsFor = (origin: string): string => `<CORSConfiguration>
  <CORSRule>
    <AllowedOrigin>${origin}</AllowedOrigin>
    <AllowedMethod>GET</AllowedMethod>
    <AllowedHeader>Range</AllowedHeader>
  </CORSRule>
</CORSConfiguration>`;

/** A local S3 server with one empty bucket. */
export interface Bucket {
  readonly env: () => Record<string, string>;
  /** Refuses connections from then on. */
  readonly stop: () => Promise<void>;
  readonly start: () => Promise<void>;
  readonly remove: () => Promise<void>;
}

interface KoaContext {
  readonly req: IncomingMessage;
  status: number;
}
/** The part used here. */
interface Koa {
  readonly middleware: ((ctx: KoaContext, next: () => Promise<void>) => Promise<void>)[];
}

/** s3rver's only key. */
const key = "S3RVER";

async function refuseOthersThanSigned(ctx: KoaContext, next: () => Promise<void>): Promise<void> {
  if (isAsSigned(ctx.req, key)) await next();
  else ctx.status = 403;
}

export interface BucketOptions {
  /** The XML of a CORS configuration. */
  readonly corsRule?: string;
  /** Like a store that doesn't check signatures. */
  readonly ignoresSignatures?: boolean;
}

export async function startBucket({
  corsRule,
  ignoresSignatures = false,
}: BucketOptions = {}): Promise<Bucket> {
  const folder = mkdtempSync(join(tmpdir(), "senga-bucket-"));
  let store: { server: S3rver; port: number } | undefined;
  // A TCP proxy keeps the port while the S3 server is down.
  const sockets = new Set<Socket>();
  const front = createServer((socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
    socket.on("error", () => {});
    if (!store) return socket.resetAndDestroy();
    const behind = connect(store.port, "localhost");
    behind.on("error", () => socket.destroy());
    socket.once("close", () => behind.destroy());
    return socket.pipe(behind).pipe(socket);
  });
  const start = async (): Promise<void> => {
    const server = new S3rver({
      address: "localhost",
      port: 0,
      silent: true,
      directory: folder,
      configureBuckets: [{ name, configs: corsRule === undefined ? [] : [corsRule] }],
    });
    if (!ignoresSignatures) (server as unknown as Koa).middleware.unshift(refuseOthersThanSigned);
    const { port } = await server.run();
    store = { server, port };
  };
  const stop = async (): Promise<void> => {
    const { server } = store ?? {};
    store = undefined;
    for (const socket of sockets) socket.destroy();
    await server?.close();
  };
  front.listen(0, "localhost");
  await once(front, "listening");
  await start();
  return {
    env: () => ({
      S3_ENDPOINT: `http://localhost:${(front.address() as AddressInfo).port}`,
      S3_REGION: "us-east-1",
      S3_BUCKET: name,
      S3_ACCESS_KEY_ID: key,
      S3_SECRET_ACCESS_KEY: key,
    }),
    stop,
    start,
    remove: async () => {
      await stop();
      front.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
