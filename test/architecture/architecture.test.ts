import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { expect, test } from "vitest";
import { type DashboardPage, dashboardPages, publicPages } from "../../src/page-records.ts";
import { commonLinks, linksOf } from "../../src/site/dashboard/dashboard-navigation.ts";

/** Enforces the import rules of docs/architecture.md. */

const root = resolve(import.meta.dirname, "..", "..");
/** In import order. */
const wings = ["school", "classroom", "studio", "office"];
/** In the order of `src/features.ts`. */
const features = [
  ...readFileSync(join(root, "src", "features.ts"), "utf8")
    .split("export const features = [")[1]!
    .matchAll(/^ {2}(\w+)Feature\b/gm),
].map(([, name = ""]) => name);

test("the architecture's tree describes each feature, in the same order", () => {
  const text = readFileSync(join(root, "docs", "architecture.md"), "utf8");
  const tree = text.slice(text.indexOf("  features/ "), text.indexOf("    shared/ "));
  const described = [...tree.matchAll(/^ {6}(\w+) +(\S.*)$/gm)].map(([, name = "", subject = ""]) => ({
    name,
    subject,
  }));
  expect(described.map(({ name }) => name)).toEqual(features);
  expect(described.filter(({ subject }) => subject.startsWith("("))).toEqual([]);
});

/** Reached from the bell in the header. */
const outsideMenu = new Set(["/dashboard/notifications", "/dashboard/notifications/choices"]);

test("each dashboard page without an id is in the menu of those who may see it", () => {
  const missing = Object.entries<DashboardPage>(dashboardPages)
    .filter(([path, { file }]) => !path.includes(":") && file.endsWith(".tsx") && !outsideMenu.has(path))
    .flatMap(([path, { who }]) =>
      // Instructors and admins see their own purchases only if they have any.
      (who ?? (["student"] as const))
        .filter((role) => ![...linksOf(role), ...commonLinks].some(({ to }) => to === path))
        .map((role) => `${path}: ${role}`),
    );
  expect(missing).toEqual([]);
});

interface Import {
  readonly target: string;
  readonly isTypeOnly: boolean;
  /** Loaded when it is needed. */
  readonly isLazy: boolean;
}
interface Source {
  readonly path: string;
  readonly text: string;
  readonly imports: readonly Import[];
}

const statement =
  /(?:^|\n)\s*(import|export)\s+(type\s+)?(?:[\w*${},\s]+?\s+from\s+)?["']([^"']+)["']|\bimport\(\s*["']([^"']+)["']\s*\)/g;

const sources: Source[] = globSync("{src,sandbox,db,scripts,bench}/**/*.{ts,tsx}", { cwd: root })
  .filter((path) => !/\.test\.tsx?$/.test(path))
  .map((path) => {
    const text = readFileSync(join(root, path), "utf8");
    const imports = [...text.matchAll(statement)].map(([whole, , type, fixed, dynamic]): Import => {
      const specifier = fixed ?? dynamic ?? "";
      const target = specifier.startsWith(".")
        ? relative(root, resolve(root, dirname(path), specifier))
        : specifier;
      // `import { type A, type B } from` is type-only too.
      const isTypeOnly = type !== undefined || /\{(\s*type\s+\w+(\s+as\s+\w+)?,?)+\s*\}/.test(whole);
      return { target, isTypeOnly, isLazy: dynamic !== undefined };
    });
    return { path, text, imports };
  });

const featureOf = (path: string): string | undefined => /^src\/features\/\w+\/(\w+)\//.exec(path)?.[1];
const wingOf = (path: string): string | undefined => /^src\/features\/(\w+)\/\w+\//.exec(path)?.[1];
const isIn = (folder: string, path: string): boolean => path.startsWith(`src/${folder}/`);

const breaches = (isBroken: (from: Source, to: Import) => boolean): string[] =>
  sources.flatMap((source) =>
    source.imports.filter((to) => isBroken(source, to)).map(({ target }) => `${source.path} → ${target}`),
  );

test("the parser of this test finds imports", () => {
  expect(sources.length).toBeGreaterThan(100);
  const app = sources.find(({ path }) => path === "src/app.ts");
  expect(app?.imports.map(({ target }) => target)).toContain("src/features/office/health/feature.ts");
  const context = sources.find(({ path }) => path === "src/context.ts");
  expect(context?.imports.find(({ target }) => target === "src/settings/settings.ts")?.isTypeOnly).toBe(true);
});

test("what stands lower imports nothing that stands higher", () => {
  const layers: Readonly<Record<string, (path: string) => boolean>> = {
    "platform, http, ui, gateways, identity": (path) =>
      ["platform", "http", "ui", "gateways", "identity"].some((folder) => isIn(folder, path)),
    access: (path) => isIn("access", path),
    "features/shared": (path) => isIn("features/shared", path),
    features: (path) => featureOf(path) !== undefined,
    "site, seo": (path) => isIn("site", path) || isIn("seo", path),
    sandbox: (path) => path.startsWith("sandbox/"),
  };
  const layerOf = (path: string): number => Object.values(layers).findIndex((isOf) => isOf(path));
  expect(
    breaches(({ path }, { target }) => {
      const [from, to] = [layerOf(path), layerOf(target)];
      return from !== -1 && to > from;
    }),
  ).toEqual([]);
});

test("pages that put features together call them by their contracts", () => {
  expect(
    breaches(
      ({ path }, { target }) =>
        isIn("site", path) && featureOf(target) !== undefined && target.endsWith("/feature.ts"),
    ),
  ).toEqual([]);
});

test("no file of a wing imports from a wing after it", () => {
  expect(
    breaches(({ path }, { target }) => {
      const [from, to] = [wingOf(path), wingOf(target)];
      return from !== undefined && to !== undefined && wings.indexOf(to) > wings.indexOf(from);
    }),
  ).toEqual([]);
  const ofWings = [
    ...new Map(sources.flatMap(({ path }) => (featureOf(path) ? [[featureOf(path), wingOf(path)]] : []))),
  ].toSorted(([a = ""], [b = ""]) => features.indexOf(a) - features.indexOf(b));
  expect([...new Set(ofWings.map(([, wing]) => wing))]).toEqual(wings);
});

test("the context imports no feature", () => {
  const ofFeatures = (target: string) => featureOf(target) !== undefined;
  expect(breaches(({ path }, { target }) => path === "src/context.ts" && ofFeatures(target))).toEqual([]);
});

test("no modules import each other in a circle", () => {
  const byPath = new Map(sources.map((source) => [source.path, source]));
  const done = new Set<string>();
  const circles: string[] = [];
  const visit = (path: string, way: readonly string[]): void => {
    if (way.includes(path)) circles.push([...way.slice(way.indexOf(path)), path].join(" → "));
    if (done.has(path) || way.includes(path)) return;
    for (const { target, isTypeOnly, isLazy } of byPath.get(path)?.imports ?? [])
      if (!isTypeOnly && !isLazy) visit(target, [...way, path]);
    done.add(path);
  };
  for (const { path } of sources) visit(path, []);
  expect(circles).toEqual([]);
});

test("a feature's pages call its own endpoints or those of a feature above it", () => {
  const ownerOf = new Map(
    sources
      .filter(({ path }) => path.endsWith("contract.ts") && featureOf(path) !== undefined)
      .flatMap(({ path, text }) =>
        [...text.matchAll(/^ {2}"((?:GET|POST|PATCH|PUT|DELETE) \/[^"]*)": endpoint/gm)].map(
          ([, key = ""]) => [key, featureOf(path) ?? ""] as const,
        ),
      ),
  );
  expect(ownerOf.size).toBeGreaterThan(60);
  const calls = sources.flatMap(({ path, text }) =>
    [...text.matchAll(/\b[aA]pi(?:\.\w+|\w*Query)?\(\s*"([A-Z]+ \/[^"]*)"/g)].map(([, key = ""]) => ({
      path,
      key,
    })),
  );
  expect(calls.length).toBeGreaterThan(40);
  expect(calls.filter(({ key }) => !ownerOf.has(key))).toEqual([]);
  expect(
    calls.filter(({ path, key }) => {
      const from = featureOf(path);
      return from && features.indexOf(ownerOf.get(key) ?? "") > features.indexOf(from);
    }),
  ).toEqual([]);
});

test("a feature imports only features above it, and never their feature.ts or pages", () => {
  expect(
    breaches(({ path }, { target }) => {
      const [from, to] = [featureOf(path), featureOf(target)];
      if (!from || !to || from === to) return false;
      return features.indexOf(to) > features.indexOf(from) || /\/feature\.ts$|-page\.tsx$/.test(target);
    }),
  ).toEqual([]);
});

test("every feature folder is in the order", () => {
  expect([...new Set(sources.flatMap(({ path }) => featureOf(path) ?? []))].toSorted()).toEqual(
    features.toSorted(),
  );
});

const isBrowserFile = ({ path }: Source): boolean =>
  (path.endsWith(".tsx") && !path.endsWith("entry.server.tsx")) || isIn("ui", path);
const serverOnly =
  /^(node:|fastify|@fastify|drizzle-orm|pg$|pino|sharp|nodemailer|smtp-server|stripe$|better-auth|oidc-provider|zod|uuid|@electric-sql)/;

test("browser files load no server code, directly or indirectly", () => {
  const byPath = new Map(sources.map((source) => [source.path, source]));
  const found: string[] = [];
  const visit = (source: Source, way: readonly string[], seen: Set<string>): void => {
    if (seen.has(source.path)) return;
    seen.add(source.path);
    for (const { target, isTypeOnly } of source.imports) {
      if (isTypeOnly) continue;
      if (serverOnly.test(target)) found.push([...way, source.path, target].join(" → "));
      const next = byPath.get(target);
      // The router strips loaders and their server-only imports.
      if (next && !next.path.endsWith("pages/contexts.ts")) visit(next, [...way, source.path], seen);
    }
  };
  for (const source of sources.filter(isBrowserFile)) visit(source, [], new Set());
  expect([...new Set(found)]).toEqual([]);
});

test("only context.ts imports gateways and sandboxes, and operators' commands gateways", () => {
  const isSandbox = (path: string) => path.startsWith("sandbox/");
  expect(
    breaches(
      ({ path }, { target }) =>
        path !== "src/context.ts" &&
        ((isIn("gateways", target) && !isIn("gateways", path) && !path.startsWith("scripts/")) ||
          (isSandbox(target) && !isSandbox(path))),
    ),
  ).toEqual([]);
});

test("identity and the features share nothing but tokens and identity's browser client", () => {
  const isBrowserSafe = (target: string) =>
    /identity\/(client|account-client|google-popup|password-policy)\.ts$/.test(target);
  expect(
    breaches(
      ({ path }, { target }) =>
        (featureOf(path) !== undefined && isIn("identity", target) && !isBrowserSafe(target)) ||
        (isIn("identity", path) && featureOf(target) !== undefined),
    ),
  ).toEqual([]);
});

/** Searches the sources of the product, without comments. */
const using = (pattern: RegExp, ...allowed: string[]): string[] =>
  sources
    .filter(({ path }) => !/^(scripts|bench)\//.test(path))
    .filter(
      ({ path, text }) =>
        !allowed.includes(path) && pattern.test(text.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, "")),
    )
    .map(({ path }) => path);

test("only settings.ts reads the environment", () => {
  expect(using(/process\.env\b/, "src/settings/settings.ts")).toEqual([]);
});

test("only clock.ts reads the time", () => {
  expect(using(/\bDate\.now\(\)|\bnew Date\(\)|\bperformance\.now\(\)/, "src/platform/clock.ts")).toEqual([]);
  // Rate limits, the identity provider and the sandbox expire data by the database clock, which all processes share.
  const byDatabaseClock = ["src/platform/rate-limiter.ts", "db/demo-school/remove.ts"];
  expect(
    using(/[^.\w]now\(\)/, "src/platform/clock.ts", ...byDatabaseClock).filter(
      (path) => !/^(src\/identity|sandbox\/openid)\//.test(path),
    ),
  ).toEqual([]);
});

test("what a file loads late, it does not load at the start too", () => {
  const twice = sources.flatMap(({ path, imports }) => {
    const atStart = new Set(
      imports.filter((each) => !each.isLazy && !each.isTypeOnly).map(({ target }) => target),
    );
    return imports
      .filter(({ isLazy, target }) => isLazy && atStart.has(target))
      .map(({ target }) => `${path}: ${target}`);
  });
  expect(twice).toEqual([]);
});

test("only adapters of configured services make network requests", () => {
  // Security: the server must not fetch URLs that users enter.
  expect(
    using(
      /\bfetch\(|node:https?["']|\bundici\b/,
      "src/gateways/s3-storage.ts",
      "src/identity/service.ts",
      "src/access/session.ts",
      "src/identity/client.ts",
      "src/http/client.ts",
      // These answer requests: Prometheus's on a port of its own, and visitors'.
      "src/features/office/health/metrics.ts",
      "src/http/front-path.ts",
      "src/http/stored-response.ts",
    ).filter((path) => path.startsWith("src/")),
  ).toEqual([]);
});

test("handlers take ids from their route's parameters, never from the raw URL", () => {
  const readers = using(
    /\b(request|req|raw)\.url\b|\boriginalUrl\b/,
    "src/features/office/health/metrics.ts",
  );
  expect(readers.filter((path) => /^src\/(features|identity)\/.+\.ts$/.test(path))).toEqual([]);
});

test("only ids.ts creates identifiers", () => {
  expect(using(/randomUUID|Math\.random|from "uuid"/, "src/platform/ids.ts")).toEqual([]);
});

test("no route module refers to its own default export by name, which the build removes", () => {
  const pages = Object.values({ ...publicPages, ...dashboardPages }).map(({ file }) => file);
  const modules = [
    "root.tsx",
    "site/layout/public-layout.tsx",
    "site/dashboard/dashboard-layout.tsx",
    ...pages,
  ];
  expect(modules.length).toBeGreaterThan(30);
  const named = [...new Set(modules)].flatMap((path) => {
    const code = sources
      .find((source) => source.path === `src/${path}`)
      ?.text.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, "");
    const name = /export default (?:async )?function (\w+)/.exec(code ?? "")?.[1];
    if (!name) return [];
    const uses = code?.match(new RegExp(String.raw`\b${name}\b`, "g")) ?? [];
    return uses.length > 1 ? [`${path}: ${name}`] : [];
  });
  expect(named).toEqual([]);
});

test("every source that the build's chunks name exists", () => {
  const config = readFileSync(join(root, "vite.config.ts"), "utf8");
  const named = [...config.matchAll(/^\s+"([\w./-]+\.(?:tsx?|css))",$/gm)].map(([, path = ""]) => path);
  expect(named.length).toBeGreaterThan(30);
  expect(named.filter((path) => !existsSync(join(root, "src", path)))).toEqual([]);
});

test("breakpoints follow the reader's text size", () => {
  const inPixels = globSync("src/**/*.{css,tsx}", { cwd: root }).flatMap((path) => {
    const text = readFileSync(join(root, path), "utf8");
    const queries = [...text.matchAll(/\([^()]*\b(?:width|height|inline-size)\b[^()]*\)/g)].flat();
    return queries
      .filter((query) => /[<>]/.test(query) && /\dpx/.test(query))
      .map((query) => `${path}: ${query}`);
  });
  expect(inPixels).toEqual([]);
});

test("a test that a server skips runs on the embedded database too", () => {
  const skipping = globSync("{src,sandbox,test,db}/**/*.test.ts", { cwd: root }).filter((path) => {
    const text = readFileSync(join(root, path), "utf8");
    return (
      /\.(skipIf\(isPostgres|runIf\(!isPostgres)\)/.test(text) && !text.startsWith("/** @databases both")
    );
  });
  expect(skipping).toEqual([]);
});
