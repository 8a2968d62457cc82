export interface ProblemType {
  readonly code: string;
  readonly status: number;
  readonly detail: string;
  /** Seconds, for the Retry-After header. */
  readonly retryAfter?: number;
  /** The client signs out and opens the login page (section 8). The page shows any other refusal. */
  readonly endsSession?: true;
}

export interface FieldProblem {
  readonly field: string;
  readonly message: string;
}

/** Becomes an RFC 9457 response. Any other error is a bug and becomes a 500. */
export class Problem extends Error {
  readonly type: ProblemType;
  readonly fields: readonly FieldProblem[];

  constructor(type: ProblemType, detail: string = type.detail, fields: readonly FieldProblem[] = []) {
    super(detail);
    this.name = "Problem";
    this.type = type;
    this.fields = fields;
  }
}

/** In the pages bundle too, which has its own copy of the class, so that `instanceof` fails there. */
export const isProblem = (error: unknown): error is Problem =>
  error instanceof Error && error.name === "Problem";

export const tooManyRequests = (retryAfter: number, detail?: string): Problem =>
  new Problem({ ...problems.tooManyRequests, retryAfter }, detail);

export class UpstreamError extends Error {
  readonly service: string;
  readonly isTransient: boolean;
  /** Without a response, the service may have done the work. */
  readonly hasResponse: boolean;

  constructor(
    service: string,
    { isTransient, hasResponse }: { isTransient: boolean; hasResponse: boolean },
    cause: unknown,
  ) {
    super(`${service}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
    this.name = "UpstreamError";
    this.service = service;
    this.isTransient = isTransient;
    this.hasResponse = hasResponse;
  }
}

export const problems = {
  unauthenticated: { code: "unauthenticated", status: 401, detail: "Log in to do this." },
  forbidden: { code: "forbidden", status: 403, detail: "Your account can't do that.", endsSession: true },
  suspended: {
    code: "account-suspended",
    status: 403,
    detail: "Your account is suspended. If you think this is a mistake, write to us from the Contact page.",
    endsSession: true,
  },
  notFound: { code: "not-found", status: 404, detail: "There's nothing at this address." },
  invalidInput: {
    code: "invalid-input",
    status: 400,
    detail: "Some of the information is missing or wrong.",
  },
  malformedJson: { code: "malformed-json", status: 400, detail: "The body is not valid JSON." },
  unsupportedMediaType: {
    code: "unsupported-media-type",
    status: 415,
    detail: "Send the body as application/json.",
  },
  bodyTooLarge: {
    code: "body-too-large",
    status: 413,
    detail: "The body is larger than this address accepts.",
  },
  tooManyRequests: {
    code: "too-many-requests",
    status: 429,
    detail: "Too many requests. Wait a little, then try again.",
  },
  overloaded: { code: "overloaded", status: 503, detail: "The server is busy. Try again in a moment." },
  upstreamFailure: {
    code: "outside-service-failed",
    status: 503,
    detail: "A service we rely on isn't responding. Nothing is lost; try again in a moment.",
  },
  databaseAway: {
    code: "database-away",
    status: 503,
    detail: "Part of Senga is restarting. Nothing is lost; please try again in a few seconds.",
    retryAfter: 5,
  },
  internal: {
    code: "internal-error",
    status: 500,
    detail: "Something went wrong on our end. Try again in a moment.",
  },
} as const satisfies Record<string, ProblemType>;

/** Of Node, PostgreSQL, Fastify or our API: `ENOENT`, `23505`, `too-young`. Empty if there is none. */
export const codeOf = (error: unknown): string =>
  typeof error === "object" && error !== null && "code" in error && typeof error.code === "string"
    ? error.code
    : "";
