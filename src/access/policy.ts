import type { Endpoint } from "../http/contract.ts";

export const roles = ["student", "instructor", "admin"] as const;
export type Role = (typeof roles)[number];

export const formerMember = "Former member";

export const maySelectClasses = (role: Role): boolean => role === "student";

/** Admins cannot change their own role (decisions, "Identity"). */
export const mayChangeRole = (
  admin: { readonly id: string },
  user: { readonly id: string; readonly role: Role },
  role: Role,
): boolean => user.id !== admin.id && user.role !== role;

export type Access =
  /** The caller is undefined without an access token. */
  | { readonly as: "anyone" }
  /** Any holder of a valid identity token, with or without a user record. */
  | { readonly as: "identity" }
  | { readonly as: "stripe" }
  | PersonAccess;

export interface PersonAccess {
  readonly as: "person";
  readonly roles: readonly Role[];
  /** `email`: the path parameter; `record`: checked by the query of the handler. */
  readonly own?: "email" | "record";
  readonly exceptFor?: readonly Role[];
}

export const anyone = { as: "anyone" } as const;
export const withIdentityToken = { as: "identity" } as const;
export const paymentProvider = { as: "stripe" } as const;

export const only = (...allowed: Role[]): PersonAccess => ({ as: "person", roles: allowed });
export const onlyOwn = (own: "email" | "record", ...allowed: Role[]): PersonAccess => ({
  as: "person",
  roles: allowed,
  own,
});
/** What an instructor has, and an admin may open too. */
export const ownOrAdmin: PersonAccess = {
  as: "person",
  roles: ["instructor", "admin"],
  own: "record",
  exceptFor: ["admin"],
};
export const ownEmailOrAdmin: PersonAccess = { as: "person", roles, own: "email", exceptFor: ["admin"] };

export function describeAccess(access: Access): {
  description: string;
  security: Record<string, string[]>[];
} {
  switch (access.as) {
    case "anyone":
      return { description: "Anyone", security: [] };
    case "identity":
      return { description: "Any holder of an identity token", security: [{ identityToken: [] }] };
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

export const endpoint = <const E extends Endpoint<Access>>(declaration: E): E => declaration;
