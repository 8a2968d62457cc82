import cluster, { type Worker } from "node:cluster";
import { setTimeout as wait } from "node:timers/promises";
import { createLog } from "./platform/log.ts";
import { reservePort } from "./platform/reserve-port.ts";
import { startChild } from "./platform/start-child.ts";
import type { Settings } from "./settings/settings.ts";

/** Milliseconds; doubled while a process exits before it listens. */
const firstPause = 500;
const maxPause = 30_000;

interface Running {
  readonly stop: () => void;
  readonly listening: Promise<boolean>;
  /** The exit code; null after a signal or a failed start. */
  readonly ended: Promise<number | null>;
}

/** Owns the port, so restarts lose no connection. The first child runs jobs. SIGHUP: rolling restart. */
export async function superviseProcesses(settings: Settings): Promise<void> {
  const { processes, host, metricsPort, runsJobs, logLevel } = settings;
  const log = createLog(logLevel);
  const reserved = settings.port === 0 ? await reservePort(host) : undefined;
  reserved?.release();
  const port = reserved?.port ?? settings.port;
  const running: Running[] = [];
  const stopping = new AbortController();

  const start = (place: number): Running => {
    let worker: Worker | undefined;
    const started = startChild(() => {
      worker = cluster.fork({
        PORT: String(port),
        RUN_JOBS: runsJobs && place === 0 ? "yes" : "no",
        ...(metricsPort !== undefined && { METRICS_PORT: String(metricsPort + place) }),
      });
      worker.on("error", (error) => log.warn({ place, err: error }, "a process of the site had an error"));
      return worker.process;
    });
    const ended = started.then(
      (child) => new Promise<number | null>((resolve) => child.once("exit", resolve)),
      () => null,
    );
    const isListening = new Promise<boolean>((resolve) =>
      // Metrics and sandboxes listen before the site does.
      worker?.on("listening", (address) => address.port === port && resolve(true)),
    );
    const fresh: Running = {
      stop: () => worker?.process.kill("SIGTERM"),
      listening: Promise.race([isListening, ended.then(() => false)]),
      ended,
    };
    running[place] = fresh;
    return fresh;
  };

  const keep = async (place: number, first: Running): Promise<void> => {
    let pause = firstPause;
    for (let current = first; ; current = start(place)) {
      const { listening, ended } = current;
      if (await listening) pause = firstPause;
      const code = await ended;
      if (stopping.signal.aborted) return;
      if (code === 0) continue;
      log.error({ place, code }, "a process of the site exited; restarting it");
      await wait(pause, undefined, { signal: stopping.signal }).catch(() => {});
      if (stopping.signal.aborted) return;
      pause = Math.min(pause * 2, maxPause);
    }
  };

  let replacing: Promise<void> | undefined;
  const replaceAll = async (): Promise<void> => {
    // The others serve while one is replaced, so they must have started.
    await Promise.all(running.map(({ listening }) => listening));
    for (const [place, old] of running.entries()) {
      old.stop();
      await old.ended;
      while (running[place] === old && !stopping.signal.aborted) await wait(50);
      if (!(await running[place]?.listening)) return;
    }
  };

  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.on(signal, () => {
      stopping.abort();
      for (const { stop } of running) stop();
    });
  let isOpen = false;
  process.on("SIGHUP", () => {
    // Nothing keeps the first process before that: stopping it would end the start.
    if (isOpen) replacing ??= replaceAll().finally(() => (replacing = undefined));
  });

  const first = start(0);
  if (!(await first.listening)) {
    process.exitCode = (await first.ended) ?? 1;
    return;
  }
  isOpen = true;
  for (let place = 1; place < processes && !stopping.signal.aborted; place += 1) start(place);
  await Promise.all(running.map((started, place) => keep(place, started)));
}
