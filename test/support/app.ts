import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { RouteOptions } from "fastify";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { createApp } from "../../src/app.ts";
import type { OpenDatabase } from "../../src/platform/database.ts";
import { type Log, createLog } from "../../src/platform/log.ts";
import { reservePort } from "../../src/platform/reserve-port.ts";
import type { StripeSandbox } from "../../sandbox/stripe/sandbox.ts";
import { readSettings } from "../../src/settings/settings.ts";
import { type AppContext, buildContext } from "../../src/context.ts";
import { type StillClock, createStillClock } from "./clock.ts";
import { emptyTables, openTestDatabase } from "./database.ts";

/** Listens on a free loopback port, with a separate database. */
export interface TestApp {
  readonly origin: string;
  readonly context: AppContext;
  readonly clock: StillClock;
  readonly sandbox: StripeSandbox;
  readonly routes: readonly RouteOptions[];
  /** URLs of requests that the front path has passed on. */
  readonly passedOn: string[];
  readonly close: () => Promise<void>;
}

/**
 * @param overrides environment variables
 * @param output receives log lines
 */
export async function startTestApp(
  overrides: Record<string, string> = {},
  open: (log: Log) => Promise<OpenDatabase> = openTestDatabase,
  output?: Parameters<typeof createLog>[1],
): Promise<TestApp> {
  const reserved = await reservePort("127.0.0.1");
  const { port } = reserved;
  const dataDir = mkdtempSync(join(tmpdir(), "senga-test-"));
  const settings = readSettings({
    PORT: String(port),
    HOST: "127.0.0.1",
    ORIGIN: `http://localhost:${port}`,
    DATA_DIR: dataDir,
    LOG_LEVEL: "silent",
    RATE_LIMIT_FACTOR: "1000",
    ...overrides,
  });
  const log = createLog(settings.logLevel, output);
  const clock = createStillClock();
  const database = await open(log);
  const context = await buildContext(settings, log, clock, database);
  const sandbox = context.sandboxes.find((each) => "keys" in each);
  const routes: RouteOptions[] = [];
  const passedOn: string[] = [];
  // Registered first, so its hooks see every route and request.
  const witness = {
    mount: async (app: Parameters<AppContext["identity"]["mount"]>[0]) => {
      app.addHook("onRoute", (route) => void routes.push(route));
      app.addHook("onRequest", async ({ url }) => void passedOn.push(url));
    },
  };
  const app = await createApp({ ...context, sandboxes: [witness, ...context.sandboxes] }, undefined, {
    failsUndeclared: true,
  });
  await app.listen({ ...reserved.options });
  reserved.release();
  for (const each of context.sandboxes) each.start?.();
  return {
    origin: `http://127.0.0.1:${port}`,
    context,
    clock,
    sandbox: sandbox as StripeSandbox,
    routes,
    passedOn,
    close: async () => {
      await app.close();
      await context.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** The same site, on another port and so under another ORIGIN. */
export const startMovedApp = ({ context: { database, settings } }: TestApp): Promise<TestApp> =>
  startTestApp({ DATA_DIR: settings.dataDir }, async () => ({ ...database, close: async () => {} }));

/** Empties the tables and resets the clock before each test. A function of `overrides` runs just before the tests. */
export function useTestApp(
  overrides?: Record<string, string> | (() => Record<string, string>),
  open?: (log: Log) => Promise<OpenDatabase>,
): { readonly current: TestApp } {
  const holder: { current: TestApp } = { current: undefined as unknown as TestApp };
  beforeAll(async () => {
    holder.current = await startTestApp(typeof overrides === "function" ? overrides() : overrides, open);
  }, 180_000);
  beforeEach(async () => {
    await emptyTables(holder.current.context.database);
    holder.current.clock.reset();
  });
  afterAll(() => holder.current?.close());
  return holder;
}
