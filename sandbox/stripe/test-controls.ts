import { eq } from "drizzle-orm";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import type { Transaction } from "../../src/platform/database.ts";
import { asProblem, send, sendProblem } from "./answers.ts";
import { callFaultKinds, faultTargets, webhookFaultKinds } from "./fault-kinds.ts";
import { disputeIntent, moveDispute } from "./disputes.ts";
import { clearFaults, type Fault, listFaults } from "./faults.ts";
import { noParams } from "./form.ts";
import { changeIntent } from "./intents.ts";
import { readCaller, refuseBrowser } from "./keys.ts";
import { asDispute, asIntent, asRefund } from "./objects.ts";
import type { Dependencies } from "./dependencies.ts";
import { noSuch, wrongParameter } from "./problem.ts";
import { decideRefund } from "./refunds.ts";
import { faults, paymentIntents } from "./tables.ts";

const times = z.int().min(1).max(1000).default(1);
const milliseconds = z.int().min(0).max(600_000);
const callTargets = faultTargets.filter((target) => target !== "webhook");

const faultsBody = z.strictObject({
  faults: z.array(
    z.union([
      z.strictObject({
        on: z.enum(callTargets),
        kind: z.enum(callFaultKinds),
        times,
        milliseconds: milliseconds.default(1000),
      }),
      z.strictObject({
        on: z.literal("webhook"),
        kind: z.enum(webhookFaultKinds),
        times,
        milliseconds: milliseconds.default(3000),
      }),
    ]),
  ),
});

const overwriteBody = z
  .strictObject({
    amount: z.int().min(0),
    currency: z.string(),
    metadata: z.record(z.string(), z.string()),
    description: z.string().nullable(),
  })
  .partial();

const refundBody = z.strictObject({ status: z.enum(["succeeded", "failed", "canceled"]) });
const disputeBody = z.strictObject({ reason: z.string().optional(), amount: z.int().min(1).optional() });
const disputeMoveBody = z.strictObject({ status: z.enum(["under_review", "won", "lost"]) });

/** For tests only; requires the secret key. See README.md. */
export function serveTestControls(scope: FastifyInstance, dependencies: Dependencies): void {
  const { db } = dependencies;
  scope.setErrorHandler((error, _request, reply) => sendProblem(reply, asProblem(dependencies, error)));
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser("application/json", { parseAs: "string" }, (_request, body, parsed) =>
    parsed(null, body),
  );
  scope.addHook("onRequest", async (request) =>
    refuseBrowser(readCaller(dependencies.keys, request.headers.authorization, noParams)),
  );

  scope.get("/faults", async (_request, reply) =>
    send(reply, { status: 200, body: { faults: (await listFaults(db)).map(asFault) } }),
  );
  scope.post("/faults", async (request, reply) => {
    const wanted = readBody(request, faultsBody).faults;
    if (wanted.length > 0) {
      await db.insert(faults).values(
        wanted.map(({ on, kind, times: remaining, milliseconds: time }) => ({
          target: on,
          kind,
          remaining,
          milliseconds: time,
        })),
      );
    }
    return send(reply, { status: 200, body: { faults: (await listFaults(db)).map(asFault) } });
  });
  scope.delete("/faults", async (_request, reply) => {
    await clearFaults(db);
    return send(reply, { status: 200, body: { faults: [] } });
  });
  scope.post<{ Params: { id: string } }>("/payment_intents/:id", async (request, reply) => {
    const { id } = request.params;
    const { amount, currency, metadata, description } = readBody(request, overwriteBody);
    const intent = await db.transaction(async (tx) => {
      const [old] = await tx.select().from(paymentIntents).where(eq(paymentIntents.id, id)).for("update");
      if (!old) throw noSuch("payment_intent", id, "intent");
      return changeIntent({ tx }, id, {
        amount: amount ?? old.amount,
        amountCapturable: old.amountCapturable === 0 ? 0 : (amount ?? old.amountCapturable),
        currency: currency ?? old.currency,
        metadata: metadata ?? old.metadata,
        description: description === undefined ? old.description : description,
      });
    });
    return send(reply, { status: 200, body: asIntent(intent) });
  });

  const cause = (tx: Transaction) => ({
    tx,
    now: dependencies.clock.now(),
    requestId: null,
    idempotencyKey: null,
  });
  scope.post<{ Params: { id: string } }>("/refunds/:id", async (request, reply) => {
    const { status } = readBody(request, refundBody);
    const refund = await db.transaction((tx) => decideRefund(cause(tx), request.params.id, status));
    if (!refund) throw noSuch("refund", request.params.id, "id");
    dependencies.deliverSoon();
    return send(reply, { status: 200, body: asRefund(refund) });
  });
  scope.post<{ Params: { id: string } }>("/payment_intents/:id/dispute", async (request, reply) => {
    const how = readBody(request, disputeBody);
    const dispute = await db.transaction((tx) => disputeIntent(cause(tx), request.params.id, how));
    dependencies.deliverSoon();
    return send(reply, { status: 200, body: asDispute(dispute) });
  });
  scope.post<{ Params: { id: string } }>("/disputes/:id", async (request, reply) => {
    const { status } = readBody(request, disputeMoveBody);
    const dispute = await db.transaction((tx) => moveDispute(cause(tx), request.params.id, status));
    dependencies.deliverSoon();
    return send(reply, { status: 200, body: asDispute(dispute) });
  });
}

const asFault = ({ target, kind, remaining, milliseconds: time }: Fault) => ({
  on: target,
  kind,
  times: remaining,
  milliseconds: time,
});

function readBody<Schema extends z.ZodType>(request: FastifyRequest, schema: Schema): z.output<Schema> {
  const read = schema.safeParse(parseJson(typeof request.body === "string" ? request.body : ""));
  if (read.success) return read.data;
  throw wrongParameter("body", undefined, z.prettifyError(read.error));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
