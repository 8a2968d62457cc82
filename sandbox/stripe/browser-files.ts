import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { serveFile } from "../pages/serve-file.ts";
import { root } from "../../src/platform/root.ts";

/** Forbids inline code and other origins. Only our own pages may frame these documents. */
const documentPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join("; ");

/** The files of the folder `browser`, documents without their extension. */
export function serveBrowserFiles(scope: FastifyInstance): void {
  scope.addHook("onRequest", async (_request, reply) => {
    reply.headers({ "content-security-policy": documentPolicy, "referrer-policy": "no-referrer" });
  });
  const folder = join(root, "sandbox", "stripe", "browser");
  for (const name of readdirSync(folder)) {
    serveFile(scope, `/${name.replace(/\.html$/, "")}`, join(folder, name));
  }
}
