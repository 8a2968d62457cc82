import { queryOptions } from "@tanstack/react-query";
import { queryClient } from "../accounts/query-client.ts";
import { api } from "../accounts/session.ts";

/** The student's selected classes, newest first. */
export const selectedClassesQuery = (email: string) =>
  queryOptions({
    queryKey: ["selected classes", email],
    queryFn: () => api("GET /selected/classes/{email}", { params: { email }, query: {} }),
  });

export const selectedClassQuery = (email: string, id: string) =>
  queryOptions({
    queryKey: ["selected classes", email, id],
    queryFn: () => api("GET /selected/class/{email}/{id}", { params: { email, id } }),
  });

/** Asks again for the student's selected classes. */
export const refetchSelected = (email: string): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: selectedClassesQuery(email).queryKey });
