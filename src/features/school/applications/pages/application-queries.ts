import { queryOptions } from "@tanstack/react-query";
import { queryClient } from "../../../../access/query-client.ts";
import { api } from "../../../../access/session.ts";

export const applicationQuery = (email: string) =>
  queryOptions({
    queryKey: ["application to teach", email],
    queryFn: () => api("GET /teaching/application/{email}", { params: { email } }),
  });

export const refetchApplication = (email: string): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: applicationQuery(email).queryKey });
