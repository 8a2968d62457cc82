import { and, eq } from "drizzle-orm";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { z } from "zod";
import type { Database } from "../platform/database.ts";
import { Problem } from "../platform/errors.ts";
import type { Auth } from "./auth.ts";
import type { inputs } from "./inputs.ts";
import { identityProblems } from "./problems.ts";
import { accounts, sessions, users } from "./tables.ts";

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

/** Throws wrong-password also if the password changes during the call, which ends all sessions but not this new one. */
export async function signIn(db: Database, { api }: Auth, body: z.output<typeof inputs.signIn>) {
  const findHash = async () => {
    const isPassword = and(eq(accounts.userId, users.id), eq(accounts.providerId, "credential"));
    const rows = await db
      .select({ hash: accounts.password })
      .from(accounts)
      .innerJoin(users, isPassword)
      .where(eq(users.email, body.email));
    return rows[0]?.hash;
  };
  const before = await findHash();
  const answer = await api.signInEmail({ body, headers: new Headers(), returnHeaders: true });
  if ((await findHash()) === before) return answer;
  await db.delete(sessions).where(eq(sessions.token, answer.response.token));
  throw new Problem(identityProblems.wrongPassword);
}
