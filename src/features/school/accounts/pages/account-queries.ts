import { queryOptions } from "@tanstack/react-query";
import { ownIdentity } from "../../../../identity/account-client.ts";
import type { Answer } from "../../../../access/api-query.ts";

export type OwnAccount = Answer<"GET /account">;
export type OwnGuardian = NonNullable<OwnAccount["guardian"]>;

/** Milliseconds, until both mailboxes have confirmed. */
const pollInterval = 10_000;

export const identityQuery = queryOptions({
  queryKey: ["identity"],
  queryFn: ownIdentity.read,
  refetchInterval: ({ state }) => (state.data?.change ? pollInterval : false),
});

export const sessionsQuery = queryOptions({
  queryKey: ["identity", "sessions"],
  queryFn: ownIdentity.sessions,
});
