import { createRemoteJWKSet, errors, jwtVerify } from "jose";
import { z } from "zod";
import type { Clock } from "../../platform/clock.ts";
import { Problem, problems } from "../../platform/errors.ts";

/** What the identity provider says of somebody. `issuer` and `subject` together name them for good. */
export interface IdentityClaims {
  readonly issuer: string;
  readonly subject: string;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly name: string;
  readonly picture: string;
}

/** All that the API knows of an identity provider; another one takes its place by other values. */
export interface TrustedIssuer {
  readonly issuer: string;
  readonly audience: string;
  readonly jwksUrl: string;
}

// PostgreSQL has no place for NUL in a text.
const text = z.string().regex(/^[^\0]*$/);
const claimsForm = z.object({
  iss: text,
  sub: text.min(1).max(255),
  email: z.email().max(254).toLowerCase(),
  email_verified: z.boolean().default(false),
  name: text.default(""),
  picture: text.default(""),
});

/** Checks an identity token: signature by the issuer's published keys, issuer, audience, expiry. Throws unauthenticated. */
export type VerifyIdentityToken = (token: string) => Promise<IdentityClaims>;

export function createIdentityVerifier(trusted: TrustedIssuer, clock: Clock): VerifyIdentityToken {
  const keys = createRemoteJWKSet(new URL(trusted.jwksUrl), { cooldownDuration: 5_000 });
  return async (token) => {
    try {
      const { payload } = await jwtVerify(token, keys, {
        issuer: trusted.issuer,
        audience: trusted.audience,
        // Asymmetric only: a symmetric or missing signature could be made by anyone who can read the public keys.
        algorithms: ["ES256", "ES384", "RS256", "RS384", "RS512", "PS256", "EdDSA"],
        requiredClaims: ["sub", "exp", "email"],
        clockTolerance: 5,
        currentDate: clock.now(),
      });
      const claims = claimsForm.parse(payload);
      return {
        issuer: claims.iss,
        subject: claims.sub,
        email: claims.email,
        emailVerified: claims.email_verified,
        name: claims.name,
        picture: claims.picture,
      };
    } catch (error) {
      if (error instanceof errors.JWTExpired) {
        throw new Problem(problems.unauthenticated, "Your session has expired. Log in again.");
      }
      if (error instanceof errors.JOSEError && !isKeyServerFailure(error))
        throw new Problem(problems.unauthenticated);
      if (error instanceof z.ZodError) throw new Problem(problems.unauthenticated);
      throw error;
    }
  };
}

/** The keys could not be fetched: that is our failure, not the caller's. */
const isKeyServerFailure = (error: errors.JOSEError): boolean =>
  error instanceof errors.JWKSTimeout || error.code === "ERR_JOSE_GENERIC";
