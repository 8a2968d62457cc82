import { monitorEventLoopDelay } from "node:perf_hooks";
import type { FastifyInstance } from "fastify";
import { Problem, problems } from "../platform/errors.ts";

declare module "fastify" {
  interface FastifyInstance {
    isUnderPressure(): boolean;
  }
}

/** Milliseconds. An interval without a sample counts as infinite delay, so it must exceed any allowed delay. */
const interval = 5_000;
const resolution = 10;

/** Not Fastify's plugin: it also reads memory, which throws once the process has no file descriptors left. */
export function shedLoad(app: FastifyInstance, maxDelay: number): void {
  const histogram = monitorEventLoopDelay({ resolution });
  histogram.enable();
  let delay = 0;
  const timer = setInterval(() => {
    delay = histogram.count === 0 ? Infinity : histogram.mean / 1e6 - resolution;
    histogram.reset();
  }, interval).unref();
  const isUnderPressure = (): boolean => delay > maxDelay;
  app.decorate("isUnderPressure", isUnderPressure);
  app.addHook("onRequest", (_request, _reply, done) => {
    if (isUnderPressure()) done(new Problem({ ...problems.overloaded, retryAfter: interval / 1000 }));
    else done();
  });
  app.addHook("onClose", async () => {
    clearInterval(timer);
    histogram.disable();
  });
}
