import { features, notificationSources } from "./features.ts";
import { type FeatureJob, job } from "./features/feature.ts";
import { type QueuedMail, removeFailedMail } from "./platform/outbox.ts";
import { type TakenMails, sendDueMail } from "./platform/send-due-mail.ts";
import { completeMail } from "./features/school/notifications/mails.ts";
import { removeEndedLimits } from "./platform/rate-limiter.ts";
import type { AppContext } from "./context.ts";

const platformJobs = [
  {
    name: "mail",
    seconds: 3,
    create: (context) => {
      const { db, clock, log, mail } = context;
      const taken: TakenMails = new Map();
      const send = async (queued: QueuedMail): Promise<void> =>
        mail.send(await completeMail(context, notificationSources, queued));
      return (signal) => sendDueMail(db, clock, log, send, signal, taken);
    },
  },
  job("failed mail", 3600, removeFailedMail),
  job("rate limits", 60, ({ db }, signal) => removeEndedLimits(db, signal)),
  job("database", 900, ({ database }) => database.maintain()),
] as const satisfies readonly FeatureJob[];

export type JobName =
  | (typeof platformJobs)[number]["name"]
  | (typeof features)[number]["jobs"][number]["name"];

/** Safe in several processes at once: each piece of work is leased or locked. */
export interface JobDescription {
  readonly name: JobName;
  /** From the end of one run to the start of the next. */
  readonly seconds: number;
  readonly work: (signal: AbortSignal) => Promise<unknown>;
}

export function listJobs(context: AppContext): readonly JobDescription[] {
  if (!context.settings.runsJobs) return [];
  const all = [...platformJobs, ...features.flatMap(({ jobs }): readonly FeatureJob<JobName>[] => jobs)];
  return all.flatMap(({ name, seconds, create }) => {
    const work = create(context);
    return work ? [{ name, seconds, work }] : [];
  });
}
