import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { queryClient } from "../../../../access/query-client.ts";
import { api } from "../../../../access/session.ts";

const pageSize = 30;

export const selectedClassesQuery = (email: string) =>
  infiniteQueryOptions({
    queryKey: ["selected classes", email, "list"],
    queryFn: ({ pageParam }) =>
      api.page("GET /selected/classes/{email}", {
        params: { email },
        query: { limit: pageSize, cursor: pageParam },
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
  });

export const selectedClassQuery = (email: string, id: string) =>
  queryOptions({
    queryKey: ["selected classes", email, id],
    queryFn: () => api("GET /selected/class/{email}/{id}", { params: { email, id } }),
  });

/** @param ids at most 100 class ids, comma-separated; may be empty */
export const takenClassesQuery = (email: string, ids: string) =>
  queryOptions({
    queryKey: ["selected classes", email, "taken", ids],
    queryFn: () => api("GET /taken/classes/{email}", { params: { email }, query: ids === "" ? {} : { ids } }),
  });

export const refetchSelected = (email: string): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: ["selected classes", email] });
