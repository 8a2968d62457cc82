import {
  type Query,
  QueryClient,
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
} from "@tanstack/react-query";
import { ApiError, type CallArguments } from "../http/client.ts";
import type { CallAnswer, CallInput } from "../http/contract.ts";
import type { Contracts } from "../features.ts";
import { api } from "./session.ts";
import { currentSession, onSession } from "./session-store.ts";

type Call = keyof Contracts;

export type Answer<C extends Call> = CallAnswer<Contracts[C]>;
export type Row<C extends Call> = Answer<C> extends readonly (infer Item)[] ? Item : never;

/** The key of one call inside a query that makes several, so that `refetch` finds it. */
export const callKey = (call: Call, ...input: readonly unknown[]): readonly unknown[] => [call, ...input];

export const apiQuery = <C extends Call>(call: C, ...input: CallArguments<Contracts[C]>) =>
  queryOptions({ queryKey: callKey(call, input[0]), queryFn: () => api(call, ...input) });

export const apiPageQuery = <C extends Call>(call: C, input: CallInput<Contracts[C]>) =>
  queryOptions({
    queryKey: callKey(call, input, "page"),
    queryFn: () => api.page(call, input),
    placeholderData: keepPreviousData,
  });

export const listQuery = <Page extends { readonly next: string | undefined }>(
  queryKey: readonly unknown[],
  fetchPage: (cursor: string | undefined) => Promise<Page>,
) =>
  infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam }) => fetchPage(pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
  });

export const apiListQuery = <C extends Call>(
  call: C,
  inputAt: (cursor: string | undefined) => CallInput<Contracts[C]>,
) => listQuery(callKey(call, inputAt(undefined), "list"), (cursor) => api.page(call, inputAt(cursor)));

/** Also refetches calls whose paths begin with these. Resolves when the page is up to date. */
export async function refetchCalls(...calls: readonly (Call | "GET /admin/")[]): Promise<void> {
  const filters = {
    predicate: ({ queryKey: [key] }: Query) => calls.some((call) => String(key).startsWith(call)),
  };
  // Invalidation joins a first load in flight, which may have read the state before the change.
  await queryClient.cancelQueries(filters);
  await queryClient.invalidateQueries(filters);
}

/** A refusal that the same request would get again. A lost session, a timeout and a rate limit pass. */
export const isFinal = (error: unknown): boolean =>
  error instanceof ApiError &&
  error.status >= 400 &&
  error.status < 500 &&
  ![401, 408, 429].includes(error.status);

/** Specification, section 9: cache time and backoff are the library's defaults. A 4xx is final. */
export const queryClient = new QueryClient({
  // By default the library says nothing offline, and sends what was pressed when the connection is back.
  defaultOptions: {
    mutations: { networkMode: "always" },
    queries: {
      networkMode: "always",
      refetchOnReconnect: true,
      retry: (failures, error) =>
        !(error instanceof ApiError && error.status >= 400 && error.status < 500) && failures < 3,
    },
  },
});

const cache = queryClient.getQueryCache();
const forgetUnused = (): void => {
  for (const query of cache.getAll()) if (query.getObserversCount() === 0) cache.remove(query);
};

let hadUser = currentSession().user !== null;
onSession(() => {
  const hasUser = currentSession().user !== null;
  // The keys don't name the user: the next user must not see this one's data.
  if (hadUser && !hasUser) forgetUnused();
  hadUser = hasUser;
});
// Without a session, removing a query that a page shows would fetch it again at once.
cache.subscribe(({ type }) => {
  if (type === "observerRemoved" && !hadUser) forgetUnused();
});
