import { not } from "drizzle-orm";
import { setTimeout as wait } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { collectMaterials } from "./features/lessons/collect-materials.ts";
import { lessonUploads } from "./features/lessons/lesson-uploads.ts";
import { isVideoInUse } from "./features/lessons/queries.ts";
import { processVideos } from "./features/videos/process-video.ts";
import { collectVideos } from "./features/videos/remove-videos.ts";
import { sweepUploads } from "./features/uploads/finish-upload.ts";
import { collectUnusedPictures } from "./features/instructors/collect-unused-pictures.ts";
import { flushSentSeconds } from "./features/progress/flush-sent-seconds.ts";
import { runNewsletter } from "./features/newsletter/run-newsletter.ts";
import { reconcilePayments } from "./features/payments/reconcile-payments.ts";
import { reviewPayments } from "./features/payments/review-payments.ts";
import { loadDemoSchool } from "../db/demo-school/load.ts";
import { DemonstrationInTheWay, refuseDemonstrationBeside } from "../db/demo-school/recognise.ts";
import { createApp } from "./app.ts";
import { isDatabaseAway } from "./platform/database-away.ts";
import { DataFolderInUse } from "./platform/database-lock.ts";
import { DatabaseTooOld } from "./platform/database.ts";
import { type Job, startJob } from "./platform/jobs.ts";
import { createLog } from "./platform/log.ts";
import { sendDueMail } from "./platform/outbox.ts";
import { reservePort } from "./platform/reserve-port.ts";
import { SettingsError, loadEnvFile, readSettings, readSettingsOn } from "./settings/settings.ts";
import { startupBanner } from "./startup-banner.ts";
import type { PageRenderer } from "./pages/mount-pages.ts";
import { type AppContext, createContext } from "./context.ts";

/** Milliseconds. */
const timeout = 5000;

export async function startServer(renderer: () => Promise<PageRenderer | undefined>): Promise<void> {
  try {
    await start(renderer);
  } catch (error) {
    process.stderr.write(`${whatToSay(error)}\n`);
    process.exitCode = 1;
    // A connection that cannot close must not keep the process alive.
    setTimeout(() => process.exit(), timeout).unref();
  }
}

async function start(renderer: () => Promise<PageRenderer | undefined>): Promise<void> {
  loadEnvFile(process.cwd());
  const asked = readSettings();
  const reserved = asked.port === 0 ? await reservePort(asked.host) : undefined;
  // Settings contain the origin, so the port must be known before they are built.
  const settings = reserved ? readSettingsOn(reserved.port) : asked;
  const log = createLog(settings.logLevel);
  const context = await createContext(settings, log);
  try {
    await refuseDemonstrationBeside(context.db, settings.realServices);
    const hasDemoSchool = settings.loadsDemoSchool && (await loadDemoSchool(context));
    const app = await createApp(context, await renderer());
    await app.listen({ ...(reserved?.options ?? { port: settings.port, host: settings.host }) });
    reserved?.release();
    stopOnSignal(context, app, startJobs(context));
    process.stdout.write(startupBanner(settings, context.database.kind, hasDemoSchool));
  } catch (error) {
    // An open context keeps the process alive and the data folder locked.
    await Promise.race([context.close(), wait(timeout)]).catch(() => {});
    throw error;
  }
}

function startJobs(context: AppContext): readonly Job[] {
  for (const each of context.sandboxes) each.start?.();
  const { db, clock, log, mail } = context;
  return [
    startJob("mail", 3, (signal) => sendDueMail(db, clock, log, mail.send, signal), log),
    startJob("newsletter", 5, () => runNewsletter(context), context.log),
    startJob("sent seconds", 10, () => flushSentSeconds(context), log),
    startJob("payments", 20, () => reconcilePayments(context), log),
    startJob("collected payments", 60, () => reviewPayments(context), log),
    startJob("videos", 2, (signal) => processVideos(context, signal), log),
    startJob("unused videos", 600, () => collectVideos(context, not(isVideoInUse(context.db))), log),
    startJob("uploads", 60, () => sweepUploads(context, lessonUploads(context)), log),
    startJob("materials", 600, () => collectMaterials(context), log),
    startJob("pictures", 600, () => collectUnusedPictures(context), log),
    startJob("database", 900, () => context.database.maintain(), log),
  ];
}

/** The next start resumes unfinished work. */
const drainSeconds = 25;

/** Order: stop requests and jobs, drain, then close their dependencies. */
function stopOnSignal(context: AppContext, app: FastifyInstance, jobs: readonly Job[]): void {
  const stop = async (): Promise<void> => {
    setTimeout(() => {
      context.log.warn({ seconds: drainSeconds }, "the work under way took too long to wait for");
      process.exit(1);
    }, drainSeconds * 1000).unref();
    await Promise.all([app.close(), ...jobs.map((job) => job.stop())]);
    await flushSentSeconds(context).catch((error: unknown) =>
      context.log.warn({ err: error }, "seconds that were sent could not be stored"),
    );
    await context.close();
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => {
      stop().catch((error: unknown) => {
        context.log.error({ err: error }, "the shutdown failed");
        process.exit(1);
      });
    });
  }
}

function whatToSay(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code = "" } = error as NodeJS.ErrnoException;
  if (["EADDRINUSE", "EACCES"].includes(code)) return error.message;
  if (isDatabaseAway(error)) {
    return "The database does not answer, or went away while Senga was starting. Start Senga again when it is there.";
  }
  const isMendable =
    error instanceof SettingsError ||
    error instanceof DataFolderInUse ||
    error instanceof DatabaseTooOld ||
    error instanceof DemonstrationInTheWay ||
    /pages are not built/.test(error.message);
  return isMendable ? error.message : (error.stack ?? error.message);
}
