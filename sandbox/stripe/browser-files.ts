import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { FastifyInstance, FastifyReply } from "fastify";

const types = {
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  html: "text/html; charset=utf-8",
} as const;

/** URL path and file name in the folder `browser`. */
const files: readonly (readonly [address: string, file: `${string}.${keyof typeof types}`])[] = [
  ["/stripe.js", "stripe.js"],
  ["/stripe-api.js", "stripe-api.js"],
  ["/element", "element.html"],
  ["/element.js", "element.js"],
  ["/element.css", "element.css"],
  ["/appearance.js", "appearance.js"],
  ["/fields.js", "fields.js"],
  ["/card-fields.js", "card-fields.js"],
  ["/countries.js", "countries.js"],
  ["/challenge", "challenge.html"],
  ["/challenge.js", "challenge.js"],
  ["/challenge.css", "challenge.css"],
  ["/challenge-dialog.js", "challenge-dialog.js"],
  ["/overview.css", "overview.css"],
];

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

/** The browser revalidates the files on each request. */
export async function serveBrowserFiles(scope: FastifyInstance): Promise<void> {
  const read = files.map(async ([address, file]) => ({
    address,
    file,
    content: await readFile(join(import.meta.dirname, "browser", file)),
  }));
  for (const { address, file, content } of await Promise.all(read)) {
    const etag = `"${createHash("sha256").update(content).digest("base64url").slice(0, 22)}"`;
    const type = typeOf(file);
    scope.get(address, (request, reply) => {
      reply.headers({ etag, "cache-control": "no-cache", "x-content-type-options": "nosniff" });
      if (type === types.html) protectDocument(reply);
      if (request.headers["if-none-match"] === etag) return reply.code(304).send();
      return reply.type(type).send(content);
    });
  }
}

const typeOf = (file: string): string => {
  if (file.endsWith(".js")) return types.js;
  return file.endsWith(".css") ? types.css : types.html;
};

export function protectDocument(reply: FastifyReply): void {
  reply.headers({
    "content-security-policy": documentPolicy,
    "referrer-policy": "no-referrer",
  });
}
