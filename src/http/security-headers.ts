import type { FastifyInstance } from "fastify";
import helmet, { type HelmetOptions } from "helmet";

/** helmet's headers are the same for each response, so it runs once. Raw: uploads and sandboxes answer past Fastify. */
export function setSecurityHeaders(app: FastifyInstance, options: HelmetOptions): void {
  const headers = new Map<string, string>();
  const response = {
    setHeader: (name: string, value: string) => headers.set(name, value),
    removeHeader: () => {},
  };
  helmet(options)(undefined as never, response as never, () => {});
  app.addHook("onRequest", (_request, reply, done) => {
    reply.raw.setHeaders(headers);
    done();
  });
}
