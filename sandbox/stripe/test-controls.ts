import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { Cause } from "./call.ts";
import { callFaultKinds, callTargets, webhookFaultKinds } from "./faults.ts";
import { closeDispute, disputeIntent } from "./disputes.ts";
import { noParams } from "./parameters.ts";
import { changeIntent, lockById } from "./intents.ts";
import { readCaller, refuseBrowser } from "./keys.ts";
import type { Dependencies } from "./sandbox.ts";
import { asProblem, send, sendProblem, wrongParameter } from "./problem.ts";
import { decideRefund } from "./refunds.ts";
import { faults } from "./tables.ts";

const times = z.int().min(1).max(1000).default(1);
const milliseconds = z.int().min(0).max(600_000);

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
  })
  .partial();

const refundBody = z.strictObject({ status: z.enum(["succeeded", "failed"]) });
const disputeBody = z.strictObject({ amount: z.int().min(1).optional() });
const disputeEndBody = z.strictObject({ status: z.enum(["won", "lost"]) });

interface ById {
  readonly Params: { readonly id: string };
}

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

  const carryOut = async (reply: FastifyReply, order: (cause: Cause) => Promise<unknown>) => {
    const now = dependencies.clock.now();
    await db.transaction((tx) => order({ tx, now, requestId: null, idempotencyKey: null }));
    dependencies.deliverSoon();
    return send(reply, { status: 200, body: {} });
  };
  scope.post("/faults", (request, reply) => {
    const wanted = readBody(request, faultsBody).faults;
    const rows = wanted.map(({ on, times: remaining, ...fault }) => ({ target: on, remaining, ...fault }));
    return carryOut(reply, async ({ tx }) => rows.length > 0 && tx.insert(faults).values(rows));
  });
  scope.delete("/faults", (_request, reply) => carryOut(reply, async ({ tx }) => tx.delete(faults)));
  scope.post<ById>("/payment_intents/:id", (request, reply) => {
    const { id } = request.params;
    const changes = readBody(request, overwriteBody);
    return carryOut(reply, async (cause) => {
      const old = await lockById(cause, id);
      const { amount = old.amount, currency = old.currency, metadata = old.metadata } = changes;
      const amountCapturable = old.amountCapturable === 0 ? 0 : amount;
      await changeIntent(cause, id, { amount, amountCapturable, currency, metadata });
    });
  });
  scope.post<ById>("/refunds/:id", (request, reply) => {
    const { status } = readBody(request, refundBody);
    return carryOut(reply, (cause) => decideRefund(cause, request.params.id, status));
  });
  scope.post<ById>("/payment_intents/:id/dispute", (request, reply) => {
    const { amount } = readBody(request, disputeBody);
    return carryOut(reply, (cause) => disputeIntent(cause, request.params.id, amount));
  });
  scope.post<ById>("/disputes/:id", (request, reply) => {
    const { status } = readBody(request, disputeEndBody);
    return carryOut(reply, (cause) => closeDispute(cause, request.params.id, status));
  });
}

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
