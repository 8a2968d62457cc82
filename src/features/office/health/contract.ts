import { problemsOf } from "../../../platform/errors.ts";
import { z } from "zod";
import { anyone, endpoint } from "../../../access/policy.ts";

export const problems = problemsOf({
  "503 not-ready": { detail: "The database isn't responding.", retryAfter: 5 },
});

export const health = {
  "GET /health": endpoint({
    summary: "The process is alive",
    access: anyone,
    answer: z.object({ status: z.literal("alive") }),
  }),
  "GET /ready": endpoint({
    summary: "The database answers and its migrations are done",
    access: anyone,
    answer: z.object({ status: z.literal("ready") }),
    errors: [problems["not-ready"]],
  }),
  "GET /openapi.json": endpoint({
    summary: "This document",
    access: anyone,
    answer: z.looseObject({ openapi: z.string() }),
  }),
};
