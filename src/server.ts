import { setTimeout as wait } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { demoPassword, namedAccounts } from "../db/demo-school/people.ts";
import { loadDemoSchool } from "../db/demo-school/load.ts";
import { DemonstrationInTheWay, refuseDemonstrationBeside } from "../db/demo-school/recognize.ts";
import {
  type Settings,
  SettingsError,
  loadEnvFile,
  readSettings,
  readSettingsOn,
} from "./settings/settings.ts";
import { demoContacts } from "./settings/validation.ts";
import { createApp, createJobsApp } from "./app.ts";
import { listJobs } from "./jobs.ts";
import { describeFailure } from "./platform/describe-failure.ts";
import type { Metrics } from "./features/office/health/metrics.ts";
import { type Job, startJob } from "./platform/jobs.ts";
import { createLog } from "./platform/log.ts";
import { reservePort } from "./platform/reserve-port.ts";
import type { PageRenderer } from "./pages/mount-pages.ts";
import { type AppContext, createContext } from "./context.ts";

export function startupBanner(settings: Settings, database: string, hasDemoSchool: boolean): string {
  const lines = [
    "",
    settings.servesVisitors
      ? `Senga is open at ${settings.origin}`
      : `Senga is running jobs; check ${settings.internalOrigin}/api/ready`,
    ...(settings.isPublic && settings.servesVisitors ? [`It listens at ${settings.internalOrigin}`] : []),
    "",
    ...(hasDemoSchool
      ? [
          `Demo accounts (password ${demoPassword})`,
          ...namedAccounts.map(({ role, email }) => `  ${role.padEnd(11)} ${email}`),
          "",
        ]
      : []),
    "External services",
    `  database    ${database === "PGlite" ? `PGlite in ${settings.dataDir} (embedded)` : "PostgreSQL (real)"}`,
    `  payments    ${settings.stripe ? "Stripe (real)" : `local sandbox, see ${settings.origin}/sandbox/stripe`}`,
    `  Google      ${settings.google ? "Google (real)" : settings.usesSandboxes ? "local sandbox" : "not offered"}`,
    `  mail        ${settings.smtpUrl ? "SMTP relay (real)" : `local mailbox, read it at ${settings.origin}/sandbox/mailbox`}`,
    `  pictures    ${settings.s3 ? `bucket ${settings.s3.bucket} at ${new URL(settings.s3.endpoint).host} (real)` : `folder ${settings.dataDir}/pictures`}`,
    "",
    ...(settings.stripe && !settings.school
      ? ["Receipts don't name your school yet: set SCHOOL_NAME and SCHOOL_ADDRESS (docs/operations.md).", ""]
      : []),
    ...demoContacts(settings).flatMap((name) => [
      `${name} is still the demo's: set it to your school's.`,
      "",
    ]),
    "",
  ];
  return lines.join("\n");
}

const closeTimeoutMilliseconds = 5000;

export async function startServer(renderer: () => Promise<PageRenderer | undefined>): Promise<void> {
  try {
    await start(renderer);
  } catch (error) {
    process.stderr.write(`${whatToSay(error)}\n`);
    process.exitCode = 1;
    // A connection that cannot close must not keep the process alive.
    setTimeout(() => process.exit(), closeTimeoutMilliseconds).unref();
  }
}

async function start(renderer: () => Promise<PageRenderer | undefined>): Promise<void> {
  loadEnvFile(process.cwd());
  const requested = readSettings();
  const reserved = requested.port === 0 ? await reservePort(requested.host) : undefined;
  // Settings contain the origin, so the port must be known before they are built.
  const settings = reserved ? readSettingsOn(reserved.port) : requested;
  const log = createLog(settings.logLevel);
  const context = await createContext(settings, log);
  try {
    await refuseDemonstrationBeside(context.db, settings.realServices);
    const hasDemoSchool = settings.loadsDemoSchool && (await loadDemoSchool(context));
    const metrics = await openMetrics(context);
    const app = settings.servesVisitors
      ? await createApp(context, await renderer(), { hasDemoSchool, metrics })
      : await createJobsApp(context, metrics);
    if (metrics && settings.metricsPort !== undefined)
      app.addHook("onClose", await metrics.listen(settings.metricsPort));
    await app.listen({ ...(reserved?.options ?? { port: settings.port, host: settings.host }) });
    reserved?.release();
    stopOnSignal(context, app, startJobs(context));
    if (settings.runsJobs)
      process.stdout.write(startupBanner(settings, context.database.kind, hasDemoSchool));
  } catch (error) {
    // An open context keeps the process alive and the data folder locked.
    await Promise.race([context.close(), wait(closeTimeoutMilliseconds)]).catch(() => {});
    throw error;
  }
}

const openMetrics = async (context: AppContext): Promise<Metrics | undefined> =>
  context.settings.metricsPort === undefined
    ? undefined
    : (await import("./features/office/health/metrics.ts")).createMetrics(context);

function startJobs(context: AppContext): readonly Job[] {
  const { sandboxes, jobsSandbox, settings, log } = context;
  if (settings.runsJobs) for (const each of sandboxes) each.start?.();
  return listJobs(context).map(({ name, seconds, work }) => {
    const job = startJob(name, seconds * settings.jobIntervalFactor, work, log);
    jobsSandbox?.add(name, job);
    return job;
  });
}

const drainSeconds = 25;

function stopOnSignal(context: AppContext, app: FastifyInstance, jobs: readonly Job[]): void {
  const stop = async (): Promise<void> => {
    setTimeout(() => {
      context.log.warn({ seconds: drainSeconds }, "work in progress did not finish in time");
      process.exit(1);
    }, drainSeconds * 1000).unref();
    await Promise.all([app.close(), ...jobs.map((job) => job.stop())]);
    await context.close();
    // A relay that stalls and the channel to a supervisor keep the process alive.
    process.exit();
  };
  let stopping: Promise<void> | undefined;
  const stopOnce = (): void => {
    stopping ??= stop().catch((error: unknown) => {
      context.log.error({ err: error }, "the shutdown failed");
      process.exit(1);
    });
  };
  // A second signal must not end the drain: systemd and a supervisor may both send one.
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, stopOnce);
  // Meant for a supervisor, but sent to all. A terminal sends it when it closes.
  if (process.connected || !process.stdout.isTTY) process.on("SIGHUP", () => {});
  // Without its supervisor, nobody would end it.
  process.once("disconnect", stopOnce);
}

function whatToSay(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const isExplained =
    error instanceof SettingsError ||
    error instanceof DemonstrationInTheWay ||
    /pages are not built/.test(error.message);
  return isExplained ? error.message : (describeFailure(error) ?? error.stack ?? error.message);
}
