import { type Query, infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Contracts } from "../contracts.ts";
import type { CallArguments } from "../http/client.ts";
import type { CallAnswer, CallInput } from "../http/contract.ts";
import { queryClient } from "./query-client.ts";
import { api } from "./session.ts";

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
