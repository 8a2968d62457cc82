import { infiniteQueryOptions } from "@tanstack/react-query";
import { api } from "../accounts/session.ts";

const pageSize = 30;

export const enrolledClassesQuery = (email: string) =>
  infiniteQueryOptions({
    queryKey: ["enrolled classes", email],
    queryFn: ({ pageParam }) =>
      api.page("GET /enrolled/classes/{email}", {
        params: { email },
        query: { limit: pageSize, cursor: pageParam },
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
  });
