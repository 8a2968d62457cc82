/** `npm run bench -- sign-ins`: sign-ins with a password in a second, beside the check of the hash alone. */
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { Agent } from "node:http";
import { eq } from "drizzle-orm";
import { addAccounts } from "../src/identity/add-accounts.ts";
import { accounts } from "../src/identity/tables.ts";
import type { AppContext } from "../src/context.ts";
import { ask } from "./parts/ask.ts";
import type { HashRound } from "./parts/bare-hash.ts";
import { latencies, percentile, say, sayLoad } from "./parts/figures.ts";
import { type Row, sayTable, spread } from "./parts/rows.ts";
import { fill } from "./parts/school.ts";
import { databaseServer, withDatabase, withFolder, withSite } from "./parts/site.ts";
import { withProgram } from "./parts/with-program.ts";

const people = 100;
const rounds = 3;
const secondsOfRound = 6;
/** As many as Node's thread pool hashes at a time. */
const callers = 4;
const password = "Ink4Rain!";

export const rows: Row[] = [];

const emailOf = (number: number): string => `person-${number % people}@example.org`;

/** Returns the hash of their password. */
async function addPeople({ db }: AppContext): Promise<string> {
  const wanted = Array.from({ length: people }, (_, number) => ({
    email: emailOf(number),
    password,
    name: `Person ${number}`,
    image: "/drawings/portrait-cat.svg",
  }));
  const added = await addAccounts(db, wanted, { emailVerified: true });
  const [account] = await db
    .select({ hash: accounts.password })
    .from(accounts)
    .where(eq(accounts.userId, added.get(emailOf(0))!));
  return account?.hash ?? "";
}

const agent = new Agent({ keepAlive: true });

/** Milliseconds of each sign-in. */
async function signIn(origin: string): Promise<{ perSecond: number; took: number[] }> {
  const begun = performance.now();
  const until = begun + secondsOfRound * 1000;
  const took: number[] = [];
  const headers = { "content-type": "application/json", origin };
  const caller = async (_: unknown, first: number): Promise<void> => {
    for (let number = first; performance.now() < until; number += callers) {
      const body = JSON.stringify({ email: emailOf(number), password });
      const answer = await ask(`${origin}/identity/sign-in`, { agent, method: "POST", headers, body });
      if (answer.status !== 200) throw new Error(`a sign-in: ${answer.status} ${answer.body.toString()}`);
      took.push(answer.took);
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  return { perSecond: (took.length * 1000) / (performance.now() - begun), took };
}

async function checkHashes(bare: ChildProcess, round: HashRound): Promise<number> {
  bare.send(round);
  const [perSecond] = (await once(bare, "message")) as [number];
  return perSecond;
}

async function measure(bare: ChildProcess, origin: string, hash: string): Promise<void> {
  const [hashed, signedIn, took]: [number[], number[], number[]] = [[], [], []];
  // The first sign-in of each person makes the network a known one.
  await signIn(origin);
  for (let round = 0; round < rounds; round += 1) {
    hashed.push(await checkHashes(bare, { password, hash, callers, seconds: secondsOfRound }));
    const answered = await signIn(origin);
    signedIn.push(answered.perSecond);
    took.push(...answered.took);
  }
  agent.destroy();
  say(`${callers} at a time: ${latencies(took)}`);
  rows.push({
    what: "sign-ins, beside the bare password hash",
    measured: `${spread(signedIn, 1)} /s`,
    beside: `${spread(hashed, 1)} /s`,
    ratio: (percentile(signedIn, 0.5) / percentile(hashed, 0.5)).toFixed(2),
  });
}

await withFolder((folder) =>
  withDatabase(async (database) => {
    const settings = { ...folder, ...database };
    const hash = await fill(settings, addPeople);
    say(databaseServer ? "PostgreSQL" : "PGlite");
    sayLoad();
    await withProgram({ file: "bare-hash.ts" }, (bare) =>
      withSite(settings, ({ origin }) => measure(bare, origin, hash)),
    );
    sayLoad();
  }),
);
sayTable(rows);
