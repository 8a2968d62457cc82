export interface ProblemType {
  readonly code: string;
  readonly status: number;
  readonly detail: string;
  /** Seconds, for the Retry-After header. */
  readonly retryAfter?: number;
  /** The client signs out and opens the login page (section 8). The page shows any other refusal. */
  readonly endsSession?: true;
}

type CodeOf<Key> = Key extends `${number} ${infer Code}` ? Code : never;

/** Problems by their codes, from texts by status and code: `"404 lesson-not-found": "We couldn't …"`. */
/* @__NO_SIDE_EFFECTS__ */
export function problemsOf<
  const Texts extends Readonly<Record<`${number} ${string}`, string | Omit<ProblemType, "code" | "status">>>,
>(texts: Texts): { readonly [Key in keyof Texts as CodeOf<Key>]: ProblemType } {
  const problems = Object.entries(texts).map(([key, text]) => {
    const [status, code = ""] = key.split(" ");
    return [code, { code, status: Number(status), ...(typeof text === "string" ? { detail: text } : text) }];
  });
  return Object.fromEntries(problems) as { readonly [Key in keyof Texts as CodeOf<Key>]: ProblemType };
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
  new Problem({ ...problems["too-many-requests"], retryAfter }, detail);

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

export const problems = problemsOf({
  "401 unauthenticated": "Log in to do this.",
  "403 forbidden": { detail: "Your account can't do that.", endsSession: true },
  "403 account-suspended": {
    detail: "Your account is suspended. If you think this is a mistake, write to us from the Contact page.",
    endsSession: true,
  },
  "404 not-found": "There's nothing at this address.",
  "400 invalid-input": "Some of the information is missing or wrong.",
  "400 malformed-json": "The body is not valid JSON.",
  "415 unsupported-media-type": "Send the body as application/json.",
  "413 body-too-large": "The body is larger than this address accepts.",
  "429 too-many-requests": "Too many requests. Wait a little, then try again.",
  "503 overloaded": "The server is busy. Try again in a moment.",
  "503 outside-service-failed":
    "A service we rely on isn't responding. Nothing is lost; try again in a moment.",
  "503 database-away": {
    detail: "Part of Senga is restarting. Nothing is lost; please try again in a few seconds.",
    retryAfter: 5,
  },
  "500 internal-error": "Something went wrong on our end. Try again in a moment.",
});
