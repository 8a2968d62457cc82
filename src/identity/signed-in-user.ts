import { Problem } from "../platform/errors.ts";
import type { Auth } from "./auth.ts";
import { identityProblems } from "./problems.ts";

export const asUser = (user: {
  email: string;
  name: string;
  image?: string | null | undefined;
  emailVerified: boolean;
}) => ({
  email: user.email,
  displayName: user.name,
  photoURL: user.image ?? "",
  emailVerified: user.emailVerified,
});

/** Throws token-expired. */
export async function userOf(auth: Auth, headers: Headers) {
  const session = await auth.api.getSession({ headers, query: { disableRefresh: true } });
  if (!session) throw new Problem(identityProblems.sessionExpired);
  return asUser(session.user);
}
