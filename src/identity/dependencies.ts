import type { Auth, AuthOptions } from "./auth.ts";
import type { WithGoogle } from "./google-sign-in.ts";
import type { CallCounts } from "./rate-limit.ts";

export interface IdentityParts {
  readonly options: AuthOptions & { readonly trustedOrigins: readonly string[] };
  readonly auth: Auth;
  readonly counts: CallCounts;
  readonly google: { readonly auth: WithGoogle; readonly isSandbox: boolean } | undefined;
}
