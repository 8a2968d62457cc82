import { SignJWT, errors, jwtVerify } from "jose";
import type { Clock } from "../../platform/clock.ts";
import { Problem, problems } from "../../platform/errors.ts";
import { isId } from "../../platform/ids.ts";

/** Seconds that an access token lives (decisions, "Identity and access": 15 minutes). */
const accessTokenSeconds = 15 * 60;

/** The product's own tokens. They say who, never which role: roles are read from the database at each request. */
export interface AccessTokens {
  issue(userId: string): Promise<string>;
  /** The user's id. Throws unauthenticated. */
  verify(token: string): Promise<string>;
}

/**
 * @param secret at least 32 bytes, the same in every process of the installation
 * @param origin the product's own address: issuer and audience
 */
export function createAccessTokens(secret: Uint8Array, origin: string, clock: Clock): AccessTokens {
  const seconds = () => Math.floor(clock.now().getTime() / 1000);
  return {
    issue: (userId) =>
      new SignJWT()
        .setProtectedHeader({ alg: "HS256", typ: "at+jwt" })
        .setSubject(userId)
        .setIssuer(origin)
        .setAudience(origin)
        .setIssuedAt(seconds())
        .setExpirationTime(seconds() + accessTokenSeconds)
        .sign(secret),
    verify: async (token) => {
      try {
        const { payload } = await jwtVerify(token, secret, {
          algorithms: ["HS256"],
          typ: "at+jwt",
          issuer: origin,
          audience: origin,
          requiredClaims: ["sub", "exp"],
          currentDate: clock.now(),
        });
        // A subject of another form is nobody's, and no query takes it.
        if (!isId(payload.sub ?? "")) throw new Problem(problems.unauthenticated);
        return payload.sub as string;
      } catch (error) {
        if (error instanceof errors.JOSEError) throw new Problem(problems.unauthenticated);
        throw error;
      }
    },
  };
}
