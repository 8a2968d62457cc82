import { expect, test } from "vitest";
import { UpstreamError } from "./errors.ts";
import { startJob } from "./jobs.ts";

test("a database that is away is one line for all jobs, any other failure one for each run", async () => {
  const lines: string[] = [];
  const note = (_: object, message: string) => void lines.push(message);
  const log = { debug: note, info: note, warn: note, error: note };
  const away = Object.assign(new Error("connect"), { code: "ECONNREFUSED" });
  const stripeAway = new UpstreamError("Stripe", { isTransient: true, hasResponse: false }, away);
  const jobs = [away, away, stripeAway].map((error, at) =>
    startJob(
      `job ${at}`,
      3600,
      async () => {
        throw error;
      },
      log,
    ),
  );
  for (const job of [...jobs, ...jobs]) await job.runNow();
  expect(lines.toSorted()).toEqual([
    "a background job failed",
    "a background job failed",
    "the database does not answer",
  ]);
  for (const job of jobs) await job.stop();
});
