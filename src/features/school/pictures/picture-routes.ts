import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { chooseVariant, makeJpeg } from "./show-picture.ts";
import { UpstreamError, Problem, problems } from "../../../platform/errors.ts";
import type { CountRequest } from "../../../http/visitor-rate-limit.ts";
import type { AppContext } from "../../../context.ts";
import { root } from "../../../platform/root.ts";
import { serveFolder } from "../../../http/serve-folder.ts";

const year = 365 * 86_400;
const drawings = join(root, "art", "drawings");
const mimeTypes = { avif: "image/avif", webp: "image/webp", jpg: "image/jpeg" } as const;

const noAiTraining = "noai, noimageai";

const storageUnavailable = { ...problems.upstreamFailure, retryAfter: 10 };
/** Minimum milliseconds between two log entries about an unavailable storage. */
const minLogInterval = 60_000;

export async function mountPictures(
  app: FastifyInstance,
  context: Pick<AppContext, "clock" | "db" | "log" | "settings" | "storage">,
  count: CountRequest,
  folder = drawings,
): Promise<void> {
  const { storage, clock, log, settings } = context;
  const robots = settings.allowsAiTraining ? "all" : noAiTraining;
  let loggedAt = 0;
  const read = async (file: string) => {
    try {
      return await storage.read(file);
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      const now = clock.now().getTime();
      if (now - loggedAt >= minLogInterval) {
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
      const [, width, type] = /^(\d{1,4})\.(avif|webp|jpg)$/.exec(file) ?? [];
      const isValidName = /^[0-9a-f]{32}$/.test(name);
      const stored = isValidName && width && type ? await read(`${name}/${width}.${type}`) : undefined;
      if (!stored) throw new Problem(problems.notFound);
      return reply
        .type(mimeTypes[type as keyof typeof mimeTypes])
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
    if (!variant) throw new Problem(problems.notFound);
    const { width, type } = variant;
    const stored = await read(`${name}/${width}.${type}`);
    const jpeg = stored || type !== "jpg" ? undefined : await makeJpeg(context, name, width);
    if (!stored && !jpeg) throw new Problem(problems.notFound);
    return reply
      .type(mimeTypes[type])
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
