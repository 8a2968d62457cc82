export const roles = ["student", "instructor", "admin"] as const;
export type Role = (typeof roles)[number];

/** Whether the role selects and buys classes (section 6: admins and instructors do not). */
export const maySelectClasses = (role: Role): boolean => role === "student";

/** Whether the admin may give the user the role: not one they have, and never their own account (decisions, "Identity"). */
export const mayChangeRole = (
  admin: { readonly id: string },
  user: { readonly id: string; readonly role: Role },
  role: Role,
): boolean => user.id !== admin.id && user.role !== role;
