import { SignJWT, errors, jwtVerify } from "jose";
import { z } from "zod";

export interface MailLink {
  readonly personId: string;
  readonly kinds: readonly string[];
}

export interface MailLinks {
  sign(link: MailLink): Promise<string>;
  /** Undefined if it is not one of ours. */
  verify(token: string): Promise<MailLink | undefined>;
}

const claims = z.object({ sub: z.uuid(), kinds: z.array(z.string()) });
const type = "mail-choices+jwt";

/**
 * The links never expire, because people open old mails too.
 *
 * @param secret at least 32 bytes, shared by all processes
 */
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
