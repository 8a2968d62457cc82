import type { FastifyInstance } from "fastify";
import { answerCall, type Endpoint } from "./answer-call.ts";
import { cancelIntent, captureIntent } from "./authorizations.ts";
import { answerChallenge, confirmIntent } from "./confirm-intent.ts";
import { createIntent } from "./create-intent.ts";
import { listDisputes } from "./disputes.ts";
import { listEvents } from "./events.ts";
import { listIntents, openCardForm, retrieveIntent } from "./read-intents.ts";
import { apiVersion } from "./objects.ts";
import type { Dependencies } from "./sandbox.ts";
import { StripeProblem, asProblem, sendProblem } from "./problem.ts";
import { createRefund, listRefunds } from "./refunds.ts";
import { newStripeId } from "./stripe-ids.ts";

/** The supported subset, under /v1. https://docs.stripe.com/api */
export const stripeEndpoints: readonly Endpoint[] = [
  { method: "POST", url: "/payment_intents", target: "create", run: createIntent },
  { method: "GET", url: "/payment_intents", run: listIntents },
  {
    method: "GET",
    url: "/payment_intents/:id",
    target: "retrieve",
    isForBrowsers: true,
    run: retrieveIntent,
  },
  {
    method: "POST",
    url: "/payment_intents/:id/confirm",
    target: "confirm",
    isForBrowsers: true,
    run: confirmIntent,
  },
  { method: "POST", url: "/payment_intents/:id/capture", target: "capture", run: captureIntent },
  { method: "POST", url: "/payment_intents/:id/cancel", target: "cancel", run: cancelIntent },
  { method: "POST", url: "/refunds", target: "refund", run: createRefund },
  { method: "GET", url: "/refunds", run: listRefunds },
  { method: "GET", url: "/disputes", run: listDisputes },
  { method: "GET", url: "/events", run: listEvents },
];

/** For the card form and the 3-D Secure window, under /sandbox/stripe. Stripe does not publish its equivalents. */
export const browserEndpoints: readonly Endpoint[] = [
  { method: "POST", url: "/card-form", isForBrowsers: true, run: openCardForm },
  { method: "POST", url: "/challenge", isForBrowsers: true, run: answerChallenge },
];

export function serveEndpoints(
  scope: FastifyInstance,
  dependencies: Dependencies,
  endpoints: readonly Endpoint[],
): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string" },
    (_request, body, parsed) => parsed(null, body),
  );
  scope.addHook("onRequest", async (_request, reply) => {
    reply.headers({
      "request-id": newStripeId("req"),
      "stripe-version": apiVersion,
      "cache-control": "no-cache, no-store",
    });
  });
  scope.setErrorHandler((error, _request, reply) => sendProblem(reply, asProblem(dependencies, error)));
  for (const endpoint of endpoints) {
    scope.route({
      method: endpoint.method,
      url: endpoint.url,
      exposeHeadRoute: false,
      bodyLimit: 65_536,
      handler: (request, reply) => answerCall(dependencies, endpoint, request, reply),
    });
  }
}

export function answerUnknownAddresses(scope: FastifyInstance): void {
  scope.setNotFoundHandler((request, reply) => {
    const [path = ""] = request.url.split("?", 1);
    const message = `Unrecognized request URL (${request.method}: ${path}). (Senga's payment sandbox has only a part of Stripe's API.)`;
    return sendProblem(reply, new StripeProblem(404, { type: "invalid_request_error", message }, false));
  });
}
