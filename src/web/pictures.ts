import { readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { OutsideFailure, Problem, problems } from "../platform/errors.ts";
import type { FinishedAnswers } from "../platform/http/finished-answers.ts";
import type { World } from "../world.ts";

const day = 86_400;
const year = 365 * day;
const drawings = join(import.meta.dirname, "..", "..", "art", "drawings");
const types = { avif: "image/avif", webp: "image/webp" } as const;

/** Artists' pictures are shown to people, and not given to those who train models on them. */
const notForModels = "noai, noimageai";

const unreadable = { ...problems.outsideFailure, retryAfter: 10 };
/** Milliseconds between two lines of the log about a storage that is down: a page asks it for a dozen pictures. */
const quiet = 60_000;

/**
 * Serves the pictures: uploaded ones under /images, whose names are made from their content and never change their
 * meaning, the house's own under /drawings.
 */
export async function mountPictures(
  app: FastifyInstance,
  { storage, clock, log, settings }: World,
  finished: FinishedAnswers,
): Promise<void> {
  const robots = settings.allowsAiTraining ? "all" : notForModels;
  let complainedAt = 0;
  const read = async (file: string) => {
    try {
      return await storage.read(file);
    } catch (error) {
      if (!(error instanceof OutsideFailure)) throw error;
      const now = clock.now().getTime();
      if (now - complainedAt >= quiet) {
        complainedAt = now;
        log.error({ err: error }, "pictures cannot be read");
      }
      throw new Problem(unreadable);
    }
  };
  app.get<{ Params: { name: string; file: string } }>("/images/:name/:file", async (request, reply) => {
    const { name, file } = request.params;
    const [, width, type] = /^(\d{1,4})\.(avif|webp)$/.exec(file) ?? [];
    const isName = /^[0-9a-f]{32}$/.test(name);
    const found = isName && width && type ? await read(`${name}/${width}.${type}`) : undefined;
    if (!found) throw new Problem(problems.notFound);
    return reply
      .type(types[type as keyof typeof types])
      .header("content-length", found.length)
      .header("cache-control", `public, max-age=${year}, immutable`)
      .header("x-robots-tag", robots)
      .send(found.stream);
  });
  const names = new Set(readdirSync(drawings));
  app.get<{ Params: { file: string } }>("/drawings/:file", (request, reply) =>
    finished.send(request, reply, `file ${request.url}`, async () => {
      const { file } = request.params;
      if (!names.has(file)) throw new Problem(problems.notFound);
      return {
        status: 200,
        headers: {
          "content-type": "image/svg+xml",
          "cache-control": `public, max-age=${day}`,
          "x-robots-tag": robots,
        },
        body: await readFile(join(drawings, file), "utf8"),
        topics: [],
        isLasting: true,
      };
    }),
  );
}
