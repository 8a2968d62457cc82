import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { isPublicClass } from "../features/school/classes/policy.ts";
import { findClass } from "../features/school/classes/queries.ts";
import { robotsTag } from "../features/school/pictures/policy.ts";
import { classTag } from "../features/school/classes/cache-tags.ts";
import { day } from "../platform/clock.ts";
import type { CacheTag } from "../platform/invalidation.ts";
import { Problem, problems } from "../platform/errors.ts";
import type { ResponseCache } from "../http/response-cache.ts";
import type { VisitorRate } from "../http/visitor-rate-limit.ts";
import type { AppContext } from "../context.ts";
import { loadSharp } from "../platform/load-sharp.ts";
import { root } from "../platform/root.ts";
import { sitemapFrom, sitemapIndex, sitemapOfPages } from "./sitemap.ts";

const modelTrainers = [
  "AI2Bot",
  "Amazonbot",
  "anthropic-ai",
  "Applebot-Extended",
  "Bytespider",
  "CCBot",
  "ClaudeBot",
  "cohere-training-data-crawler",
  "Diffbot",
  "FacebookBot",
  "Google-Extended",
  "GPTBot",
  "ImagesiftBot",
  "img2dataset",
  "Meta-ExternalAgent",
  "omgili",
  "Timpibot",
];

function robotsTxt(origin: string, allowsAiTraining: boolean): string {
  const rules = [
    "Allow: /api/docs",
    ...["/api/", "/dashboard", "/feedback/", "/identity/", "/sandbox/", "/newsletter/"].map(
      (path) => `Disallow: ${path}`,
    ),
  ];
  const everybody = ["User-agent: *", ...rules];
  // A crawler obeys only the group that names it.
  const trainers = [
    ...modelTrainers.map((name) => `User-agent: ${name}`),
    ...["/images/", "/drawings/", "/media/", "/share/"].map((path) => `Disallow: ${path}`),
    ...rules,
  ];
  const groups = allowsAiTraining ? [everybody] : [everybody, trainers];
  return [...groups.map((lines) => lines.join("\n")), `Sitemap: ${origin}/sitemap.xml`].join("\n\n") + "\n";
}

/** Milliseconds. Each response renews it, so it never nears expiry. */
const lifetime = 180 * day;

const securityTxt = (origin: string, email: string, now: Date): string =>
  [
    `Contact: mailto:${email}`,
    `Expires: ${new Date(now.getTime() + lifetime).toISOString()}`,
    "Preferred-Languages: en",
    `Canonical: ${origin}/.well-known/security.txt`,
    "",
  ].join("\n");

const drawings = join(root, "art", "drawings");

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

export async function mountDiscovery(
  app: FastifyInstance,
  context: Pick<AppContext, "clock" | "db" | "settings" | "storage">,
  cache: ResponseCache,
  rate: VisitorRate,
): Promise<void> {
  const { origin, allowsAiTraining } = context.settings;

  /** @param name cache key without query parameters, so that they cannot multiply renderings */
  const sendCached = (
    request: FastifyRequest,
    reply: FastifyReply,
    name: string,
    type: string,
    produce: () => Promise<string | Buffer>,
    cacheTags: readonly CacheTag[] = [],
  ) =>
    cache.send(request, reply, { name: `file ${name}`, rate }, async () => ({
      status: 200,
      headers: {
        "content-type": type,
        ...(type === pngType && { "x-robots-tag": robotsTag(context.settings) }),
      },
      body: await produce(),
      cacheTags,
    }));
  const textType = "text/plain; charset=utf-8";
  const xmlType = "application/xml; charset=utf-8";
  const pngType = "image/png";

  await app.register(async (scope) => {
    scope.addHook("onRequest", rate);

    scope.get("/robots.txt", (request, reply) =>
      sendCached(request, reply, "robots.txt", textType, async () => robotsTxt(origin, allowsAiTraining)),
    );
    scope.get("/.well-known/security.txt", (request, reply) =>
      sendCached(request, reply, "security.txt", textType, async () =>
        securityTxt(origin, context.settings.supportEmail, context.clock.now()),
      ),
    );
    scope.get("/favicon.ico", (request, reply) =>
      sendCached(request, reply, "favicon", "image/x-icon", async () =>
        encodeIco(await renderIcon({ drawing: "icon.svg", side: faviconSide }), faviconSide),
      ),
    );
    scope.get("/manifest.webmanifest", (request, reply) =>
      sendCached(request, reply, "manifest", "application/manifest+json", async () =>
        JSON.stringify(manifest),
      ),
    );

    scope.get("/sitemap.xml", (request, reply) =>
      sendCached(request, reply, "sitemap", xmlType, () => sitemapIndex(context.db, origin)),
    );
    scope.get("/sitemap/pages.xml", (request, reply) =>
      sendCached(request, reply, "sitemap pages", xmlType, async () => sitemapOfPages(origin)),
    );
    scope.get<{ Params: { name: string; file: string } }>("/sitemap/:name/:file", (request, reply) => {
      const { name } = request.params;
      const from = requireFound(idIn(request.params.file, ".xml"));
      return sendCached(request, reply, `sitemap ${name} ${from}`, xmlType, async () =>
        requireFound(await sitemapFrom(context.db, origin, name, from)),
      );
    });

    scope.get<{ Params: { file: string } }>("/share/:file", (request, reply) => {
      const name = request.params.file.replace(/\.png$/, "");
      const icon = Object.hasOwn(icons, name) ? icons[name] : undefined;
      if (name !== "senga") requireFound(icon);
      return sendCached(request, reply, `share ${name}`, pngType, () =>
        icon ? renderIcon(icon) : renderSite(),
      );
    });
    scope.get<{ Params: { file: string } }>("/share/class/:file", (request, reply) => {
      const id = requireFound(idIn(request.params.file, ".png"));
      const render = async (): Promise<Buffer> => {
        const found = await findClass(context.db, id);
        const item = requireFound(found && isPublicClass(found) && found);
        const { renderClassShare } = await import("./share-picture.ts");
        return renderClassShare(context, item);
      };
      return sendCached(request, reply, `share class ${id}`, pngType, render, [classTag(id)]);
    });
  });
}

const faviconSide = 48;

function encodeIco(png: Buffer, side: number): Buffer {
  const directory = Buffer.alloc(22);
  directory.writeUInt16LE(1, 2);
  directory.writeUInt16LE(1, 4);
  directory.writeUInt8(side, 6);
  directory.writeUInt8(side, 7);
  directory.writeUInt16LE(1, 10);
  directory.writeUInt16LE(32, 12);
  directory.writeUInt32LE(png.length, 14);
  directory.writeUInt32LE(directory.length, 18);
  return Buffer.concat([directory, png]);
}

function idIn(file: string, ending: string): string | undefined {
  const id = file.endsWith(ending) ? file.slice(0, -ending.length) : undefined;
  return z.uuid().safeParse(id).success ? id?.toLowerCase() : undefined;
}

async function renderSite(): Promise<Buffer> {
  return (await import("./share-picture.ts")).renderSiteShare();
}

async function renderIcon({ drawing, side }: { drawing: string; side: number }): Promise<Buffer> {
  const sharp = await loadSharp();
  return sharp(await readFile(join(drawings, drawing)))
    .resize(side)
    .png({ palette: true })
    .toBuffer();
}

function requireFound<T>(found: T | false | undefined): T {
  if (!found) throw new Problem(problems["not-found"]);
  return found;
}
