import { SignJWT, errors, jwtVerify } from "jose";
import { z } from "zod";
import { createHmac, timingSafeEqual } from "node:crypto";
import { isId } from "../platform/ids.ts";

interface MailLink {
  readonly personId: string;
  readonly kinds: readonly string[];
}

interface MailLinks {
  sign(link: MailLink): Promise<string>;
  verify(token: string): Promise<MailLink | undefined>;
}

const claims = z.object({ sub: z.uuid(), kinds: z.array(z.string()) });
const type = "mail-choices+jwt";

/** The links never expire, because people open old mails too. */
export function createMailLinks(secret: Uint8Array): MailLinks {
  return {
    sign: ({ personId, kinds }) =>
      new SignJWT({ kinds: [...kinds] })
        .setProtectedHeader({ alg: "HS256", typ: type })
        .setSubject(personId)
        .sign(secret),
    verify: async (token) => {
      try {
        const { payload } = await jwtVerify(token, secret, { algorithms: ["HS256"], typ: type });
        const { sub, kinds } = claims.parse(payload);
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
