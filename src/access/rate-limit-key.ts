import { type CountedRequest, visitorOf } from "../http/visitor-rate-limit.ts";
import type { CallerId } from "./caller-id.ts";

/** Counts per user, even behind a shared router. Verifies only the signature, without a database query. */
export const createRateLimitKey =
  (callerId: CallerId) =>
  async (request: CountedRequest): Promise<string> => {
    const person = request.headers.authorization && (await callerId(request).catch(() => undefined));
    return person ? `person ${person.userId}` : visitorOf(request);
  };
