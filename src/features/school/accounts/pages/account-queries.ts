import { queryOptions } from "@tanstack/react-query";
import type { CallAnswer } from "../../../../http/contract.ts";
import { ownIdentity } from "../../../../identity/account-client.ts";
import type { accounts } from "../contract.ts";
import { api } from "../../../../access/session.ts";

export type OwnAccount = CallAnswer<(typeof accounts)["GET /account"]>;
export type OwnGuardian = NonNullable<OwnAccount["guardian"]>;

export const accountQuery = queryOptions({
  queryKey: ["account"],
  queryFn: () => api("GET /account"),
});

/** Milliseconds, while a mailbox has not confirmed yet. */
const pollInterval = 10_000;

export const identityQuery = queryOptions({
  queryKey: ["account", "identity"],
  queryFn: ownIdentity.read,
  refetchInterval: ({ state }) => (state.data?.change ? pollInterval : false),
});

export const sessionsQuery = queryOptions({
  queryKey: ["account", "sessions"],
  queryFn: ownIdentity.sessions,
});
