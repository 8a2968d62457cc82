import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import sharp from "sharp";
import { z } from "zod";
import { findClass } from "../features/classes/queries.ts";
import { classTopic } from "../features/classes/topics.ts";
import { robotsTxt } from "../features/site/robots.ts";
import { sitemapFrom, sitemapIndex, sitemapOfPages } from "../features/site/sitemap.ts";
import type { Topic } from "../platform/changes.ts";
import { Problem, problems } from "../platform/errors.ts";
import type { FinishedAnswers } from "../platform/http/finished-answers.ts";
import type { World } from "../world.ts";

const drawings = join(import.meta.dirname, "..", "..", "art", "drawings");

/** Pictures of the site itself, by the drawing that each is made from. Pixels of their side. */
const icons: Readonly<Record<string, { readonly drawing: string; readonly side: number }>> = {
  "icon-180": { drawing: "icon-maskable.svg", side: 180 },
  "icon-192": { drawing: "icon.svg", side: 192 },
  "icon-512": { drawing: "icon.svg", side: 512 },
  "icon-maskable-512": { drawing: "icon-maskable.svg", side: 512 },
};

const manifest = {
  name: "Senga",
  short_name: "Senga",
  description: "Anime Drawing Course platform!",
  start_url: "/",
  display: "standalone",
  background_color: "#f7f2e6",
  theme_color: "#f7f2e6",
  icons: [
    { src: "/share/icon-192.png", sizes: "192x192", type: "image/png" },
    { src: "/share/icon-512.png", sizes: "512x512", type: "image/png" },
    { src: "/share/icon-maskable-512.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
  ],
};

/** What is there for those who find the site and show it elsewhere: search engines, messengers, home screens. */
export function mountDiscovery(app: FastifyInstance, world: World, finished: FinishedAnswers): void {
  const { origin, allowsAiTraining } = world.settings;

  /** @param topics what it shows; the rest is kept until it is old */
  const kept = (
    request: FastifyRequest,
    reply: FastifyReply,
    type: string,
    produce: () => Promise<string | Buffer>,
    topics: readonly Topic[] = [],
  ) =>
    finished.send(request, reply, `file ${request.url}`, async () => ({
      status: 200,
      headers: { "content-type": type },
      body: await produce(),
      topics,
    }));
  const asXml = "application/xml; charset=utf-8";
  const asPng = "image/png";

  app.get("/robots.txt", (request, reply) =>
    kept(request, reply, "text/plain; charset=utf-8", async () => robotsTxt(origin, allowsAiTraining)),
  );
  app.get("/manifest.webmanifest", (request, reply) =>
    kept(request, reply, "application/manifest+json", async () => JSON.stringify(manifest)),
  );

  app.get("/sitemap.xml", (request, reply) =>
    kept(request, reply, asXml, () => sitemapIndex(world.db, origin)),
  );
  app.get("/sitemap/pages.xml", (request, reply) =>
    kept(request, reply, asXml, async () => sitemapOfPages(origin)),
  );
  app.get<{ Params: { name: string; file: string } }>("/sitemap/:name/:file", (request, reply) =>
    kept(request, reply, asXml, async () => {
      const { name, file } = request.params;
      const from = z.uuid().safeParse(file.replace(/\.xml$/, ""));
      return orNotFound(from.success && (await sitemapFrom(world.db, origin, name, from.data)));
    }),
  );

  app.get<{ Params: { file: string } }>("/share/:file", (request, reply) =>
    kept(request, reply, asPng, async () => {
      const name = request.params.file.replace(/\.png$/, "");
      if (name === "senga") return (await import("../features/site/share-picture.ts")).drawSiteShare();
      const icon = orNotFound(Object.hasOwn(icons, name) && icons[name]);
      return sharp(await readFile(join(drawings, icon.drawing)))
        .resize(icon.side)
        .png({ palette: true })
        .toBuffer();
    }),
  );
  app.get<{ Params: { file: string } }>("/share/class/:file", (request, reply) => {
    const id = request.params.file.replace(/\.png$/, "");
    const draw = async (): Promise<Buffer> => {
      const found = z.uuid().safeParse(id).success ? await findClass(world.db, id) : undefined;
      const shown = orNotFound(found?.status === "approved" && found);
      // Drawing letters takes a font that is not read before somebody shares a class.
      const { drawClassShare } = await import("../features/site/share-picture.ts");
      return drawClassShare(world, shown);
    };
    return kept(request, reply, asPng, draw, [classTopic(id)]);
  });
}

function orNotFound<T>(found: T | false | undefined): T {
  if (!found) throw new Problem(problems.notFound);
  return found;
}
