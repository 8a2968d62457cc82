import { setTimeout as wait } from "node:timers/promises";
import { type Answer, type Sent, call } from "../../test/support/people.ts";
import { flat } from "../../test/support/upload.ts";
import { confirmCard } from "../parts/buying.ts";
import type { Random } from "./random.ts";
import type { ChaosSchool } from "./school.ts";

export const actions = ["purchase", "refund", "hand-in", "critique", "lesson"] as const;
export type Action = (typeof actions)[number];

/** What people were told is done: ids of intents, of pictures, of rounds, and of students with lessons. */
export type Acknowledged = Readonly<Record<Action, Set<string>>>;

export interface Crowd {
  readonly school: ChaosSchool;
  readonly origins: readonly string[];
  readonly providerOrigin: string;
  readonly acknowledged: Acknowledged;
  /** How often each answer came, by its status and code. */
  readonly answers: Map<string, number>;
  readonly isOver: () => boolean;
}

/** How long somebody asks again when nothing answers. */
const timeoutMilliseconds = 30_000;

interface Visitor extends Crowd {
  readonly studentId: string;
  readonly random: Random;
}
type ChaosClass = ChaosSchool["classes"][number];

/** One student after the other, until it is over. */
export async function visit(crowd: Crowd, random: Random, nextStudent: () => string): Promise<void> {
  while (!crowd.isOver()) await live({ ...crowd, random, studentId: nextStudent() });
}

async function live(visitor: Visitor): Promise<void> {
  const { random, school, isOver } = visitor;
  const chosen = random.pick(school.classes);
  const bought = await buy(visitor, chosen);
  if (!bought || isOver()) return;
  if (random.chance(0.35)) {
    await withdraw(visitor, bought);
    if (!isOver() && random.chance(0.4)) await buy(visitor, chosen);
    return;
  }
  if (chosen.kind === "text") await readLessons(visitor, chosen);
  else await draw(visitor, chosen);
  if (!isOver() && random.chance(0.5)) await refund(visitor, bought);
}

interface Purchase {
  readonly intentId: string;
  readonly paymentId: string;
}

async function buy(visitor: Visitor, { id: classId }: ChaosClass): Promise<Purchase | undefined> {
  const { acknowledged, providerOrigin, random, school, studentId } = visitor;
  const requested = await ask(visitor, studentId, "POST /create-payment-intent", { body: { classId } });
  if (requested?.status !== 200) return undefined;
  const [intentId = ""] = (requested.body.clientSecret as string).split("_secret_");
  if (random.chance(0.1)) return undefined;
  await confirmCard(providerOrigin, school.secretKey, intentId);
  // Closed the browser: webhook and jobs do the rest.
  if (random.chance(0.2)) return undefined;
  const paid = await askTwice(visitor, studentId, "POST /payments", { body: { transactionId: intentId } });
  if (!paid) return undefined;
  acknowledged.purchase.add(intentId);
  return { intentId, paymentId: paid.body.insertResult.insertedId };
}

async function withdraw(visitor: Visitor, { intentId, paymentId }: Purchase): Promise<void> {
  const sent = { params: { id: paymentId } };
  const done = await askTwice(visitor, visitor.studentId, "POST /payments/{id}/refund", sent);
  if (done) visitor.acknowledged.refund.add(intentId);
}

async function refund(visitor: Visitor, { intentId, paymentId }: Purchase): Promise<void> {
  const sent = { params: { id: paymentId }, body: { reason: "Asked for it" } };
  const { adminId } = visitor.school;
  if (await askTwice(visitor, adminId, "POST /admin/payments/{id}/refund", sent))
    visitor.acknowledged.refund.add(intentId);
}

async function readLessons(visitor: Visitor, { id: classId, lessons }: ChaosClass): Promise<void> {
  const { acknowledged, studentId } = visitor;
  for (const id of lessons) {
    const sent = { params: { classId, id }, body: { how: "ticked" } };
    const done = await askTwice(visitor, studentId, "POST /class/{classId}/lesson/{id}/done", sent);
    if (done?.body.isDone) acknowledged.lesson.add(`${studentId} ${id}`);
  }
}

let colors = 0;

/** Rounds until the drawing is accepted. */
async function draw(visitor: Visitor, { id: classId, instructorId, lessons }: ChaosClass): Promise<void> {
  const { acknowledged, isOver, random, studentId } = visitor;
  const params = { classId, id: lessons[0]! };
  for (let isAccepted = false; !isAccepted && !isOver();) {
    colors += 1;
    const picture = await flat(16, 12, `#${colors.toString(16).padStart(6, "0")}`)
      .png()
      .toBuffer();
    const body = new FormData();
    body.set("image", new Blob([Buffer.from(picture)], { type: "image/png" }), "drawing.png");
    const stored = await ask(visitor, studentId, "POST /class/{classId}/lesson/{id}/pictures", {
      params,
      body,
    });
    if (stored?.status !== 200) return;
    const pictureId = stored.body._id as string;
    const handedIn = await askTwice(visitor, studentId, "POST /class/{classId}/lesson/{id}/submission", {
      params,
      body: { pictures: [pictureId] },
    });
    if (!handedIn) return;
    acknowledged["hand-in"].add(pictureId);
    const roundId = handedIn.body.rounds[0]._id as string;
    isAccepted = random.chance(0.7);
    const verdict = isAccepted ? "accepted" : "again";
    const critiqued = await askTwice(visitor, instructorId, "POST /submission-rounds/{id}/critique", {
      params: { id: roundId },
      body: { text: "Good line.", pins: [], verdict },
    });
    if (!critiqued) return;
    acknowledged.critique.add(roundId);
  }
}

/** Sometimes twice at the same time, as by a double click. Undefined: it was refused, or nothing answered. */
async function askTwice(
  visitor: Visitor,
  personId: string,
  key: string,
  sent: Sent,
): Promise<Answer | undefined> {
  const times = visitor.random.chance(0.2) ? [1, 2] : [1];
  const answers = await Promise.all(times.map(() => ask(visitor, personId, key, sent)));
  return answers.find((answer) => answer?.status === 200);
}

/** Either site, again and again until one answers: the same call a second time changes nothing. */
async function ask(
  { answers, origins, random, school }: Visitor,
  personId: string,
  key: string,
  sent: Sent,
): Promise<Answer | undefined> {
  const lastTry = performance.now() + timeoutMilliseconds;
  while (performance.now() < lastTry) {
    const token = await school.issueToken(personId);
    const answer = await call({ origin: random.pick(origins) }, key, sent, { token }).catch(() => undefined);
    const what = answer ? `${answer.status} ${answer.body?.code ?? ""}`.trim() : "no answer";
    answers.set(what, (answers.get(what) ?? 0) + 1);
    if (answer && answer.status < 500) return answer;
    await wait(random.between(100, 500));
  }
  return undefined;
}
