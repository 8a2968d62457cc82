import { create as contentDisposition } from "content-disposition";
import { and, eq, isNull } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import { Problem, problems } from "../../../platform/errors.ts";
import { isId } from "../../../platform/ids.ts";
import { materials } from "../lessons/tables.ts";
import { noteOpenedMaterial } from "../progress/note-opened-material.ts";
import { type LessonPath, openMedia } from "./open-media.ts";
import { sendFile } from "./send-file.ts";
import { type MediaContext, privately, serve } from "./serve.ts";

interface MaterialPath extends LessonPath {
  readonly id: string;
  /** The file's name. Other parameters are limited to 100 characters. */
  readonly "*": string;
}

export function mountMaterials(scope: FastifyInstance, context: MediaContext): void {
  serve<MaterialPath>(scope, "/:classId/:lessonId/materials/:id/*", async (request, reply) => {
    const { classId, id, "*": fileName } = request.params;
    const { lesson, studentId } = await openMedia(context, request, request.params);
    const bytes = isId(id) && (await findBytes(lesson.id, id, fileName));
    if (!bytes) throw new Problem(problems.notFound);
    return sendFile(context, request, reply, {
      name: `materials/${id}/file`,
      bytes,
      version: id,
      type: "application/octet-stream",
      headers: {
        ...privately,
        "content-disposition": contentDisposition(fileName),
        // A stranger's SVG or PDF must not run as a page of this site.
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
