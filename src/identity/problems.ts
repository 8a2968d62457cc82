import { isAPIError } from "better-auth/api";
import { isDatabaseAway } from "../platform/database-away.ts";
import { Problem, type ProblemType, problems } from "../platform/errors.ts";
import type { Log } from "../platform/log.ts";

/** Codes follow section 8. */
export const identityProblems = {
  wrongPassword: { code: "wrong-password", status: 401, detail: "Wrong email or password." },
  emailAlreadyInUse: {
    code: "email-already-in-use",
    status: 409,
    detail:
      "An account with this email already exists. Log in, or reset your password if you've forgotten it.",
  },
  weakPassword: { code: "weak-password", status: 400, detail: "This password is too weak." },
  sessionExpired: { code: "token-expired", status: 401, detail: "Your session has expired. Log in again." },
  linkExpired: {
    code: "token-expired",
    status: 400,
    detail: "This link has expired or has already been used. Request a new one.",
  },
  wrongCurrentPassword: {
    code: "wrong-password",
    status: 400,
    detail: "This isn't your current password.",
  },
  noPassword: {
    code: "no-password",
    status: 409,
    detail: "Your account has no password yet. We can email you a link to set one.",
  },
  emailOfGoogle: {
    code: "email-of-google",
    status: 409,
    detail:
      "You log in with Google, so your email is Google's. Set a password first, then you can change the email.",
  },
  emailTakenMeanwhile: {
    code: "email-already-in-use",
    status: 409,
    detail: "Someone has opened an account with this address in the meantime. Your email hasn't changed.",
  },
  unauthorizedDomain: {
    code: "unauthorized-domain",
    status: 403,
    detail: "You can't log in from this web address.",
  },
} as const satisfies Record<string, ProblemType>;

export const googleProblems = {
  closed: { code: "popup-closed-by-user", status: 403, detail: "You canceled the Google login." },
  accountExists: {
    code: "account-exists-with-different-credential",
    status: 409,
    detail:
      "There's an account with this email, and Google hasn't confirmed that the email is yours. Log in with your password.",
  },
  otherAccount: {
    code: "user-mismatch",
    status: 403,
    detail: "That's a different Google account. Choose the one you use for Senga.",
  },
  tooLate: {
    code: "token-expired",
    status: 400,
    detail: "This login took too long, or you started another one. Try again.",
  },
  unreachable: {
    code: "network-request-failed",
    status: 503,
    detail: "Google isn't responding right now. Try again, or log in with your password.",
  },
  notOffered: {
    code: "google-not-offered",
    status: 404,
    detail: "Logging in with Google isn't set up here.",
  },
  wrongAddress: {
    code: "auth-domain-config-required",
    status: 400,
    detail: "Logging in with Google only works at the site's main address.",
  },
  tooMany: problems["too-many-requests"],
  internal: problems["internal-error"],
} as const satisfies Record<string, ProblemType>;

const byLibraryCode: Record<string, ProblemType> = {
  INVALID_EMAIL_OR_PASSWORD: identityProblems.wrongPassword,
  // Only sign-in reaches this code, where an impossible password is a wrong password.
  PASSWORD_TOO_LONG: identityProblems.wrongPassword,
  INVALID_TOKEN: identityProblems.linkExpired,
  TOKEN_EXPIRED: identityProblems.linkExpired,
  USER_NOT_FOUND: identityProblems.linkExpired,
  UNAUTHORIZED: identityProblems.sessionExpired,
  FAILED_TO_GET_SESSION: identityProblems.sessionExpired,
};

const byCallbackError: Record<string, ProblemType> = {
  access_denied: googleProblems.closed,
  account_not_linked: googleProblems.accountExists,
  state_mismatch: googleProblems.tooLate,
  state_not_found: googleProblems.tooLate,
  state_invalid: googleProblems.tooLate,
};

export const googleProblemOf = (callbackError: string): ProblemType =>
  byCallbackError[callbackError] ?? googleProblems.internal;

export function asProblem(error: unknown, log: Log): unknown {
  if (error instanceof Problem || isRefusalOfFastify(error)) return error;
  const type = isAPIError(error) ? byLibraryCode[error.body?.code ?? ""] : undefined;
  // better-auth reports a failed session lookup with the code of a missing session.
  const couldNotLook =
    isAPIError(error) && error.statusCode >= 500 && type === identityProblems.sessionExpired;
  if (couldNotLook || isDatabaseAway(error)) return new Problem(problems["database-away"]);
  if (type) return new Problem(type);
  log.error({ failure: withoutValues(error) }, "the identity service failed");
  return new Problem(problems["internal-error"]);
}

const isRefusalOfFastify = (error: unknown): boolean =>
  error instanceof Error && "statusCode" in error && "code" in error && String(error.code).startsWith("FST_");

/** The message of a failed query contains its parameters (names, emails); the cause does not. */
export function withoutValues(error: unknown): {
  name: string;
  message: string;
  code?: string;
  stack?: string;
} {
  if (!(error instanceof Error)) return { name: typeof error, message: "" };
  const cause: NodeJS.ErrnoException = error.cause instanceof Error ? error.cause : error;
  const { name, message, stack = "", code } = cause;
  return { name, message, ...(code && { code }), stack };
}
