import { createRemoteJWKSet, errors, jwtVerify } from "jose";
import { z } from "zod";
import type { Clock } from "../platform/clock.ts";
import { Problem, problems } from "../platform/errors.ts";

export interface IdentityClaims {
  readonly issuer: string;
  readonly subject: string;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly name: string;
  readonly picture: string;
  /** The first day (YYYY-MM-DD) as an adult, according to the issuer. */
  readonly adultOn: string | undefined;
  /** Seconds since 1970 (`auth_time` of OpenID Connect); undefined if the issuer omits it. */
  readonly signedInAt: number | undefined;
  readonly issuedAt: Date;
  /** `sid` of OpenID Connect; empty if the issuer names no session. */
  readonly sessionId: string;
}

export interface TrustedIssuer {
  readonly issuer: string;
  readonly audience: string;
  readonly jwksUrl: string;
}

// PostgreSQL text can't contain NUL.
const text = z.string().regex(/^[^\0]*$/);
const claimsSchema = z.object({
  iss: text,
  sub: text.min(1).max(255),
  email: z.email().max(254).toLowerCase(),
  email_verified: z.boolean().default(false),
  name: text.default(""),
  picture: text.default(""),
  adult_on: z.iso.date().optional(),
  auth_time: z.int().optional(),
  sid: text.max(255).default(""),
  iat: z.int(),
});

export type VerifyIdentityToken = (token: string) => Promise<IdentityClaims>;

export function createIdentityVerifier(trusted: TrustedIssuer, clock: Clock): VerifyIdentityToken {
  const keys = createRemoteJWKSet(new URL(trusted.jwksUrl), { cooldownDuration: 5_000 });
  return async (token) => {
    try {
      const { payload } = await jwtVerify(token, keys, {
        issuer: trusted.issuer,
        audience: trusted.audience,
        // Asymmetric only: a public key must never verify an HMAC.
        algorithms: ["ES256", "ES384", "RS256", "RS384", "RS512", "PS256", "EdDSA"],
        requiredClaims: ["sub", "exp", "email"],
        clockTolerance: 5,
        currentDate: clock.now(),
      });
      const claims = claimsSchema.parse(payload);
      return {
        issuer: claims.iss,
        subject: claims.sub,
        email: claims.email,
        emailVerified: claims.email_verified,
        name: claims.name,
        picture: claims.picture,
        adultOn: claims.adult_on,
        signedInAt: claims.auth_time,
        issuedAt: new Date(claims.iat * 1000),
        sessionId: claims.sid,
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

/** Failed key downloads are server errors, not invalid tokens. */
const isKeyServerFailure = (error: errors.JOSEError): boolean =>
  error instanceof errors.JWKSTimeout || error.code === "ERR_JOSE_GENERIC";
