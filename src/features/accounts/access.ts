import type { Endpoint } from "../../http/contract.ts";
import type { Role } from "./policy.ts";

/** Who may make a call. Every endpoint declares one of these; the server guards by it, the access matrix tests it. */
export type Access =
  /** Visitors too. The caller is the person when an access token is borne, otherwise undefined. */
  | { readonly as: "anyone" }
  /** The bearer of a valid identity token: somebody the identity provider vouches for, known to us or not. */
  | { readonly as: "identity" }
  /** The payment provider, by the signature on the body. */
  | { readonly as: "stripe" }
  | PersonAccess;

export interface PersonAccess {
  readonly as: "person";
  readonly roles: readonly Role[];
  /** Only what is the caller's own: by the email in the path, or by the record that the path names. */
  readonly own?: "email" | "record";
  /** The roles that reach other people's as well. */
  readonly exceptFor?: readonly Role[];
}

export const anyone = { as: "anyone" } as const;
export const withIdentityToken = { as: "identity" } as const;
export const paymentProvider = { as: "stripe" } as const;

export const only = (...roles: Role[]): PersonAccess => ({ as: "person", roles });
export const onlyOwn = (own: "email" | "record", ...roles: Role[]): PersonAccess => ({
  as: "person",
  roles,
  own,
});

/** Who may call, for the documentation. */
export function describeAccess(access: Access): {
  description: string;
  security: Record<string, string[]>[];
} {
  switch (access.as) {
    case "anyone":
      return { description: "Anyone", security: [] };
    case "identity":
      return { description: "Whoever bears an identity token", security: [{ identityToken: [] }] };
    case "stripe":
      return { description: "The payment provider, by its signature", security: [] };
    case "person": {
      const who = access.roles.join(", ");
      const what = access.own ? ", for what is their own" : "";
      const others = access.exceptFor ? ` (${access.exceptFor.join(", ")}: also for others')` : "";
      return { description: `${who}${what}${others}`, security: [{ accessToken: [] }] };
    }
  }
}

/** Declares an endpoint of this product: the types stay exact for the client and the handlers. */
export const endpoint = <const E extends Endpoint<Access>>(declaration: E): E => declaration;
