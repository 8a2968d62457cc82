import type { FastifyInstance, FastifyRequest } from "fastify";

export interface Sandbox {
  readonly mount: (app: FastifyInstance) => Promise<void>;
  readonly start?: () => void;
  readonly close?: () => Promise<void>;
}

/** False behind a proxy, even a local one. */
export function isFromThisMachine({ socket, headers }: FastifyRequest): boolean {
  const isLoopback = /^(::1$|(::ffff:)?127\.)/i.test(socket.remoteAddress ?? "");
  return isLoopback && !("x-forwarded-for" in headers) && !("forwarded" in headers);
}
