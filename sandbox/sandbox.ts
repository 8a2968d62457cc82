import type { FastifyInstance } from "fastify";

/** A local server that speaks an outside service's protocol, to be put on the site's own address. */
export interface Sandbox {
  /** Puts its pages and calls on the site. */
  readonly mount: (app: FastifyInstance) => Promise<void>;
  /** Begins its background work, once the site answers. */
  readonly start?: () => void;
  readonly close?: () => Promise<void>;
}
