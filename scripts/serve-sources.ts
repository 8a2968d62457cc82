import type { FastifyInstance } from "fastify";
import type { ServerBuild } from "react-router";
import { startServer } from "../src/server.ts";
import type { PageRenderer } from "../src/pages/mount-pages.ts";

async function developmentPages(): Promise<PageRenderer> {
  const { createServer } = await import("vite");
  let vite: Awaited<ReturnType<typeof createServer>> | undefined;
  return {
    build: async () => (await vite?.ssrLoadModule("virtual:react-router/server-build")) as ServerBuild,
    mountAssets: async (scope: FastifyInstance) => {
      const running = await createServer({
        server: { middlewareMode: true, hmr: { server: scope.server } },
      });
      vite = running;
      scope.addHook("onRequest", (request, reply, done) => {
        running.middlewares(request.raw, reply.raw, done);
      });
      scope.addHook("onClose", () => running.close());
    },
    isDevelopment: true,
  };
}

process.env["NODE_ENV"] = "development";
await startServer(developmentPages);
