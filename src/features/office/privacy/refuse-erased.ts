import { and, eq } from "drizzle-orm";
import type { AppContext } from "../../../context.ts";
import { Problem, problems } from "../../../platform/errors.ts";
import type { VerifyIdentityToken } from "../../../access/identity-token.ts";
import { erasures } from "./tables.ts";

/**
 * The sign-in of a deleted account exists until the identity provider has removed it. Without this, another open
 * tab would exchange it for a new account. Throws unauthenticated.
 */
export const refuseErased =
  ({ db, verifyIdentity }: Pick<AppContext, "db" | "verifyIdentity">): VerifyIdentityToken =>
  async (token) => {
    const claims = await verifyIdentity(token);
    const isOfSignIn = and(eq(erasures.issuer, claims.issuer), eq(erasures.subject, claims.subject));
    if ((await db.$count(erasures, isOfSignIn)) > 0) throw new Problem(problems.unauthenticated);
    return claims;
  };
