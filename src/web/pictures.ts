import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import { Problem, problems } from "../platform/errors.ts";
import type { World } from "../world.ts";

const year = 31_536_000;

/** Serves the pictures: uploaded ones under /images (their names are their content), the house's own under /drawings. */
export async function mountPictures(app: FastifyInstance, storage: World["storage"]): Promise<void> {
  app.get<{ Params: { name: string } }>("/images/:name", async (request, reply) => {
    const { name } = request.params;
    const file = /^[0-9a-f]{32}\.webp$/.test(name) ? await storage.read(name) : undefined;
    if (!file) throw new Problem(problems.notFound);
    return reply
      .type("image/webp")
      .header("content-length", file.length)
      .header("cache-control", `public, max-age=${year}, immutable`)
      .send(file.stream);
  });
  await app.register(fastifyStatic, {
    root: join(import.meta.dirname, "..", "..", "art", "drawings"),
    prefix: "/drawings/",
    decorateReply: false,
    maxAge: "1d",
  });
}
