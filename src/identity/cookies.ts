import type { FastifyReply, FastifyRequest } from "fastify";

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
