import { SignJWT, errors, jwtVerify } from "jose";
import type { Clock } from "../platform/clock.ts";
import { Problem, problems } from "../platform/errors.ts";
import { isId } from "../platform/ids.ts";
import type { TokenSubject } from "./queries.ts";
import { z } from "zod";
import { createHmac, timingSafeEqual } from "node:crypto";

/** 15 minutes (decisions, "Identity and access"). */
const accessTokenSeconds = 15 * 60;

/** Tokens carry no role: `authorize` reads the role from the database on each request. */
export interface AccessTokens {
  issue(userId: string, sessionId?: string): Promise<string>;
  verify(token: string): Promise<TokenSubject>;
}

/** @param secret at least 32 bytes, shared by all processes */
export function createAccessTokens(secret: Uint8Array, origin: string, clock: Clock): AccessTokens {
  const seconds = () => Math.floor(clock.now().getTime() / 1000);
  return {
    issue: (userId, sessionId = "") =>
      new SignJWT({ sid: sessionId })
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
        const { sub = "", sid } = payload;
        // PostgreSQL rejects a non-UUID in a query.
        if (!isId(sub)) throw new Problem(problems.unauthenticated);
        // Processes of an earlier version name no session.
        return { userId: sub, sessionId: typeof sid === "string" ? sid : "" };
      } catch (error) {
        if (error instanceof errors.JOSEError) throw new Problem(problems.unauthenticated);
        throw error;
      }
    },
  };
}

/** 12 hours, because a `<video>` can't renew it. Rights are read from the database on each request. */
export const mediaTokenSeconds = 12 * 3600;

interface MediaTokens {
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

interface MailLink {
  readonly personId: string;
  readonly kinds: readonly string[];
}

interface MailLinks {
  sign(link: MailLink): Promise<string>;
  verify(token: string): Promise<MailLink | undefined>;
}

const mailClaims = z.object({ sub: z.uuid(), kinds: z.array(z.string()) });
const mailType = "mail-choices+jwt";

/** The links never expire, because people open old mails too. */
export function createMailLinks(secret: Uint8Array): MailLinks {
  return {
    sign: ({ personId, kinds }) =>
      new SignJWT({ kinds: [...kinds] })
        .setProtectedHeader({ alg: "HS256", typ: mailType })
        .setSubject(personId)
        .sign(secret),
    verify: async (token) => {
      try {
        const { payload } = await jwtVerify(token, secret, { algorithms: ["HS256"], typ: mailType });
        const { sub, kinds } = mailClaims.parse(payload);
        return { personId: sub, kinds };
      } catch (error) {
        if (error instanceof errors.JOSEError) return undefined;
        throw error;
      }
    },
  };
}

/** Tokens for a guardian without an account, valid until another email is named. */
interface GuardianLinks {
  issue(personId: string, guardianEmail: string): string;
  /** `isGenuine`: the token was issued for the guardian's email. */
  read(
    token: string,
  ): { readonly personId: string; readonly isGenuine: (guardianEmail: string) => boolean } | undefined;
}

export function createGuardianLinks(secret: Uint8Array): GuardianLinks {
  const sign = (personId: string, guardianEmail: string): Buffer =>
    createHmac("sha256", secret).update(`${personId} ${guardianEmail}`).digest();
  return {
    issue: (personId, guardianEmail) => `${personId}.${sign(personId, guardianEmail).toString("base64url")}`,
    read: (token) => {
      const [personId = "", signature = "", ...more] = token.split(".");
      if (!isId(personId) || more.length > 0) return undefined;
      const given = Buffer.from(signature, "base64url");
      return {
        personId,
        isGenuine: (guardianEmail) => {
          const genuine = sign(personId, guardianEmail);
          return given.length === genuine.length && timingSafeEqual(given, genuine);
        },
      };
    },
  };
}
