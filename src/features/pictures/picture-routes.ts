import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import { fileToShow, makeJpeg } from "./show-picture.ts";
import { UpstreamError, Problem, problems } from "../../platform/errors.ts";
import type { CountRequest } from "../../http/visitor-rate-limit.ts";
import type { AppContext } from "../../context.ts";

const year = 365 * 86_400;
const drawings = join(import.meta.dirname, "..", "..", "..", "art", "drawings");
const types = { avif: "image/avif", webp: "image/webp", jpg: "image/jpeg" } as const;

const notForModels = "noai, noimageai";

const unreadable = { ...problems.upstreamFailure, retryAfter: 10 };
/** Minimum milliseconds between two log entries about an unavailable storage. */
const quiet = 60_000;

export async function mountPictures(
  app: FastifyInstance,
  context: Pick<AppContext, "clock" | "db" | "log" | "settings" | "storage">,
  count: CountRequest,
  folder = drawings,
): Promise<void> {
  const { storage, clock, log, settings } = context;
  const robots = settings.allowsAiTraining ? "all" : notForModels;
  let complainedAt = 0;
  const read = async (file: string) => {
    try {
      return await storage.read(file);
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      const now = clock.now().getTime();
      if (now - complainedAt >= quiet) {
        complainedAt = now;
        log.error({ err: error }, "pictures cannot be read");
      }
      throw new Problem(unreadable);
    }
  };
  app.get<{ Params: { name: string; file: string } }>(
    "/images/:name/:file",
    { onRequest: count },
    async (request, reply) => {
      const { name, file } = request.params;
      const [, width, type] = /^(\d{1,4})\.(avif|webp|jpg)$/.exec(file) ?? [];
      const isName = /^[0-9a-f]{32}$/.test(name);
      const found = isName && width && type ? await read(`${name}/${width}.${type}`) : undefined;
      if (!found) throw new Problem(problems.notFound);
      return reply
        .type(types[type as keyof typeof types])
        .header("content-length", found.length)
        .header("cache-control", `public, max-age=${year}, immutable`)
        .header("x-robots-tag", robots)
        .send(found.stream);
    },
  );
  app.get<{ Params: { name: string } }>("/images/:name", { onRequest: count }, async (request, reply) => {
    const { name } = request.params;
    const isName = /^[0-9a-f]{32}$/.test(name);
    const shown = isName ? await fileToShow(context, name, request.headers.accept ?? "") : undefined;
    if (!shown) throw new Problem(problems.notFound);
    const { width, type } = shown;
    const found = await read(`${name}/${width}.${type}`);
    const made = found || type !== "jpg" ? undefined : await makeJpeg(context, name, width);
    if (!found && !made) throw new Problem(problems.notFound);
    return reply
      .type(types[type])
      .header("content-length", found?.length ?? made?.length)
      .header("cache-control", `public, max-age=${year}, immutable`)
      .header("vary", "accept")
      .header("x-robots-tag", robots)
      .send(found?.stream ?? made);
  });
  await app.register(async (scope) => {
    scope.addHook("onRequest", count);
    await scope.register(fastifyStatic, {
      root: folder,
      prefix: "/drawings/",
      decorateReply: false,
      // One route per existing file: no other path reaches the disk.
      wildcard: false,
      globIgnore: ["**/*.{br,gz}"],
      preCompressed: true,
      maxAge: "1d",
      setHeaders: (reply) => void reply.header("x-robots-tag", robots),
    });
    scope.get("/drawings/*", () => {
      throw new Problem(problems.notFound);
    });
  });
}
