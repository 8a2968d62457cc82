import { join } from "node:path";
import { freePorts } from "../../test/support/free-ports.ts";
import { type DatabaseMode, createPostgres } from "./postgres-server.ts";
import { type Site, createRelay, createSite } from "./processes.ts";
import { type ChaosSchool, fillSchool } from "./school.ts";
import type { Killable } from "./supervise.ts";

export interface Stage {
  readonly school: ChaosSchool;
  readonly sites: readonly Site[];
  /** The payment provider's own. */
  readonly providerOrigin: string;
  /** What is killed: database, relay and sites. */
  readonly victims: readonly Killable[];
  readonly databaseUrl: string;
  readonly providerDatabaseUrl: string;
  /** A line of JSON for each mail that the relay has taken. */
  readonly mailFile: string;
  readonly pictureFolder: string;
}

interface StageOptions {
  readonly durability: DatabaseMode;
  readonly studentCount: number;
}

/**
 * Starts two processes of a school on a database of their own, and outside, each in a process of its own, their mail relay
 * and their payment provider, a site whose sandbox they use. `start` keeps what it starts, to end it.
 */
export async function setStage(
  folder: string,
  { durability, studentCount }: StageOptions,
  start: (...targets: readonly Killable[]) => Promise<void>,
): Promise<Stage> {
  const [first = 0, second = 0, outside = 0, relayPort = 0] = await freePorts(4);
  const [database, providerDatabase] = await Promise.all([
    createPostgres(join(folder, "database"), durability),
    createPostgres(join(folder, "provider-database"), "unsafe"),
  ]);
  const common = {
    SECRET: "a secret of thirty-two characters or more",
    DEMO_SCHOOL: "no",
    LOG_LEVEL: "error",
  };
  const origin = `http://127.0.0.1:${first}`;
  const provider = createSite("provider", outside, {
    ...common,
    DATA_DIR: join(folder, "provider"),
    DATABASE_URL: providerDatabase.url,
    SANDBOX_STRIPE_WEBHOOK_URL: `${origin}/api/stripe/webhook`,
  });
  const settings = {
    ...common,
    ORIGIN: origin,
    DATA_DIR: join(folder, "school"),
    DATABASE_URL: database.url,
    SANDBOX_STRIPE_URL: provider.origin,
    SANDBOX_SMTP_URL: `smtp://127.0.0.1:${relayPort}`,
    JOB_INTERVAL_FACTOR: "0.2",
  };
  const sites = [first, second].map((port, index) => createSite(`site ${index + 1}`, port, settings));
  const mailFile = join(folder, "mails");
  const relay = createRelay(relayPort, mailFile);

  await start(database, providerDatabase);
  const [school] = await Promise.all([fillSchool(settings, studentCount), start(relay, provider)]);
  await slowDown(provider.origin, school.secretKey);
  await start(...sites);
  return {
    school,
    sites,
    providerOrigin: provider.origin,
    victims: [database, relay, ...sites],
    databaseUrl: database.url,
    providerDatabaseUrl: providerDatabase.url,
    mailFile,
    pictureFolder: join(settings.DATA_DIR, "pictures"),
  };
}

/** Answers come a while after the work, so that kills fall between the two. sandbox/stripe/README.md */
async function slowDown(providerOrigin: string, secretKey: string): Promise<void> {
  // Each strikes a thousand times at most.
  const faults = ["create", "capture", "cancel", "refund"].flatMap((on) =>
    Array.from({ length: 10 }, () => ({ on, kind: "slow", milliseconds: 150, times: 1000 })),
  );
  const answer = await fetch(`${providerOrigin}/sandbox/stripe/faults`, {
    method: "POST",
    headers: { authorization: `Bearer ${secretKey}`, "content-type": "application/json" },
    body: JSON.stringify({ faults }),
  });
  if (!answer.ok) throw new Error(`the provider did not slow down: ${await answer.text()}`);
}
