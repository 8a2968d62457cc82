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
