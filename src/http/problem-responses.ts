import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { hasZodFastifySchemaValidationErrors } from "fastify-type-provider-zod";
import { isDatabaseAway } from "../platform/database-away.ts";
import { type FieldProblem, UpstreamError, Problem, type ProblemType, problems } from "../platform/errors.ts";

export function answerProblems(app: FastifyInstance): void {
  app.setErrorHandler<FastifyError | Problem | UpstreamError>((error, request, reply) => {
    const problem = asProblem(error);
    // A Retry-After response is deliberate, so it is not logged as an error.
    if (problem.type.status >= 500 && problem.type.retryAfter === undefined)
      request.log.error({ err: error }, "a request failed");
    return sendProblem(request, reply, problem);
  });
  app.setNotFoundHandler((request, reply) => sendProblem(request, reply, new Problem(problems["not-found"])));
}

export function sendProblem(request: FastifyRequest, reply: FastifyReply, problem: Problem): FastifyReply {
  const { status, retryAfter } = problem.type;
  if (retryAfter !== undefined) reply.header("retry-after", retryAfter);
  return reply
    .code(status)
    .type("application/problem+json")
    .serializer(JSON.stringify)
    .send({ ...problemDocument(problem), requestId: request.id });
}

export function problemDocument({ type, message, fields }: Problem) {
  return {
    type: `urn:senga:problem:${type.code}`,
    title: type.detail,
    status: type.status,
    code: type.code,
    detail: message,
    ...(type.endsSession && { endsSession: true }),
    ...(fields.length > 0 && { fields }),
  };
}

const fastifyProblems: Record<string, ProblemType> = {
  FST_ERR_CTP_INVALID_JSON_BODY: problems["malformed-json"],
  FST_ERR_CTP_EMPTY_JSON_BODY: problems["malformed-json"],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: problems["unsupported-media-type"],
  FST_ERR_CTP_BODY_TOO_LARGE: problems["body-too-large"],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: problems["invalid-input"],
  FST_REQ_FILE_TOO_LARGE: problems["body-too-large"],
};

export function asProblem(error: Error & { code?: string; statusCode?: number }): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof UpstreamError) return new Problem(problems["outside-service-failed"]);
  if (hasZodFastifySchemaValidationErrors(error)) {
    return new Problem(
      problems["invalid-input"],
      undefined,
      error.validation.map((issue): FieldProblem => ({
        field: issue.instancePath.replace(/^\//, "").replaceAll("/", "."),
        message: issue.message ?? "Wrong value",
      })),
    );
  }
  const problemType = fastifyProblems[error.code ?? ""];
  if (problemType) return new Problem(problemType);
  if (isDatabaseAway(error)) return new Problem(problems["database-away"]);
  if (error.statusCode === 429) return new Problem(problems["too-many-requests"]);
  // The JSON parser throws its own SyntaxError with status 400.
  if (error.statusCode === 400) return new Problem(problems["malformed-json"]);
  return new Problem(problems["internal-error"]);
}
