import { createHmac } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { eq } from "drizzle-orm";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Transaction } from "../../src/platform/database.ts";
import type { Answer, Caller, Operation } from "./call.ts";
import { expireAuthorizations } from "./authorizations.ts";
import { type CallTarget, type Fault, type FaultKind, takeFault } from "./faults.ts";
import { keepAnswer, type KeyUse, releaseKey, takeKey } from "./idempotency.ts";
import { areSame, readCaller, refuseBrowser } from "./keys.ts";
import { type Params, canonicalForm, noParams, parseForm, readText } from "./parameters.ts";
import type { Dependencies } from "./sandbox.ts";
import {
  StripeProblem,
  apiError,
  asAnswer,
  asProblem,
  missingParameter,
  noSuch,
  send,
  wrongParameter,
} from "./problem.ts";
import { intentOfClientSecret } from "./stripe-ids.ts";
import { paymentIntents } from "./tables.ts";

export interface Endpoint {
  readonly method: "GET" | "POST";
  readonly url: string;
  readonly run: Operation;
  /** Faults never strike an endpoint without a target. */
  readonly target?: CallTarget;
  readonly isForBrowsers?: boolean;
}

/** Runs the operation in one transaction with the stored idempotent answer. Throws StripeProblem. */
export async function answerCall(
  dependencies: Dependencies,
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const params = readParams(request);
  const caller = readCaller(dependencies.keys, request.headers.authorization, params);
  if (!endpoint.isForBrowsers) refuseBrowser(caller);

  const requestId = String(reply.getHeader("request-id"));
  const use =
    endpoint.method === "POST" ? readKeyUse(dependencies, request, { caller, params, requestId }) : undefined;
  const earlier = use && (await takeKey(dependencies.db, dependencies.clock.now(), use));
  if (use) reply.headers({ "idempotency-key": use.key, "original-request": earlier?.requestId ?? requestId });
  if (earlier) return send(reply.header("idempotent-replayed", "true"), earlier);

  const asked = { caller, params, requestId, use, path: request.params };
  const { answer, isCut } = await attempt(dependencies, endpoint, asked);
  return answer && !isCut ? send(reply, answer) : cut(request, reply);
}

/** On failure, stores the problem under the idempotency key or releases the key. */
async function attempt(
  dependencies: Dependencies,
  endpoint: Endpoint,
  asked: Asked,
): Promise<{ answer?: Answer; isCut: boolean }> {
  const { use } = asked;
  try {
    const fault = endpoint.target && (await takeFault(dependencies.db, endpoint.target));
    if (fault?.kind === "cut-before-work") {
      if (use) await releaseKey(dependencies.db, use);
      return { isCut: true };
    }
    await strike(fault);
    const answer = await work(dependencies, endpoint, asked, fault?.kind);
    dependencies.deliverSoon();
    return { answer, isCut: fault?.kind === "cut-after-work" };
  } catch (error) {
    const problem = asProblem(dependencies, error);
    if (use && problem.isKept) await keepAnswer(dependencies.db, use, asAnswer(problem));
    else if (use) await releaseKey(dependencies.db, use);
    throw problem;
  }
}

interface Asked {
  readonly caller: Caller;
  readonly params: Params;
  readonly requestId: string;
  readonly use: KeyUse | undefined;
  readonly path: unknown;
}

async function work(
  dependencies: Dependencies,
  endpoint: Endpoint,
  { caller, params, requestId, use, path }: Asked,
  fault: FaultKind | undefined,
): Promise<Answer> {
  const secret = readText(params, "client_secret");
  const id = idInPath(path) ?? intentOfClientSecret(secret ?? "") ?? "";
  const expired = id.startsWith("pi_")
    ? await expireAuthorizations(dependencies.db, dependencies.clock, id)
    : 0;
  if (expired > 0) dependencies.deliverSoon();
  const now = dependencies.clock.now();
  return dependencies.db.transaction(async (tx) => {
    if (caller === "browser") await checkClientSecret(tx, id, secret);
    const idempotencyKey = use?.key ?? null;
    const answer = await endpoint.run({ tx, now, requestId, idempotencyKey, caller, id, params, fault });
    if (use) await keepAnswer(tx, use, answer);
    return answer;
  });
}

const idInPath = (path: unknown): string | undefined =>
  typeof path === "object" && path !== null && "id" in path && typeof path.id === "string"
    ? path.id
    : undefined;

/** A browser may read and pay only the intent whose client secret it holds. */
async function checkClientSecret(tx: Transaction, id: string, secret: string | undefined): Promise<void> {
  if (secret === undefined) throw missingParameter("client_secret");
  const [intent] = await tx
    .select({ clientSecret: paymentIntents.clientSecret })
    .from(paymentIntents)
    .where(eq(paymentIntents.id, id));
  if (!intent) throw noSuch("payment_intent", id, "intent");
  if (areSame(intent.clientSecret, secret)) return;
  throw wrongParameter(
    "client_secret",
    undefined,
    "The client_secret provided does not match the client_secret associated with the PaymentIntent.",
  );
}

function readParams(request: FastifyRequest): Params {
  if (request.method !== "GET") return typeof request.body === "string" ? parseForm(request.body) : noParams;
  const start = request.url.indexOf("?");
  return start === -1 ? noParams : parseForm(request.url.slice(start + 1));
}

function readKeyUse(
  dependencies: Dependencies,
  request: FastifyRequest,
  { caller, params, requestId }: Pick<Asked, "caller" | "params" | "requestId">,
): KeyUse | undefined {
  const key = request.headers["idempotency-key"];
  if (typeof key !== "string" || key === "") return undefined;
  const fingerprint = createHmac("sha256", dependencies.fingerprintKey)
    .update(`${caller}\n${canonicalForm(params)}`)
    .digest("hex");
  const [endpoint = ""] = request.url.split("?", 1);
  return { key, endpoint, fingerprint, requestId };
}

async function strike(fault: Fault | undefined): Promise<void> {
  if (fault?.kind === "slow") await wait(fault.milliseconds);
  if (fault?.kind === "error-500") throw new StripeProblem(500, apiError("Failed (a fault)."), true);
}

function cut(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.hijack();
  request.raw.socket.destroy();
  return reply;
}
