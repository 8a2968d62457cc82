import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { createLog } from "../../src/platform/log.ts";
import { commandTimeouts, openPostgres } from "../../src/platform/postgres.ts";
import { type Finding, audit } from "./audit.ts";
import { readBooks } from "./books.ts";
import { type Acknowledged, type Crowd, visit } from "./people.ts";
import type { DatabaseMode } from "./postgres-server.ts";
import { type Random, createRandom } from "./random.ts";
import { letTimePass, settle } from "./settle.ts";
import { type Stage, setStage } from "./stage.ts";
import { type Killable, supervise } from "./supervise.ts";

export interface ChaosOptions {
  readonly durability: DatabaseMode;
  /** Of people and kills; starting and settling come in addition. */
  readonly seconds: number;
  readonly seed: number;
}

export interface ChaosReport {
  readonly findings: readonly Finding[];
  /** Names of what was killed, in order. */
  readonly kills: readonly string[];
  readonly acknowledged: Acknowledged;
  /** Rows of the books, by their names. */
  readonly recorded: Readonly<Record<string, number>>;
  /** Of the sites, by status and code. */
  readonly answers: ReadonlyMap<string, number>;
  /** Messages that the sites logged. */
  readonly errors: readonly string[];
}

const peopleAtOnce = 24;
/** More than visit within a second. */
const studentsPerSecond = 5;
/** Seconds: between two kills, and until what was killed starts again. */
const pauses = { kill: [3, 7], start: [0, 2] } as const;

/**
 * People buy, learn, and ask for their money back at a school of two processes, while `kill -9` ends one of its processes,
 * its database or its mail relay; then all of it settles, and its books are compared with those of the payment
 * provider and the relay. Needs the built server and PostgreSQL's programs.
 */
export async function runChaos({ durability, seconds, seed }: ChaosOptions): Promise<ChaosReport> {
  const folder = mkdtempSync(join(tmpdir(), "senga-chaos-"));
  // PostgreSQL may be another user's.
  chmodSync(folder, 0o755);
  const started: Killable[] = [];
  const start = async (...targets: readonly Killable[]): Promise<void> => {
    started.push(...targets);
    await Promise.all(targets.map((target) => target.start()));
  };
  try {
    const studentCount = peopleAtOnce + Math.ceil(studentsPerSecond * seconds);
    const stage = await setStage(folder, { durability, studentCount }, start);
    const crowd = gather(stage, seconds);
    const [kills] = await Promise.all([
      killAtRandom(stage.victims, createRandom(seed), crowd.isOver),
      ...crowd.visits(seed),
    ]);
    const closed = await closeBooks(stage, crowd.acknowledged, durability);
    const errors = stage.sites.flatMap((site) => site.errors());
    return { ...closed, kills, acknowledged: crowd.acknowledged, answers: crowd.answers, errors };
  } finally {
    for (const target of started.toReversed()) await target.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}

function gather({ school, sites, providerOrigin }: Stage, seconds: number) {
  const end = performance.now() + seconds * 1000;
  const crowd: Crowd = {
    school,
    origins: sites.map(({ origin }) => origin),
    providerOrigin,
    acknowledged: {
      purchase: new Set(),
      refund: new Set(),
      "hand-in": new Set(),
      critique: new Set(),
      lesson: new Set(),
    },
    answers: new Map(),
    isOver: () => performance.now() > end,
  };
  const { students } = school;
  let visitors = 0;
  const nextStudent = (): string => students[visitors++ % students.length]!;
  const visits = (seed: number): Promise<void>[] =>
    Array.from({ length: peopleAtOnce }, (_, person) =>
      visit(crowd, createRandom(seed + 1 + person), nextStudent),
    );
  return { ...crowd, visits };
}

/** Each once, in an order that differs from round to round. Returns when all run again. */
async function killAtRandom(
  victims: readonly Killable[],
  random: Random,
  isOver: () => boolean,
): Promise<string[]> {
  const supervised = victims.map(supervise);
  const kills: string[] = [];
  const restarts: Promise<void>[] = [];
  while (!isOver()) {
    for (const victim of random.shuffle(supervised)) {
      await wait(1000 * random.between(...pauses.kill));
      if (isOver()) break;
      if (!victim.isUp()) continue;
      kills.push(victim.name);
      restarts.push(victim.restart(random.between(...pauses.start)));
    }
  }
  await Promise.all(restarts);
  return kills;
}

async function closeBooks(
  { databaseUrl, mailFile, pictureFolder, providerDatabaseUrl, school, sites }: Stage,
  acknowledged: Acknowledged,
  durability: DatabaseMode,
): Promise<Pick<ChaosReport, "findings" | "recorded">> {
  const open = (url: string) => openPostgres({ url }, createLog("silent"), { timeouts: commandTimeouts });
  const [ours, theirs] = [open(databaseUrl), open(providerDatabaseUrl)];
  try {
    // The leases of living processes must not end early.
    await Promise.all(sites.map((site) => site.kill()));
    await letTimePass(ours.db);
    await Promise.all(sites.map((site) => site.start()));
    const unsettled = await settle(
      ours.db,
      sites.map(({ origin }) => origin),
    );
    const books = await readBooks(ours.db, theirs.db, { mails: mailFile, pictures: pictureFolder });
    const { attempts, payments, rounds, critiques, certificates, notifications, mails, intents } = books;
    const rows = { intents, attempts, payments, rounds, critiques, certificates, notifications, mails };
    return {
      findings: [...audit(school, books, acknowledged, durability), ...unsettled],
      recorded: Object.fromEntries(Object.entries(rows).map(([name, { length }]) => [name, length])),
    };
  } finally {
    await Promise.all([ours.close(), theirs.close()]);
  }
}
