import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { queryClient } from "../accounts/query-client.ts";
import { api } from "../accounts/session.ts";

const pageSize = 30;

/** The student's selected classes, newest first, page by page. */
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

/**
 * Which of the classes the person has selected and is enrolled in, and how many they have selected in all.
 * @param ids of at most 100 classes, with commas between them; may be empty
 */
export const takenClassesQuery = (email: string, ids: string) =>
  queryOptions({
    queryKey: ["selected classes", email, "taken", ids],
    queryFn: () => api("GET /taken/classes/{email}", { params: { email }, query: ids === "" ? {} : { ids } }),
  });

/** Asks again for all that is shown of the student's selected classes. */
export const refetchSelected = (email: string): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: ["selected classes", email] });
