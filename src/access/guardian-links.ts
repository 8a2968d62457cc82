import { createHmac, timingSafeEqual } from "node:crypto";
import { isId } from "../platform/ids.ts";

/** Tokens for a guardian without an account, valid until another address is named. */
export interface GuardianLinks {
  issue(personId: string, guardianEmail: string): string;
  /** Returns the person that a token names; `isGenuine`: it was issued for the guardian's address. */
  read(
    token: string,
  ): { readonly personId: string; readonly isGenuine: (guardianEmail: string) => boolean } | undefined;
}

/** @param secret at least 32 bytes, shared by all processes */
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
