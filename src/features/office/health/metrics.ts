import { type Server, createServer } from "node:http";
import { count, inArray, isNotNull, isNull } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from "prom-client";
import type { AppContext } from "../../../context.ts";
import type { OnAnswer } from "../../../http/response-cache.ts";
import { outbox } from "../../../platform/outbox.ts";
import { certificates } from "../../studio/certificates/tables.ts";
import { unfinishedStates } from "../payments/state.ts";
import { paymentAttempts, unknownPayments } from "../payments/tables.ts";
import { videos } from "../../classroom/videos/tables.ts";

export interface Metrics {
  /** Must run before the routes that it times. */
  observe(app: FastifyInstance): void;
  readonly onAnswer: OnAnswer;
  listen(port: number): Promise<() => Promise<void>>;
}

/** https://prometheus.io/docs/practices/naming/. Labels contain no personal data. */
export function createMetrics(context: Pick<AppContext, "database" | "log">): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: "http_request_duration_seconds",
    help: "By the route's pattern. What the front path sends from the cache is not timed.",
    labelNames: ["method", "route", "status"],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  const answers = new Counter({
    name: "senga_cacheable_answers_total",
    help: "Public pages, lists and files, by where their bytes came from.",
    labelNames: ["source"],
    registers,
  });
  gaugeConnections(context, registers);
  const countWork = gaugeWork(context, registers);
  const readMetrics = async (): Promise<string> => {
    await countWork();
    return registry.metrics();
  };

  return {
    observe: (app) => {
      app.addHook("onResponse", (request, reply, done) => {
        const { method, routeOptions } = request;
        const route = routeOptions.url ?? "none";
        durations.observe({ method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
        done();
      });
    },
    onAnswer: (source) => answers.inc({ source }),
    listen: (port) => listen(readMetrics, port),
  };
}

function gaugeConnections({ database }: Pick<AppContext, "database">, registers: Registry[]): void {
  if (!database.countConnections) return;
  const connections = new Gauge({
    name: "senga_database_connections",
    help: "Of this process's pool; waiting: requests that wait for one.",
    labelNames: ["state"],
    registers,
    collect: () => {
      for (const [state, number] of Object.entries(database.countConnections?.() ?? {}))
        connections.set({ state }, number);
    },
  });
}

/** Pending work of all processes. Every count uses an index of unfinished rows. */
function gaugeWork({ database: { db }, log }: Pick<AppContext, "database" | "log">, registers: Registry[]) {
  const isUp = new Gauge({ name: "senga_database_up", help: "1: it answers.", registers });
  const work = new Gauge({
    name: "senga_work",
    help: "Rows in each state that ends by itself, or that needs an eye.",
    labelNames: ["kind", "state"],
    registers,
  });
  return async (): Promise<void> => {
    work.reset();
    try {
      const attempts = await db
        .select({ state: paymentAttempts.state, number: count() })
        .from(paymentAttempts)
        .where(inArray(paymentAttempts.state, [...unfinishedStates]))
        .groupBy(paymentAttempts.state);
      const films = await db
        .select({ state: videos.state, number: count() })
        .from(videos)
        .where(inArray(videos.state, ["uploaded", "playable", "deleting"]))
        .groupBy(videos.state);
      work.set({ kind: "mail", state: "waiting" }, await db.$count(outbox, isNull(outbox.failedAt)));
      work.set({ kind: "mail", state: "failed" }, await db.$count(outbox, isNotNull(outbox.failedAt)));
      const toSign = await db.$count(certificates, isNotNull(certificates.signAt));
      work.set({ kind: "certificate", state: "to-sign" }, toSign);
      for (const { state, number } of attempts) work.set({ kind: "payment", state }, number);
      work.set({ kind: "payment", state: "unknown" }, await db.$count(unknownPayments));
      for (const { state, number } of films) work.set({ kind: "video", state }, number);
      isUp.set(1);
    } catch (error) {
      log.warn({ err: error }, "could not count pending work");
      work.reset();
      isUp.set(0);
    }
  };
}

async function listen(readMetrics: () => Promise<string>, port: number): Promise<() => Promise<void>> {
  const server = createServer((request, response) => {
    if (request.method !== "GET" || request.url !== "/metrics") {
      response.writeHead(404).end();
      return;
    }
    readMetrics().then(
      (text) => response.writeHead(200, { "content-type": Registry.PROMETHEUS_CONTENT_TYPE }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  await new Promise<void>((listening, fail) => {
    server.once("error", fail);
    server.listen(port, "127.0.0.1", listening);
  });
  return () => close(server);
}

const close = (server: Server): Promise<void> =>
  new Promise((closed) => {
    server.close(() => closed());
    server.closeAllConnections();
  });
