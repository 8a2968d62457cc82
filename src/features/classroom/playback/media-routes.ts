import type { FastifyInstance } from "fastify";
import type { Authorize } from "../../../http/register-endpoints.ts";
import type { CountRequest } from "../../../http/visitor-rate-limit.ts";
import { Problem, problems } from "../../../platform/errors.ts";
import type { Access } from "../../../access/access.ts";
import { mountMaterials } from "./material-routes.ts";
import { mountMediaSession } from "./media-session.ts";
import type { MediaContext } from "./serve.ts";
import { mountVideos } from "./video-routes.ts";

/** Videos and materials of lessons, for those who may open the lesson at that moment. */
export async function mountMedia(
  app: FastifyInstance,
  context: MediaContext,
  authorize: Authorize<Access>,
  count: CountRequest,
): Promise<void> {
  await app.register(
    async (scope) => {
      scope.addHook("onRequest", count);
      scope.addHook("onRequest", async (_request, reply) => {
        reply.header("cache-control", "no-store");
      });
      mountMediaSession(scope, context, authorize);
      mountVideos(scope, context);
      mountMaterials(scope, context);
      scope.get("/*", () => {
        throw new Problem(problems.notFound);
      });
    },
    { prefix: "/media" },
  );
}
