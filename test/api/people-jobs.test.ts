import { and, eq, isNotNull } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { NotificationKind } from "../../src/features/school/notifications/kinds.ts";
import { notifications } from "../../src/features/school/notifications/tables.ts";
import { type JobName, listJobs } from "../../src/jobs.ts";
import { type Mail, outbox } from "../../src/platform/outbox.ts";
import { type TestApp, startTestApp } from "../support/app.ts";
import { type Issuer, settingsOf, startIssuer } from "../support/identity-issuer.ts";
import { kinds, mailedOf } from "../support/people-kinds.ts";
import { type School, makeSchool } from "../support/people-school.ts";
import { type State, states } from "../support/people-states.ts";
import { workFor } from "../support/people-work.ts";
import { type Effect, jobs } from "./job-outcomes.ts";

let issuer: Issuer;
let app: TestApp;
let school: School;
const sent: Mail[] = [];
const run = new Map<JobName, () => Promise<unknown>>();
beforeAll(async () => {
  issuer = await startIssuer("trusted");
  app = await startTestApp(settingsOf(issuer));
  school = await makeSchool(app, issuer);
  const mail = { ...app.context.mail, send: async (each: Mail) => void sent.push(each) };
  for (const { name, work } of listJobs({ ...app.context, mail }))
    run.set(name, () => work(new AbortController().signal));
}, 180_000);
afterAll(async () => {
  issuer?.close();
  await app?.close();
});

/** For each state. What is left of a deleted account has an address that reaches nobody. */
async function look(name: JobName, count: (state: State) => Promise<number>) {
  const mails = await app.context.db.select({ to: outbox.recipient }).from(outbox);
  const isTo = (state: State, to: string): boolean => {
    const { id, email } = school.people[state];
    return to === email || to === `${id}@deleted.invalid`;
  };
  const all = (name === "mail" ? sent : mails).map(({ to }) => to);
  const seen = states.map(async (state) => ({
    notified: await app.context.db.$count(notifications, eq(notifications.personId, school.people[state].id)),
    mailed: all.filter((to) => isTo(state, to)).length,
    changed: await count(state),
  }));
  return Promise.all(seen);
}

async function expectReach(name: JobName): Promise<void> {
  const job = run.get(name);
  // Of the other database.
  if (!job) return;
  const count = (await workFor[name]?.(school)) ?? (async () => 0);
  const before = await look(name, count);
  // Each run takes a part of what is due.
  for (let times = 0; times < 4; times += 1) await job();
  const after = await look(name, count);
  const moreOf = (part: "mailed" | "notified"): State[] =>
    states.filter((_, index) => (after[index]?.[part] ?? 0) > (before[index]?.[part] ?? 0));
  const changed = states.filter((_, index) => before[index]?.changed !== after[index]?.changed);
  const effect: Effect = jobs[name];
  expect({ notified: moreOf("notified"), mailed: moreOf("mailed"), changed }).toEqual({
    notified: effect.notified ?? [],
    mailed: effect.mailed ?? [],
    changed: effect.changed ?? [],
  });
}

const names = Object.keys(jobs) as JobName[];
const later = names.indexOf("notifications") + 1;

test.each(names.slice(0, later))("the job %s reaches the states that it declares", expectReach);

test.each(Object.keys(kinds) as NotificationKind[])(
  "%s is notified to the states that it declares",
  async (kind) => {
    const isOf = (state: State) =>
      and(eq(notifications.kind, kind), eq(notifications.personId, school.people[state].id));
    const having = async (condition?: ReturnType<typeof isNotNull>) => {
      const counts = states.map((state) => app.context.db.$count(notifications, and(isOf(state), condition)));
      const found = await Promise.all(counts);
      return states.filter((_, index) => (found[index] ?? 0) > 0);
    };
    expect({ notified: await having(), mailed: await having(isNotNull(notifications.mailedAt)) }).toEqual({
      notified: kinds[kind].notified,
      mailed: mailedOf(kind),
    });
  },
);

test.each(names.slice(later))("the job %s reaches the states that it declares", expectReach);
