import { mkdir } from "node:fs/promises";
import { FileStore } from "@tus/file-store";
import { Server } from "@tus/server";
import { and, eq } from "drizzle-orm";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import type { AppContext } from "../../../context.ts";
import { asProblem, problemDocument } from "../../../http/problem-responses.ts";
import type { CountRequest } from "../../../http/visitor-rate-limit.ts";
import { Problem } from "../../../platform/errors.ts";
import { isId, newId } from "../../../platform/ids.ts";
import { sharingAdvice } from "../../../platform/process-marks.ts";
import type { AuthorizeCaller } from "../../../access/authorize.ts";
import type { Person } from "../../../access/queries.ts";
import { only } from "../../../access/policy.ts";
import { defineFeature, job } from "../../feature.ts";
import {
  admitUpload,
  recordUpload,
  type UploadRow,
  type UploadUses,
  discardUpload,
  finishUpload,
  sweepUploads,
  othersHaveAnotherFolder,
  uploadFolder,
  uploadedBytes,
} from "./uploads.ts";
import { type Announcement, maxFileName, uploadPurposes, problems } from "./policy.ts";
import { uploads } from "./tables.ts";

/** Resumable uploads by the tus protocol (https://tus.io), into the data folder. */
export const uploadsPath = "/uploads";
const uploadAccess = only("instructor", "admin");
const version = { "tus-resumable": "1.0.0" };

const announcement = z.object({
  purpose: z.enum(uploadPurposes),
  classId: z.uuid(),
  lessonId: z.uuid(),
  fileName: z.string().trim().min(1),
}) satisfies z.ZodType<Announcement>;
/** Control characters, and those that reverse text: `a\u202Efdp.svg` would display as `agvs.pdf`. */
const unusable = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u;

interface Begun extends Announcement {
  readonly id: string;
  readonly ownerId: string;
  readonly bytes: number;
}

async function mountUploads(
  app: FastifyInstance,
  context: Pick<AppContext, "clock" | "database" | "db" | "log" | "settings">,
  {
    authorize,
    count: countRequest,
    uses,
  }: { readonly authorize: AuthorizeCaller; readonly count: CountRequest; readonly uses: UploadUses },
): Promise<void> {
  const { db } = context;
  const directory = uploadFolder(context);
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const begun = new WeakMap<FastifyRequest["raw"], Begun>();
  const authorized = new WeakMap<FastifyRequest["raw"], string>();
  const rawOf = (request: { runtime?: { node?: { req: unknown } } | undefined }): FastifyRequest["raw"] =>
    request.runtime?.node?.req as FastifyRequest["raw"];

  /** Opened only when needed, because its background check of the folder throws an uncatchable error. */
  const openTus = () =>
    new Server({
      path: uploadsPath,
      datastore: new FileStore({ directory }),
      relativeLocation: true,
      disableTerminationForFinishedUploads: true,
      allowedOrigins: [],
      namingFunction: (request) => begun.get(rawOf(request))?.id ?? newId(),
      // By default, tus reads the id from the end of the URL, including the query.
      getFileIdFromRequest: (request) => authorized.get(rawOf(request)),
      onUploadCreate: async (request) => {
        const upload = begun.get(rawOf(request));
        if (!upload) throw new Error("an upload began without its announcement");
        const { lessonId: targetId, id, ownerId, purpose, fileName, bytes } = upload;
        await recordUpload(context, { id, ownerId, purpose, targetId, fileName, bytes });
        return {};
      },
      onUploadFinish: async (_request, { id }) => {
        await finishUpload(context, uses, id);
        return {};
      },
      onResponseError: (_request, error) => {
        // tus refuses with plain objects.
        if (!(error instanceof Error)) return undefined;
        const problem = asProblem(error);
        if (problem.type.status >= 500) context.log.error({ err: error }, "an upload failed");
        return { status_code: problem.type.status, body: JSON.stringify(problemDocument(problem)) };
      },
    });
  let opened: Server | undefined;
  const tus = (): Server => (opened ??= openTus());

  const begin = async (request: FastifyRequest, person: Person): Promise<void> => {
    const announced = readMetadata(request.headers["upload-metadata"]);
    const bytes = Number(request.headers["upload-length"]);
    if (!announced || !Number.isSafeInteger(bytes) || bytes < 0)
      throw new Problem(problems["upload-malformed"]);
    if (announced.fileName.length > maxFileName || unusable.test(announced.fileName))
      throw new Problem(problems["upload-name"]);
    await admitUpload(context, uses, person, announced, bytes);
    begun.set(request.raw, { ...announced, id: newId(), ownerId: person.id, bytes });
  };

  const findOwn = async (id: string, person: Person): Promise<UploadRow | undefined> => {
    const [own] = await db
      .select()
      .from(uploads)
      .where(and(eq(uploads.id, id), eq(uploads.ownerId, person.id)));
    return own;
  };

  /** Retries a complete file, after a lost response or a storage outage. Throws what `finishUpload` throws. */
  const findWhole = async (own: UploadRow | undefined, id: string, person: Person) => {
    if (!own) {
      const found = await Promise.all(Object.values(uses).map((use) => use.findTaken(person, id)));
      return found.find((bytes) => bytes !== undefined);
    }
    const { bytes } = (await uploadedBytes(context, id)) ?? {};
    if (bytes !== own.bytes) return undefined;
    await finishUpload(context, uses, id);
    return bytes;
  };

  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // Keeps bodies as streams, for tus.
    scope.addContentTypeParser("*", (_request, _body, done) => done(null));
    scope.addHook("onRequest", countRequest);
    scope.route<{ Params: { id?: string } }>({
      method: ["POST"],
      url: uploadsPath,
      handler: async (request, reply) => {
        await begin(request, await authorize(request, uploadAccess));
        reply.hijack();
        await tus().handle(request.raw, reply.raw);
      },
    });
    scope.route<{ Params: { id: string } }>({
      method: ["HEAD", "PATCH", "DELETE"],
      url: `${uploadsPath}/:id`,
      handler: async (request, reply) => {
        const person = await authorize(request, uploadAccess);
        const { id } = request.params;
        if (!isId(id)) throw new Problem(problems["upload-not-found"]);
        const own = await findOwn(id, person);
        const whole = request.method === "HEAD" ? await findWhole(own, id, person) : undefined;
        if (whole !== undefined) {
          const headers = { "cache-control": "no-store", "upload-length": whole, "upload-offset": whole };
          return reply.headers({ ...headers, ...version }).send();
        }
        if (!own) throw new Problem(problems["upload-not-found"]);
        if (!(await uploadedBytes(context, id)) && (await othersHaveAnotherFolder(context))) {
          context.log.warn({ upload: id }, sharingAdvice.uploads);
          throw new Problem(problems["upload-on-another-server"]);
        }
        if (request.method === "DELETE") {
          await discardUpload(context, id);
          return reply.code(204).headers(version).send();
        }
        authorized.set(request.raw, id);
        reply.hijack();
        await tus().handle(request.raw, reply.raw);
        return reply;
      },
    });
  });
}

/** https://tus.io/protocols/resumable-upload#upload-metadata */
function readMetadata(header: unknown): Announcement | undefined {
  if (typeof header !== "string") return undefined;
  const pairs = header.split(",").map((pair) => {
    const [key = "", value = ""] = pair.trim().split(" ");
    return [key, Buffer.from(value, "base64").toString("utf8")];
  });
  return announcement.safeParse(Object.fromEntries(pairs)).data;
}

/** @param usesOf what later features do with uploads */
export const uploadsFeature = (usesOf: (context: AppContext) => UploadUses) =>
  defineFeature({
    name: "Uploads",
    contract: {},
    mount: (app, context, { authorize, rates }) =>
      mountUploads(app, context, { authorize, count: rates.calls, uses: usesOf(context) }),
    jobs: [job("uploads", 60, (context) => sweepUploads(context, usesOf(context)))],
  });
