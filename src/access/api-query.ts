import { type Query, infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Contracts } from "../contracts.ts";
import type { CallArguments } from "../http/client.ts";
import type { CallAnswer, CallInput } from "../http/contract.ts";
import { queryClient } from "./query-client.ts";
import { api } from "./session.ts";

type Call = keyof Contracts;

/** An endpoint's answer, as it comes out of JSON. */
export type Answer<C extends Call> = CallAnswer<Contracts[C]>;
/** One row of a list that an endpoint answers. */
export type Row<C extends Call> = Answer<C> extends readonly (infer Item)[] ? Item : never;

/** For queries that make several calls: the key of one of them, by which `refetch` finds it. */
export const callKey = (call: Call, ...input: readonly unknown[]): readonly unknown[] => [call, ...input];

export const apiQuery = <C extends Call>(call: C, ...input: CallArguments<Contracts[C]>) =>
  queryOptions({ queryKey: callKey(call, input[0]), queryFn: () => api(call, ...input) });

/** One page of a list. The previous page stays until the next one is there. */
export const apiPageQuery = <C extends Call>(call: C, input: CallInput<Contracts[C]>) =>
  queryOptions({
    queryKey: callKey(call, input, "page"),
    queryFn: () => api.page(call, input),
    placeholderData: keepPreviousData,
  });

/** The pages of a list so far. `next` is the cursor of the page after. */
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

/** Of these calls, and of those whose paths begin with theirs. Resolves when what the page shows is up to date. */
export async function refetchCalls(...calls: readonly (Call | "GET /admin/")[]): Promise<void> {
  const filters = {
    predicate: ({ queryKey: [key] }: Query) => calls.some((call) => String(key).startsWith(call)),
  };
  // A first load under way may have read what was before the change, and invalidation alone would settle for it.
  await queryClient.cancelQueries(filters);
  await queryClient.invalidateQueries(filters);
}
