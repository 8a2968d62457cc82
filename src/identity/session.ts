import type { FastifyReply, FastifyRequest } from "fastify";
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
export async function sessionOf({ api }: Auth, headers: Headers) {
  const session = await api.getSession({ headers, query: { disableRefresh: true } });
  if (!session) throw new Problem(identityProblems.sessionExpired);
  return session;
}

/** Throws token-expired. */
export const userOf = async (auth: Auth, headers: Headers) => asUser((await sessionOf(auth, headers)).user);

export const cookiesOf = ({ headers: { cookie } }: FastifyRequest): Headers =>
  new Headers(cookie ? { cookie } : {});

export function setCookies(reply: FastifyReply, headers: Headers | null | undefined): void {
  const cookies = headers?.getSetCookie() ?? [];
  if (cookies.length > 0) reply.header("set-cookie", cookies);
}

export async function withCookies<Answer>(
  reply: FastifyReply,
  call: Promise<{ headers?: Headers | null | undefined; response: Answer }>,
): Promise<Answer> {
  const { headers, response } = await call;
  setCookies(reply, headers);
  return response;
}
