import type { FastifyInstance } from "fastify";

export interface Sandbox {
  readonly mount: (app: FastifyInstance) => Promise<void>;
  readonly start?: () => void;
  readonly close?: () => Promise<void>;
}
