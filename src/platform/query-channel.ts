import { tracingChannel } from "node:diagnostics_channel";
import type { Queries } from "./replica.ts";

interface QueryEvent {
  /** With placeholders for its values. */
  readonly text: string;
}

/** Tells of each question to a PostgreSQL server. Costs next to nothing while nobody listens. */
export const queryChannel = tracingChannel<string, QueryEvent>("senga.query");

export const announceQueries = (queries: Queries): Queries => ({
  query: (config, values) =>
    queryChannel.tracePromise(() => queries.query(config, values), {
      text: typeof config === "string" ? config : config.text,
    }),
});
