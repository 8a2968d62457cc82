import type Stripe from "stripe";
import type { FastifyReply } from "fastify";
import type { PublicIntent } from "./objects.ts";
import type { Answer } from "./call.ts";
import type { Dependencies } from "./sandbox.ts";

/** https://docs.stripe.com/api/errors */
export interface ErrorBody {
  readonly type: "api_error" | "card_error" | "idempotency_error" | "invalid_request_error";
  readonly message: string;
  readonly code?: string | undefined;
  readonly param?: string | undefined;
  readonly decline_code?: string | undefined;
  readonly charge?: string | undefined;
  readonly payment_intent?: Stripe.PaymentIntent | PublicIntent | undefined;
}

/** An error that changed nothing. A declined card changes the intent, so it is an answer. */
export class StripeProblem extends Error {
  readonly status: number;
  readonly body: ErrorBody;
  /** Whether the idempotency key stores the error, because the work had begun. */
  readonly isKept: boolean;

  constructor(status: number, body: ErrorBody, isKept: boolean) {
    super(body.message);
    this.name = "StripeProblem";
    this.status = status;
    this.body = body;
    this.isKept = isKept;
  }
}

export const docUrl = (code: string): string =>
  `https://docs.stripe.com/error-codes/${code.replaceAll("_", "-")}`;

export const asErrorAnswer = (body: ErrorBody) => ({
  error: { ...body, ...(body.code !== undefined && { doc_url: docUrl(body.code) }) },
});

/** Thrown before the work begins. */
export const wrongParameter = (param: string, code: string | undefined, message: string) =>
  new StripeProblem(400, { type: "invalid_request_error", code, message, param }, false);

export const missingParameter = (param: string) =>
  wrongParameter(param, "parameter_missing", `Missing required param: ${param}.`);

export const noSuch = (kind: string, id: string, param: string) =>
  new StripeProblem(
    404,
    { type: "invalid_request_error", code: "resource_missing", message: `No such ${kind}: '${id}'`, param },
    false,
  );

/** The request is valid, but the current state forbids it. */
export const refused = (code: string | undefined, message: string, more: Partial<ErrorBody> = {}) =>
  new StripeProblem(400, { type: "invalid_request_error", code, message, ...more }, true);

export const wrongCard = (code: string, message: string, param: string) =>
  new StripeProblem(402, { type: "card_error", code, message, param }, true);

export const unauthorized = (message: string, code?: string) =>
  new StripeProblem(401, { type: "invalid_request_error", code, message }, false);

export const send = (reply: FastifyReply, { status, body }: Answer): FastifyReply =>
  reply.code(status).type("application/json; charset=utf-8").send(JSON.stringify(body));

export function sendProblem(reply: FastifyReply, problem: StripeProblem): FastifyReply {
  // As with Stripe: a retry of a stored failure would only replay it.
  if (problem.status === 409) reply.header("stripe-should-retry", "true");
  else if (problem.status >= 500) reply.header("stripe-should-retry", "false");
  return send(reply, asAnswer(problem));
}

export const asAnswer = (problem: StripeProblem): Answer => ({
  status: problem.status,
  body: asErrorAnswer(problem.body),
});

export const apiError = (message: string) => ({ type: "api_error" as const, message });

/** Logs internal errors and hides their details from the caller, as Stripe does. */
export function asProblem(dependencies: Dependencies, error: unknown): StripeProblem {
  if (error instanceof StripeProblem) return error;
  const status = statusOf(error);
  if (status !== undefined && status >= 400 && status < 500) {
    const message = error instanceof Error ? error.message : "Invalid request";
    return new StripeProblem(status, { type: "invalid_request_error", message }, false);
  }
  dependencies.log.error({ err: error }, "the payment sandbox failed");
  return new StripeProblem(500, apiError("An unknown error occurred."), true);
}

const statusOf = (error: unknown): number | undefined =>
  error instanceof Error && "statusCode" in error && typeof error.statusCode === "number"
    ? error.statusCode
    : undefined;
