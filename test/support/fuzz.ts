/** Malformed and hostile requests, derived from the OpenAPI document. Deterministic per seed. */

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
}
interface Operation {
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly schema: Schema }[];
  readonly requestBody?: { readonly content?: Readonly<Record<string, { readonly schema?: Schema }>> };
}
export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components?: { readonly schemas?: Readonly<Record<string, Schema>> };
}

export interface OddRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Existing ids, so some requests pass the first check. */
export interface Known {
  readonly ids: readonly string[];
  readonly emails: readonly string[];
  readonly tokens: readonly string[];
}

/** mulberry32; numbers in [0, 1). */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const oddTexts = [
  "",
  " ",
  "\0",
  "a\0b",
  "x".repeat(300),
  "x".repeat(5000),
  "é".repeat(120),
  "🖌️".repeat(40),
  "\u202Eabc",
  "\r\nset-cookie: a=b",
  "../../../../etc/passwd",
  "'; drop table users; --",
  "' or 1=1 --",
  "%",
  "%%%_\\",
  "<script>alert(1)</script>",
  "{{7*7}}${7*7}",
  "__proto__",
  "constructor",
  "null",
  "undefined",
  "NaN",
  "-1",
  "0",
  "1e309",
  "99999999999999999999",
  "0x10",
  "true",
  "[]",
  "00000000-0000-0000-0000-000000000000",
  "WyJ4Il0",
  "W251bGwsbnVsbF0",
  "a@b",
  "a b c d e f g h i j k l m n o p q r s t u v w x y z",
];
const oddValues: readonly unknown[] = [
  ...oddTexts,
  null,
  true,
  0,
  -1,
  0.001,
  1e308,
  2 ** 53,
  [],
  {},
  [[[[[]]]]],
  { toString: 1 },
  "\ud800",
];
/** Sent without URL encoding. */
const oddUrlParts = [
  "%00",
  "%E0%A4%A",
  "%ff%fe",
  "..%2f..%2f",
  "%2e%2e",
  "%5c",
  "%0d%0a",
  "a%00b",
  "*",
  "~",
  ";a=b",
];
const oddBodies = [
  "",
  "{",
  "null",
  "[]",
  '"text"',
  '{"__proto__":{"role":"admin"}}',
  "\0",
  "[".repeat(2000),
  "a=b&c=d",
];

class Maker {
  readonly #random: () => number;
  readonly #known: Known;

  constructor(seed: number, known: Known) {
    this.#random = randomFrom(seed);
    this.#known = known;
  }

  pick<T>(from: readonly T[]): T {
    return from[Math.floor(this.#random() * from.length)] as T;
  }

  chance(part: number): boolean {
    return this.#random() < part;
  }

  inUrl(wellMeant: string, oddity: number): string {
    if (!this.chance(oddity)) return encodeURIComponent(wellMeant);
    return this.chance(0.3) ? this.pick(oddUrlParts) : encodeURIComponent(this.pick(oddTexts));
  }

  authorization(): Record<string, string> {
    if (this.chance(0.15)) return {};
    const odd = ["Bearer nonsense", "Bearer ", "Basic YTpi", "Bearer a.b.c", `Bearer ${"x".repeat(4000)}`];
    return { authorization: this.chance(0.1) ? this.pick(odd) : `Bearer ${this.pick(this.#known.tokens)}` };
  }

  value(schema: Schema | undefined, document: ApiDocument, oddity: number): unknown {
    if (!schema || this.chance(oddity)) return this.pick(oddValues);
    if (schema.$ref)
      return this.value(
        document.components?.schemas?.[schema.$ref.split("/").at(-1) ?? ""],
        document,
        oddity,
      );
    if (schema.const !== undefined) return schema.const;
    if (schema.enum) return this.pick(schema.enum);
    if (schema.anyOf) return this.value(this.pick(schema.anyOf), document, oddity);
    if (schema.properties) {
      const entries = Object.entries(schema.properties).filter(() => !this.chance(oddity / 2));
      return Object.fromEntries(entries.map(([name, each]) => [name, this.value(each, document, oddity)]));
    }
    switch (schema.type) {
      case "array":
        return Array.from({ length: Math.floor(this.#random() * 4) }, () =>
          this.value(schema.items, document, oddity),
        );
      case "integer":
        return Math.floor(this.#random() * 50);
      case "number":
        return Math.floor(this.#random() * 10_000) / 100;
      case "boolean":
        return this.chance(0.5);
      default:
        if (schema.format === "uuid") return this.pick(this.#known.ids);
        return schema.format === "email"
          ? this.pick(this.#known.emails)
          : this.pick(["eyes", "left", "12", "hands up"]);
    }
  }
}

/** `oddity` is the odd share of a request, 0 to 1. */
export function oddCalls(document: ApiDocument, known: Known, seed: number, count: number): OddRequest[] {
  const maker = new Maker(seed, known);
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  return Array.from({ length: count }, (_, turn): OddRequest => {
    const { path, method, operation } = operations[turn % operations.length]!;
    const oddity = maker.pick([0, 0.1, 0.3, 0.7]);
    const parameters = operation.parameters ?? [];
    const filled = path.replace(/\{(\w+)\}/g, (_whole, name: string) => {
      const schema = parameters.find((each) => each.in === "path" && each.name === name)?.schema;
      return maker.inUrl(String(maker.value(schema, document, 0)), oddity);
    });
    const query = parameters
      .filter((each) => each.in === "query" && maker.chance(0.4))
      .map(({ name, schema }) => `${name}=${maker.inUrl(String(maker.value(schema, document, 0)), oddity)}`);
    if (maker.chance(oddity / 2))
      query.push(`${maker.pick(["__proto__", "n", "cursor", "limit"])}=${maker.inUrl("1", 0.8)}`);
    const schema = Object.values(operation.requestBody?.content ?? {})[0]?.schema;
    const hasBody = method !== "GET" && (schema !== undefined || maker.chance(0.3));
    const type = maker.chance(oddity / 4)
      ? maker.pick([
          "text/plain",
          "application/x-www-form-urlencoded",
          "multipart/form-data; boundary=x",
          "a/b; charset=none",
        ])
      : "application/json";
    return {
      method: maker.chance(oddity / 8)
        ? maker.pick(["PUT", "OPTIONS", "HEAD", "GET", "POST", "DELETE"])
        : method,
      path: query.length > 0 ? `${filled}?${query.join("&")}` : filled,
      headers: { ...maker.authorization(), ...(hasBody && { "content-type": type }) },
      ...(hasBody && {
        body: maker.chance(oddity / 3)
          ? maker.pick(oddBodies)
          : JSON.stringify(maker.value(schema, document, oddity)),
      }),
    };
  });
}

const otherAddresses = [
  "/assets/*",
  "/drawings/*",
  "/images/*/640.webp",
  "/images/*",
  "/share/*.png",
  "/share/class/*.png",
  "/sitemap/classes/*.xml",
  "/sitemap/*/*.xml",
  "/.well-known/*",
  "/__manifest?paths=*",
  "//*",
  "//*/classes",
  "/\\*",
  "/guardian?token=*",
  "/confirm-email?token=*",
  "/*",
];
const pageQueries = ["q", "cursor", "level", "price", "sort", "seats", "token", "index", "_routes", "n"];

/** `routes` are URL patterns with `:name` placeholders. */
export function oddVisits(
  routes: readonly string[],
  known: Known,
  seed: number,
  count: number,
): OddRequest[] {
  const maker = new Maker(seed, known);
  const addresses = [...routes, ...otherAddresses];
  return Array.from({ length: count }, (_, turn): OddRequest => {
    const oddity = maker.pick([0, 0.5, 1]);
    const page = (addresses[turn % addresses.length] ?? "/").replace(/:\w+|\*/g, () =>
      maker.inUrl(maker.pick(known.ids), oddity),
    );
    const query = pageQueries
      .filter(() => maker.chance(0.15))
      .map((name) => `${name}=${maker.inUrl(maker.pick(["eyes", "10-20", "newest"]), oddity)}`)
      .join("&");
    const path = maker.chance(0.2) && !page.includes("?") ? `${page === "/" ? "/_root" : page}.data` : page;
    const isForm = maker.chance(0.1);
    return {
      method: isForm ? "POST" : maker.chance(0.1) ? "HEAD" : "GET",
      path: query ? `${path}${path.includes("?") ? "&" : "?"}${query}` : path,
      headers: isForm ? { "content-type": "application/x-www-form-urlencoded" } : {},
      ...(isForm && {
        body: `name=${maker.inUrl("Ada", oddity)}&email=${maker.inUrl("a@example.org", oddity)}`,
      }),
    };
  });
}

const rawHeaders: readonly Readonly<Record<string, string>>[] = [
  {},
  { range: "bytes=0-10" },
  { range: "bytes=9-1,-,x-" },
  { range: `bytes=${"9".repeat(30)}-` },
  { "if-none-match": '"x", W/"y", *' },
  { "upload-offset": "0", "content-type": "application/offset+octet-stream" },
  { "upload-offset": "-1", "content-type": "application/offset+octet-stream" },
  { "upload-offset": "1e9", "content-type": "text/plain" },
  { "upload-length": "100", "upload-metadata": "purpose dmlkZW8=,fileName eA==" },
  { "upload-length": "1e400", "upload-metadata": "=,,, a b c, __proto__ eA==" },
  { "upload-defer-length": "1", "upload-concat": "final;/uploads/a /uploads/b" },
  { origin: "https://evil.example", "sec-fetch-site": "cross-site" },
];
const rawFields = ["name", "email", "password", "newPassword", "currentPassword", "token", "id", "photoURL"];

export interface RawRoute {
  readonly method: string;
  readonly url: string;
}

/** Requests without a contract: media, uploads, pictures, certificates, sign-in, sitemaps. */
export function oddRawCalls(
  routes: readonly RawRoute[],
  known: Known & { readonly cookies: readonly string[] },
  seed: number,
  count: number,
): OddRequest[] {
  const maker = new Maker(seed, known);
  return Array.from({ length: count }, (_, turn): OddRequest => {
    const { method, url } = routes[turn % routes.length]!;
    const oddity = maker.pick([0, 0, 0.3, 1]);
    const path = url.replace(/:\w+(\([^)]*\))?|\*/g, () => maker.inUrl(maker.pick(known.ids), oddity));
    const query = maker.chance(0.3)
      ? `?${maker.pick(["x", "token", "ticket", "attempt", "code"])}=${maker.pick(["/", ""])}${maker.inUrl(maker.pick(known.ids), oddity)}`
      : "";
    const hasBody = method !== "GET" && method !== "HEAD" && maker.chance(0.8);
    const body = maker.chance(0.3)
      ? maker.pick(oddBodies)
      : JSON.stringify(
          Object.fromEntries(
            rawFields
              .filter(() => maker.chance(0.6))
              .map((field) => [
                field,
                maker.chance(0.5) ? maker.pick(oddValues) : maker.pick([...known.emails, ...known.ids]),
              ]),
          ),
        );
    return {
      method: maker.chance(oddity / 8)
        ? maker.pick(["PUT", "OPTIONS", "HEAD", "GET", "POST", "DELETE"])
        : method,
      path: path + query,
      headers: {
        ...(maker.chance(0.6) && { cookie: maker.pick([...known.cookies, "media=a.b.c", "media=", "=;=;"]) }),
        ...maker.authorization(),
        ...(hasBody && { "content-type": "application/json" }),
        "tus-resumable": maker.chance(0.9) ? "1.0.0" : "9",
        ...maker.pick(rawHeaders),
      },
      ...(hasBody && { body }),
    };
  });
}
