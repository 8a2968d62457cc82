import { Problem } from "../platform/errors.ts";
import { type Auth, type AuthOptions, type GoogleClient, createAuth, discoveryUrlOf } from "./auth.ts";
import { googleProblems, withoutValues } from "./problems.ts";

const timeoutMilliseconds = 5_000;
const retryMilliseconds = 3_000;

/** better-auth drops a provider whose discovery fails, and the sandbox answers only once this process listens. */
export function reachGoogleWhenNeeded(options: AuthOptions, google: GoogleClient): () => Promise<Auth> {
  const reach = async (): Promise<Auth> => {
    try {
      const answer = await fetch(discoveryUrlOf(google), {
        signal: AbortSignal.timeout(timeoutMilliseconds),
      });
      await answer.body?.cancel();
      if (!answer.ok) throw new Error(`The request for its metadata got ${answer.status}`);
      const auth = createAuth(options, google);
      const { socialProviders } = await auth.$context;
      if (socialProviders.length === 0) throw new Error("Its metadata is not usable");
      return auth;
    } catch (error) {
      options.log.warn({ failure: withoutValues(error) }, "Google cannot be reached");
      throw new Problem(googleProblems.unreachable);
    }
  };
  let reached: Promise<Auth> | undefined;
  return () =>
    (reached ??= reach().catch((error: unknown) => {
      setTimeout(() => (reached = undefined), retryMilliseconds).unref();
      throw error;
    }));
}
