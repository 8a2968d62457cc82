import { SignJWT, errors, jwtVerify } from "jose";
import type { Clock } from "../platform/clock.ts";
import { isId } from "../platform/ids.ts";
import type { TokenSubject } from "./queries.ts";

/** 12 hours, because a `<video>` can't renew it. Rights are read from the database on each request. */
export const mediaTokenSeconds = 12 * 3600;

export interface MediaTokens {
  issue(subject: TokenSubject): Promise<string>;
  /** Undefined for a foreign or expired token. */
  verify(token: string): Promise<TokenSubject | undefined>;
}

export function createMediaTokens(secret: Uint8Array, origin: string, clock: Clock): MediaTokens {
  const seconds = () => Math.floor(clock.now().getTime() / 1000);
  return {
    issue: ({ userId, sessionId }) =>
      new SignJWT({ sid: sessionId })
        .setProtectedHeader({ alg: "HS256", typ: "media+jwt" })
        .setSubject(userId)
        .setIssuer(origin)
        .setIssuedAt(seconds())
        .setExpirationTime(seconds() + mediaTokenSeconds)
        .sign(secret),
    verify: async (token) => {
      try {
        const { payload } = await jwtVerify(token, secret, {
          algorithms: ["HS256"],
          typ: "media+jwt",
          issuer: origin,
          requiredClaims: ["sub", "sid", "exp"],
          currentDate: clock.now(),
        });
        const { sub: userId = "", sid: sessionId } = payload;
        return isId(userId) ? { userId, sessionId: String(sessionId) } : undefined;
      } catch (error) {
        if (error instanceof errors.JOSEError) return undefined;
        throw error;
      }
    },
  };
}
