import type { FastifyInstance } from "fastify";
import { collectUnusedPictures } from "./features/classes/collect-unused-pictures.ts";
import { reconcilePayments } from "./features/payments/reconcile-payments.ts";
import { loadDemoSchool } from "../db/demo-school/load.ts";
import { createApp } from "./app.ts";
import { DataFolderInUse } from "./platform/database-lock.ts";
import { type Job, startJob } from "./platform/jobs.ts";
import { createLog } from "./platform/log.ts";
import { sendDueMail } from "./platform/outbox.ts";
import { SettingsError, loadEnvFile, readSettings } from "./settings.ts";
import { greeting } from "./web/greeting.ts";
import type { PageRenderer } from "./web/pages.ts";
import { type World, createWorld } from "./world.ts";

/**
 * Starts the site and keeps it until a signal ends it: settings → world → app → listen → drain.
 * @param renderer what renders the pages: the built ones, or the sources in development
 */
export async function startServer(renderer: () => Promise<PageRenderer | undefined>): Promise<void> {
  try {
    await start(renderer);
  } catch (error) {
    // What an operator can mend is said in a sentence; a stack would hide it.
    const isMendable = error instanceof SettingsError || (error instanceof Error && isOperatorError(error));
    process.stderr.write(
      `${isMendable ? error.message : error instanceof Error ? error.stack : String(error)}\n`,
    );
    process.exitCode = 1;
  }
}

async function start(renderer: () => Promise<PageRenderer | undefined>): Promise<void> {
  loadEnvFile(process.cwd());
  const settings = readSettings();
  const log = createLog(settings.logLevel);
  const world = await createWorld(settings, log);
  try {
    const hasDemoSchool = settings.loadsDemoSchool && (await loadDemoSchool(world));
    const app = await createApp(world, await renderer());
    await app.listen({ port: settings.port, host: settings.host });
    stopOnSignal(world, app, startJobs(world));
    process.stdout.write(greeting(settings, world.database.kind, hasDemoSchool));
  } catch (error) {
    // What is open would keep the process alive, and the data folder locked.
    await world.close();
    throw error;
  }
}

/** The work that repeats in the background, in seconds between two runs. */
function startJobs(world: World): readonly Job[] {
  for (const standIn of world.standIns) standIn.start?.();
  return [
    startJob("mail", 3, () => sendDueMail(world.db, world.clock, world.log, world.mail.send), world.log),
    startJob("payments", 20, () => reconcilePayments(world), world.log),
    startJob("pictures", 600, () => collectUnusedPictures(world), world.log),
    startJob("database", 900, () => world.database.maintain(), world.log),
  ];
}

/** First no new requests, then the work under way, then what it leans on. */
function stopOnSignal(world: World, app: FastifyInstance, jobs: readonly Job[]): void {
  const stop = async (): Promise<void> => {
    await app.close();
    await Promise.all(jobs.map((job) => job.stop()));
    await world.close();
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => {
      stop().catch((error: unknown) => {
        world.log.error({ err: error }, "the shutdown failed");
        process.exit(1);
      });
    });
  }
}

const isOperatorError = (error: Error): boolean =>
  error instanceof DataFolderInUse ||
  /pages are not built/.test(error.message) ||
  ["EADDRINUSE", "EACCES", "ECONNREFUSED"].includes((error as NodeJS.ErrnoException).code ?? "");
