import { create as contentDisposition } from "content-disposition";
import { and, eq, isNull } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import { Problem, problems } from "../../../platform/errors.ts";
import { isId } from "../../../platform/ids.ts";
import type { Authorize } from "../../../http/register-endpoints.ts";
import type { CountRequest } from "../../../http/visitor-rate-limit.ts";
import type { Access } from "../../../access/policy.ts";
import { defineFeature } from "../../feature.ts";
import { robotsTag } from "../../school/pictures/policy.ts";
import { materials } from "../lessons/tables.ts";
import { noteOpenedMaterial } from "../progress/lesson-progress.ts";
import { type LessonPath, mountMediaSession, openMedia } from "./open-media.ts";
import { sendFile, type MediaContext, privately, serve } from "./send-file.ts";
import { mountVideos } from "./video-routes.ts";

interface MaterialPath extends LessonPath {
  readonly id: string;
  /** The file's name. Other parameters are limited to 100 characters. */
  readonly "*": string;
}

function mountMaterials(scope: FastifyInstance, context: MediaContext): void {
  serve<MaterialPath>(scope, "/:classId/:lessonId/materials/:id/*", async (request, reply) => {
    const { classId, id, "*": fileName } = request.params;
    const { lesson, studentId } = await openMedia(context, request, request.params);
    const bytes = isId(id) && (await findBytes(lesson.id, id, fileName));
    if (!bytes) throw new Problem(problems["not-found"]);
    return sendFile(context, request, reply, {
      name: `materials/${id}/file`,
      bytes,
      version: id,
      type: "application/octet-stream",
      headers: {
        ...privately,
        "content-disposition": contentDisposition(fileName),
        // A user's SVG or PDF must not run as a page of this site.
        "content-security-policy": "default-src 'none'; sandbox",
        "x-content-type-options": "nosniff",
      },
      beforeSending: async () => {
        if (studentId) await noteOpenedMaterial(context, { studentId, classId, materialId: id });
      },
    });
  });

  async function findBytes(lessonId: string, id: string, fileName: string): Promise<number | undefined> {
    const [found] = await context.db
      .select({ bytes: materials.bytes, fileName: materials.fileName })
      .from(materials)
      .where(and(eq(materials.id, id), eq(materials.lessonId, lessonId), isNull(materials.removedAt)));
    return found?.fileName === fileName ? found.bytes : undefined;
  }
}

/** Checks the right to open the lesson on each request. */
async function mountMedia(
  app: FastifyInstance,
  context: MediaContext,
  authorize: Authorize<Access>,
  count: CountRequest,
): Promise<void> {
  await app.register(
    async (scope) => {
      scope.addHook("onRequest", count);
      scope.addHook("onRequest", async (_request, reply) => {
        reply.headers({ "cache-control": "no-store", "x-robots-tag": robotsTag(context.settings) });
      });
      mountMediaSession(scope, context, authorize);
      mountVideos(scope, context);
      mountMaterials(scope, context);
      scope.get("/*", () => {
        throw new Problem(problems["not-found"]);
      });
    },
    { prefix: "/media" },
  );
}

export const playbackFeature = defineFeature({
  name: "Playback",
  contract: {},
  mount: (app, context, { authorize, rates }) => mountMedia(app, context, authorize, rates.files),
});
