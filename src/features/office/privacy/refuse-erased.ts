import { and, eq } from "drizzle-orm";
import type { AppContext } from "../../../context.ts";
import { Problem, problems } from "../../../platform/errors.ts";
import type { VerifyIdentityToken } from "../../../access/identity-token.ts";
import { erasures } from "./tables.ts";

/** Until the provider removes the sign-in, another tab could register again with it. Throws unauthenticated. */
export const refuseErased =
  ({ db, verifyIdentity }: Pick<AppContext, "db" | "verifyIdentity">): VerifyIdentityToken =>
  async (token) => {
    const claims = await verifyIdentity(token);
    const isOfSignIn = and(eq(erasures.issuer, claims.issuer), eq(erasures.subject, claims.subject));
    if ((await db.$count(erasures, isOfSignIn)) > 0) throw new Problem(problems.unauthenticated);
    return claims;
  };
