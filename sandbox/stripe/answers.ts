import type { FastifyReply } from "fastify";
import type { Answer } from "./call.ts";
import type { Dependencies } from "./sandbox.ts";
import { asErrorAnswer, StripeProblem } from "./problem.ts";

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
