import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { extname, join } from "node:path";
import type { FastifyInstance } from "fastify";
import { root } from "../../src/platform/root.ts";

const types: Readonly<Record<string, string>> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".woff2": "font/woff2",
};

/** The browser revalidates the file on each request. */
export function serveFile(app: FastifyInstance, address: string, path: string): void {
  const content = readFileSync(path);
  const etag = `"${createHash("sha256").update(content).digest("base64url").slice(0, 22)}"`;
  app.get(address, (request, reply) => {
    reply.headers({ etag, "cache-control": "no-cache", "x-content-type-options": "nosniff" });
    if (request.headers["if-none-match"] === etag) return reply.code(304).send();
    return reply.type(types[extname(path)] ?? "application/octet-stream").send(content);
  });
}

/** Serves base.css with its fonts, and `style` as style.css. */
export function serveStyles(app: FastifyInstance, style: string): void {
  const { resolve } = createRequire(import.meta.url);
  const text = "@fontsource/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin";
  const fonts = {
    display: "@fontsource/dela-gothic-one/files/dela-gothic-one-latin-400-normal.woff2",
    text: `${text}-400-normal.woff2`,
    bold: `${text}-700-normal.woff2`,
  };
  serveFile(app, "/base.css", join(root, "sandbox", "pages", "base.css"));
  for (const [name, file] of Object.entries(fonts)) serveFile(app, `/${name}.woff2`, resolve(file));
  serveFile(app, "/style.css", style);
}
