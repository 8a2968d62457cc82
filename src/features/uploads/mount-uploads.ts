import { mkdir } from "node:fs/promises";
import { FileStore } from "@tus/file-store";
import { Server } from "@tus/server";
import { and, count, eq } from "drizzle-orm";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import type { AppContext } from "../../context.ts";
import type { Authorize } from "../../http/register-endpoints.ts";
import type { CountRequest } from "../../http/visitor-rate-limit.ts";
import { Problem } from "../../platform/errors.ts";
import { diskSpace } from "../../platform/free-space.ts";
import { newId } from "../../platform/ids.ts";
import { type Access, only } from "../accounts/access.ts";
import type { Person } from "../accounts/queries.ts";
import { type UploadUses, discardUpload, finishUpload } from "./finish-upload.ts";
import { hasRoomFor, maxBytes, maxFileName, maxUploadsPerPerson, uploadPurposes } from "./policy.ts";
import { problems } from "./problems.ts";
import { uploads } from "./tables.ts";
import { uploadFolder } from "./upload-files.ts";

/** Resumable uploads by the tus protocol (https://tus.io), for instructors and admins, into the data folder. */
export const uploadsPath = "/uploads";
const uploadAccess = only("instructor", "admin");

const announcement = z.object({
  purpose: z.enum(uploadPurposes),
  classId: z.uuid(),
  lessonId: z.uuid(),
  fileName: z.string().trim().min(1).max(maxFileName),
});
type Announcement = z.output<typeof announcement>;

interface Begun extends Announcement {
  readonly id: string;
  readonly ownerId: string;
  readonly bytes: number;
}

export async function mountUploads(
  app: FastifyInstance,
  context: Pick<AppContext, "clock" | "db" | "log" | "settings">,
  {
    authorize,
    count: countRequest,
    uses,
  }: { readonly authorize: Authorize<Access>; readonly count: CountRequest; readonly uses: UploadUses },
): Promise<void> {
  const { clock, db } = context;
  const directory = uploadFolder(context);
  await mkdir(directory, { recursive: true });
  /** What the hooks of Fastify found out, for those of tus. */
  const begun = new WeakMap<FastifyRequest["raw"], Begun>();
  const problemOf = new WeakMap<FastifyRequest["raw"], unknown>();
  const rawOf = (request: { runtime?: { node?: { req: unknown } } | undefined }): FastifyRequest["raw"] =>
    request.runtime?.node?.req as FastifyRequest["raw"];

  const tus = new Server({
    path: uploadsPath,
    datastore: new FileStore({ directory }),
    relativeLocation: true,
    disableTerminationForFinishedUploads: true,
    // Uploads need no other origin.
    allowedOrigins: [],
    namingFunction: (request) => begun.get(rawOf(request))?.id ?? newId(),
    onUploadCreate: async (request) => {
      const upload = begun.get(rawOf(request));
      if (!upload) throw new Error("an upload began without its announcement");
      await db.insert(uploads).values({
        id: upload.id,
        ownerId: upload.ownerId,
        purpose: upload.purpose,
        targetId: upload.lessonId,
        fileName: upload.fileName,
        bytes: upload.bytes,
        createdAt: clock.now(),
      });
      return {};
    },
    onUploadFinish: async (request, { id }) => {
      try {
        await finishUpload(context, uses, id);
        return {};
      } catch (error) {
        problemOf.set(rawOf(request), error);
        throw error;
      }
    },
    onResponseError: (request, error) => {
      const cause = problemOf.get(rawOf(request));
      if (cause instanceof Problem) {
        const { status, code } = cause.type;
        return { status_code: status, body: JSON.stringify({ status, code, detail: cause.message }) };
      }
      if (error instanceof Error) context.log.error({ err: cause ?? error }, "an upload failed");
      return undefined;
    },
  });

  const begin = async (request: FastifyRequest, person: Person): Promise<void> => {
    const announced = readMetadata(request.headers["upload-metadata"]);
    const bytes = Number(request.headers["upload-length"]);
    if (!announced || !Number.isSafeInteger(bytes) || bytes < 0) throw new Problem(problems.malformed);
    if (bytes === 0) throw new Problem(problems.empty);
    if (bytes > maxBytes[announced.purpose])
      throw new Problem(
        problems.tooLarge,
        `This file is too large: at most ${inWords(maxBytes[announced.purpose])}.`,
      );
    const [running] = await db.select({ count: count() }).from(uploads).where(eq(uploads.ownerId, person.id));
    if (running && running.count >= maxUploadsPerPerson) throw new Problem(problems.tooMany);
    await uses[announced.purpose].admit(person, announced, bytes);
    if (!hasRoomFor(bytes, await diskSpace(directory))) throw new Problem(problems.diskFull);
    begun.set(request.raw, { ...announced, id: newId(), ownerId: person.id, bytes });
  };

  const refuseForeign = async (id: string, person: Person): Promise<void> => {
    const [own] = z.uuid().safeParse(id).success
      ? await db
          .select({ id: uploads.id })
          .from(uploads)
          .where(and(eq(uploads.id, id), eq(uploads.ownerId, person.id)))
      : [];
    if (!own) throw new Problem(problems.noSuchUpload);
  };

  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // Bodies stay streams, which tus reads.
    scope.addContentTypeParser("*", (_request, _body, done) => done(null));
    scope.addHook("onRequest", countRequest);
    scope.route<{ Params: { id?: string } }>({
      method: ["POST"],
      url: uploadsPath,
      handler: async (request, reply) => {
        await begin(request, (await authorize(request, uploadAccess)) as Person);
        reply.hijack();
        await tus.handle(request.raw, reply.raw);
      },
    });
    scope.route<{ Params: { id: string } }>({
      method: ["HEAD", "PATCH", "DELETE"],
      url: `${uploadsPath}/:id`,
      handler: async (request, reply) => {
        const person = (await authorize(request, uploadAccess)) as Person;
        await refuseForeign(request.params.id, person);
        if (request.method === "DELETE") {
          await discardUpload(context, request.params.id);
          return reply.code(204).header("tus-resumable", "1.0.0").send();
        }
        reply.hijack();
        await tus.handle(request.raw, reply.raw);
        return reply;
      },
    });
  });
}

/** Pairs of a key and base64, separated by commas (https://tus.io/protocols/resumable-upload#upload-metadata). */
function readMetadata(header: unknown): Announcement | undefined {
  if (typeof header !== "string") return undefined;
  const pairs = header.split(",").map((pair) => {
    const [key = "", value = ""] = pair.trim().split(" ");
    return [key, Buffer.from(value, "base64").toString("utf8")];
  });
  return announcement.safeParse(Object.fromEntries(pairs)).data;
}

const inWords = (bytes: number): string =>
  bytes >= 1024 ** 3 ? `${bytes / 1024 ** 3} GB` : `${bytes / 1024 ** 2} MB`;
