import { buffer } from "node:stream/consumers";
import { and, eq } from "drizzle-orm";
import pLimit from "p-limit";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import type { AppContext } from "../../../context.ts";
import { loadSharp } from "../../../platform/load-sharp.ts";
import { UpstreamError, Problem, problems } from "../../../platform/errors.ts";
import type { CountRequest } from "../../../http/visitor-rate-limit.ts";
import { root } from "../../../platform/root.ts";
import { serveFolder } from "../../../http/serve-folder.ts";
import type { Handlers } from "../../../http/register-endpoints.ts";
import type { CallerFor } from "../../../access/authorize.ts";
import { defineFeature } from "../../feature.ts";
import { encodeJpeg, defaultWidthOf } from "./transcode-picture.ts";
import { pictures } from "./tables.ts";
import { mimeTypeOf, robotsTag } from "./policy.ts";
import { picturesContract } from "./contract.ts";
import { createPictureStore } from "./store-picture.ts";
import { admitUpload } from "./upload-limiter.ts";

const types = ["avif", "webp"] as const;

/** Mails and link previews use this file. A wildcard in Accept selects JPEG, which every client decodes. */
async function chooseVariant({ db }: Pick<AppContext, "db">, name: string, accept: string) {
  const [picture] = await db.select({ widths: pictures.widths }).from(pictures).where(isStored(name));
  if (!picture) return undefined;
  return {
    width: defaultWidthOf(picture.widths),
    type: types.find((type) => acceptsType(accept, type)) ?? "jpg",
  };
}

const isStored = (name: string) => and(eq(pictures.url, `/images/${name}`), eq(pictures.state, "stored"));

const acceptsType = (accept: string, type: string): boolean =>
  accept.split(",").some((each) => {
    const [mediaType = "", ...parameters] = each.split(";").map((part) => part.trim().toLowerCase());
    return mediaType === `image/${type}` && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
  });

const inFlight = new Map<string, Promise<Buffer | undefined>>();
const oneAtATime = pLimit(1);

function makeJpeg(context: Pick<AppContext, "db" | "storage">, name: string, width: number) {
  const pending = inFlight.get(name);
  if (pending) return pending;
  const jpeg = oneAtATime(() => transcodeToJpeg(context, name, width)).finally(() => inFlight.delete(name));
  inFlight.set(name, jpeg);
  return jpeg;
}

async function transcodeToJpeg(
  { db, storage }: Pick<AppContext, "db" | "storage">,
  name: string,
  width: number,
): Promise<Buffer | undefined> {
  const from = await storage.read(`${name}/${width}.webp`);
  if (!from) return undefined;
  const sharp = await loadSharp();
  const jpeg = await encodeJpeg(sharp(await buffer(from.stream)));
  await storage.write(`${name}/${width}.jpg`, jpeg);
  // A concurrent removal would leave this file orphaned.
  if ((await db.$count(pictures, isStored(name))) === 0) await storage.removeFolder(name);
  return jpeg;
}

const year = 365 * 86_400;
const demoDrawings = join(root, "art", "drawings");

const storageUnavailable = { ...problems["outside-service-failed"], retryAfter: 10 };
const minLogMilliseconds = 60_000;

async function mountPictures(
  app: FastifyInstance,
  context: Pick<AppContext, "clock" | "db" | "log" | "settings" | "storage">,
  count: CountRequest,
  folder = demoDrawings,
): Promise<void> {
  const { storage, clock, log, settings } = context;
  const robots = robotsTag(settings);
  let loggedAt = 0;
  const read = async (file: string) => {
    try {
      return await storage.read(file);
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      const now = clock.now().getTime();
      if (now - loggedAt >= minLogMilliseconds) {
        loggedAt = now;
        log.error({ err: error }, "pictures cannot be read");
      }
      throw new Problem(storageUnavailable);
    }
  };
  app.get<{ Params: { name: string; file: string } }>(
    "/images/:name/:file",
    { onRequest: count },
    async (request, reply) => {
      const { name, file } = request.params;
      const [, width, type = ""] = /^(\d{1,4})\.(avif|webp|jpg)$/.exec(file) ?? [];
      const isValidName = /^[0-9a-f]{32}$/.test(name);
      const stored = isValidName && width && type ? await read(`${name}/${width}.${type}`) : undefined;
      if (!stored) throw new Problem(problems["not-found"]);
      return reply
        .type(mimeTypeOf(type))
        .header("content-length", stored.length)
        .header("cache-control", `public, max-age=${year}, immutable`)
        .header("x-robots-tag", robots)
        .send(stored.stream);
    },
  );
  app.get<{ Params: { name: string } }>("/images/:name", { onRequest: count }, async (request, reply) => {
    const { name } = request.params;
    const isValidName = /^[0-9a-f]{32}$/.test(name);
    const variant = isValidName
      ? await chooseVariant(context, name, request.headers.accept ?? "")
      : undefined;
    if (!variant) throw new Problem(problems["not-found"]);
    const { width, type } = variant;
    const stored = await read(`${name}/${width}.${type}`);
    const jpeg = stored || type !== "jpg" ? undefined : await makeJpeg(context, name, width);
    if (!stored && !jpeg) throw new Problem(problems["not-found"]);
    return reply
      .type(mimeTypeOf(type))
      .header("content-length", stored?.length ?? jpeg?.length)
      .header("cache-control", `public, max-age=${year}, immutable`)
      .header("vary", "accept")
      .header("x-robots-tag", robots)
      .send(stored?.stream ?? jpeg);
  });
  await serveFolder(app, {
    root: folder,
    prefix: "/drawings/",
    count,
    maxAge: "1d",
    setHeaders: (reply) => void reply.header("x-robots-tag", robots),
  });
}

function picturesApi(context: AppContext): Handlers<typeof picturesContract, CallerFor> {
  const storePicture = createPictureStore(context);
  return {
    "POST /images": async ({ caller, request }) => {
      const url = await admitUpload(caller, request, (bytes) => storePicture(caller, bytes));
      return { success: true, data: { url } };
    },
  };
}

export const picturesFeature = defineFeature({
  name: "Pictures",
  contract: picturesContract,
  handlers: picturesApi,
  mount: (app, context, { rates, drawings }) => mountPictures(app, context, rates.files, drawings),
});
