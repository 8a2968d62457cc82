import { createHook } from "node:async_hooks";
import { Agent, type IncomingHttpHeaders, request } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { brotliDecompressSync } from "node:zlib";
import Fastify from "fastify";
import { describe, expect, test } from "vitest";
import { createFairQueue } from "../../src/http/fair-queue.ts";
import { mountFrontPath } from "../../src/http/front-path.ts";
import { createResponseCache } from "../../src/http/response-cache.ts";
import { systemClock } from "../../src/platform/clock.ts";
import { catalogTag, classTag } from "../../src/features/school/classes/cache-tags.ts";
import { classes } from "../../src/features/school/classes/tables.ts";
import { useTestApp } from "../support/app.ts";
import { call, makePerson } from "../support/people.ts";
import { makeClass } from "../support/school.ts";

interface Asked {
  readonly method?: string;
  readonly headers?: Record<string, string>;
}
interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Neither normalizes the path nor decodes the body, as `fetch` does. */
const ask = (origin: string, path: string, { method = "GET", headers = {} }: Asked = {}) =>
  new Promise<Answer>((done, failed) => {
    const { hostname, port } = new URL(origin);
    const agent = new Agent({ keepAlive: true });
    const sent = request({ hostname, port, path, method, headers, agent }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.once("end", () => {
        const { date: _, ...rest } = response.headers;
        const body = Buffer.concat(chunks).toString("base64");
        done({ status: response.statusCode ?? 0, headers: rest, body });
        agent.destroy();
      });
    });
    sent.once("error", failed);
    sent.end();
  });

const decoded = (answer: Answer | undefined): string =>
  brotliDecompressSync(Buffer.from(answer?.body ?? "", "base64")).toString();

describe("the front path", () => {
  const app = useTestApp();
  const get = (path: string, asked?: Asked) => ask(app.current.origin, path, asked);
  /** What `work` let through to Fastify. */
  const passedOn = async (work: () => Promise<unknown>): Promise<string[]> => {
    app.current.passedOn.length = 0;
    await work();
    return [...app.current.passedOn];
  };

  test.each(["/api/approvedClasses?limit=5", "/sitemap.xml", "/robots.txt", "/share/icon-192.png"])(
    "sends %s again as Fastify sent it, in each encoding",
    async (path) => {
      await makeClass(app.current, await makePerson(app.current, "instructor"));
      const { etag = "" } = (await get(path)).headers;
      const variants: readonly Asked[] = [
        {},
        { headers: { "accept-encoding": "gzip, deflate" } },
        { headers: { "accept-encoding": "gzip, deflate, br" } },
        { headers: { "if-none-match": etag } },
        { method: "HEAD" },
        { headers: { range: "bytes=0-9" } },
        { headers: { connection: "close" } },
      ];
      for (const variant of variants) {
        // The first is encoded in less time, into more bytes.
        await get(path, variant);
        const first = await get(path, variant);
        let again: Answer | undefined;
        expect(await passedOn(async () => (again = await get(path, variant)))).toEqual([]);
        expect(again).toEqual(first);
        expect(again?.headers).toMatchObject({
          etag,
          vary: "accept-encoding",
          "content-security-policy": expect.stringContaining("default-src 'none'"),
          "x-content-type-options": "nosniff",
          "referrer-policy": "strict-origin-when-cross-origin",
          connection: variant.headers?.["connection"] ?? "keep-alive",
        });
      }
    },
  );

  test("answers requests that come at once on one connection in their order", async () => {
    const paths = ["/robots.txt", "/api/instructors", "/sitemap.xml"];
    for (const path of [...paths, ...paths]) await get(path);
    const { hostname, port } = new URL(app.current.origin);
    const socket = connect(Number(port), hostname);
    const head = (method: string, path: string) => `${method} ${path} HTTP/1.1\r\nhost: ${hostname}\r\n`;
    const asked = paths.flatMap((path) => [`${head("GET", path)}\r\n`, `${head("HEAD", path)}\r\n`]);
    const last = `${head("GET", "/robots.txt")}connection: close\r\n\r\n`;
    let answered = "";
    const talk = async (): Promise<void> => {
      socket.write([...asked, last].join(""));
      answered = await text(socket);
    };
    expect(await passedOn(talk)).toEqual([]);
    const answers = answered.split(/(?=HTTP\/1\.1 )/);
    const types = answers.map((answer) => /^content-type: ([^;\r]+)/im.exec(answer)?.[1]);
    const ofEach = ["text/plain", "application/json", "application/xml"];
    expect(types).toEqual([...ofEach.flatMap((type) => [type, type]), "text/plain"]);
    for (const [at, answer] of answers.entries()) {
      const [lines = "", ...body] = answer.split("\r\n\r\n");
      const length = Number(/^content-length: (\d+)$/im.exec(lines)?.[1]);
      expect(Buffer.byteLength(body.join("\r\n\r\n"))).toBe(at % 2 === 0 ? length : 0);
    }
  });

  test("leaves writes, people and what is not cached to the routes", async () => {
    const instructor = await makePerson(app.current, "instructor");
    const id = await makeClass(app.current, instructor);
    const url = `/api/class/${id}`;
    for (const _ of [1, 2]) await get(url);
    const params = { id };
    const own = await call(app.current, "GET /class/{id}", { params }, instructor);
    expect(own.headers.get("cache-control")).toBe("private, no-store");
    expect(own.body.version).toEqual(expect.any(Number));
    expect((await get(url, { headers: { authorization: "Bearer nonsense" } })).status).toBe(401);
    expect((await get(url, { method: "POST" })).status).toBe(404);
    expect((await get(url, { method: "DELETE" })).status).toBe(404);
    expect(await passedOn(() => get("/api/health"))).toEqual(["/api/health"]);
    expect(await passedOn(() => get(url))).toEqual([]);
  });

  test("parameters that a route does not declare change nothing; those that it does are told apart", async () => {
    const instructor = await makePerson(app.current, "instructor");
    await makeClass(app.current, instructor, { className: "Eyes That Speak" });
    await makeClass(app.current, instructor, { className: "Hair Built from Ribbons" });
    const list = "/api/approvedClasses";
    const first = await get(`${list}?limit=5&q=eyes`);
    await get(`${list}?limit=5&q=eyes`);
    const same = [
      "?q=eyes&limit=5",
      "?utm_source=1&q=eyes&fbclid=2&limit=5",
      "?%71=eyes&limit=%35",
      "#q=eyes&limit=5",
    ];
    for (const search of same) {
      expect(await passedOn(async () => expect(await get(list + search)).toEqual(first))).toEqual([]);
    }
    const others = ["?q=hair&limit=5", "?q=eyes&limit=6", "?q=eyes", "?limit=5", "?q=%FF"];
    for (const search of others) {
      expect(await passedOn(() => get(list + search))).toEqual([list + search]);
    }
    expect(await get(`${list}?Q=eyes&limit=5`)).toEqual(await get(`${list}?limit=5`));
    // Both decode to the replacement character, for the key and for the handler.
    expect(await get(`${list}?q=%EF%BF%BD`)).toEqual(await get(`${list}?q=%FF`));
    expect((await get(`${list}?q=eyes&q=hair`)).status).toBe(400);
    const robots = await get("/robots.txt");
    await get("/robots.txt");
    expect(await passedOn(() => get("/robots.txt?n=1"))).toEqual([]);
    expect(await get("/robots.txt?n=2")).toEqual(robots);
  });

  test("a change is shown by the next answer", async () => {
    const id = await makeClass(app.current, await makePerson(app.current, "instructor"));
    const url = `/api/class/${id}`;
    const shown = async () => Buffer.from((await get(url)).body, "base64").toString();
    for (const _ of [1, 2, 3]) expect(await shown()).toContain("Eyes That Speak");
    await app.current.context.db.transaction(async (tx) => {
      await tx.update(classes).set({ name: "Renamed" });
      await app.current.context.invalidation.invalidate(tx, classTag(id), catalogTag);
    });
    expect(await shown()).toContain("Renamed");
  });

  test("an answer is compressed when it is asked for so: by Brotli quickly at first, and well when asked for again", async () => {
    const compressions: string[] = [];
    const hook = createHook({
      init: (_, type) => void (/zlib|brotli/i.test(type) && compressions.push(type)),
    });
    let last: Answer | undefined;
    const visit = async (encoding?: string): Promise<number> => {
      const before = compressions.length;
      last = await get("/api/instructors", encoding ? { headers: { "accept-encoding": encoding } } : {});
      return compressions.length - before;
    };
    hook.enable();
    try {
      expect(await visit()).toBe(0);
      expect(await visit("br")).toBe(1);
      const quick = last;
      expect(await visit("br")).toBe(1);
      expect(decoded(last)).toEqual(decoded(quick));
      const well = last;
      expect(await visit("br")).toBe(0);
      expect(last).toEqual(well);
      expect(await visit("gzip")).toBe(1);
      expect(await visit("gzip, br")).toBe(0);
    } finally {
      hook.disable();
    }
  });
});

describe("the front path behind a proxy", () => {
  // Six calls per minute.
  const app = useTestApp({ TRUST_PROXY: "1", RATE_LIMIT_FACTOR: "0.01" });

  test("counts each visitor as the routes do, and refuses as they do", async () => {
    const visit = (said: string) =>
      ask(app.current.origin, "/api/approvedClasses", {
        headers: { "x-forwarded-for": `198.51.100.9, ${said}` },
      });
    const statuses: number[] = [];
    for (let each = 0; each < 7; each += 1) statuses.push((await visit("203.0.113.7")).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429]);
    expect(app.current.passedOn.length).toBe(3);
    expect(Number((await visit("203.0.113.7")).headers["retry-after"])).toBeGreaterThan(0);
    expect((await visit("203.0.113.8")).status).toBe(200);
  });
});

test("requests that come while the server closes, or after an answer with a cookie, reach Fastify", async () => {
  const page = Fastify();
  page.decorate("isUnderPressure", () => false);
  const invalidation = { invalidate: async () => {}, onInvalidate: () => {}, close: async () => {} };
  const queue = createFairQueue({ atOnce: 1, atOnceForOne: 1, waitingForOne: 9, maxWait: 60_000 });
  const cache = createResponseCache(invalidation, { queue, count: async () => {} });
  mountFrontPath(page, { cache, clock: systemClock, ipOf: ({ socket }) => socket.remoteAddress });
  let routed = 0;
  for (const name of ["plain", "cookie"]) {
    page.get(`/${name}`, (asked, reply) => {
      routed += 1;
      if (name === "cookie") reply.header("set-cookie", `visit=${routed}`);
      return cache.send(
        asked,
        reply,
        { name, rate: Object.assign(async () => {}, { allows: () => true }) },
        async () => ({
          status: 200,
          headers: { "content-type": "text/plain" },
          body: name,
          cacheTags: [],
        }),
      );
    });
  }
  const closing = Promise.withResolvers<void>();
  page.addHook("preClose", () => closing.promise);
  const origin = await page.listen({ port: 0, host: "127.0.0.1" });
  for (const _ of [1, 2, 3]) await ask(origin, "/plain");
  expect(routed).toBe(2);
  for (const visit of [3, 4, 5])
    expect((await ask(origin, "/cookie")).headers["set-cookie"]).toEqual([`visit=${visit}`]);
  const closed = page.close();
  // Fastify closes once its loader has run.
  await expect.poll(async () => (await ask(origin, "/plain")).status).toBe(503);
  closing.resolve();
  await closed;
});
