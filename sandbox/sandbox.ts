import type { FastifyInstance } from "fastify";

export interface Sandbox {
  readonly mount: (app: FastifyInstance) => Promise<void>;
  /** Starts background work after the site listens. */
  readonly start?: () => void;
  readonly close?: () => Promise<void>;
}
