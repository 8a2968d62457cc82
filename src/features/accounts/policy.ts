export const roles = ["student", "instructor", "admin"] as const;
export type Role = (typeof roles)[number];

/** Whether the role selects and buys classes (section 6: admins and instructors do not). */
export const maySelectClasses = (role: Role): boolean => role === "student";

/** Whether the admin may give the user the role: not one they have, and never their own account (decisions, "Identity"). */
export function mayPromote(
  admin: { readonly id: string },
  user: { readonly id: string; readonly role: Role },
  role: Exclude<Role, "student">,
): boolean {
  return user.id !== admin.id && user.role !== role;
}

/**
 * Whether a person's picture can be given so: a web address, or a drawing or an uploaded picture of this site. No other
 * path of it, since every visitor asks for a picture's address. By http pages show this site's own only, such as the
 * local Google's portraits (web/security-policy.ts).
 */
export function isPictureAddress(address: string): boolean {
  if (/^\/(drawings|images)\/[\w./-]+$/.test(address)) return !address.includes("..");
  if (!/^https?:\/\/[^\s\p{Cc}\\]+$/u.test(address) || !URL.canParse(address)) return false;
  const { username, password } = new URL(address);
  return username === "" && password === "";
}
