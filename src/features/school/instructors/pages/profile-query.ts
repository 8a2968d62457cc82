import { queryOptions } from "@tanstack/react-query";
import type { CallAnswer } from "../../../../http/contract.ts";
import { api } from "../../../../access/session.ts";
import type { instructors } from "../contract.ts";

export type OwnProfile = CallAnswer<(typeof instructors)["GET /instructor/profile/{email}"]>;

/** Never refetched while the form is open. */
export const profileQuery = (email: string) =>
  queryOptions({
    queryKey: ["instructor profile", email],
    queryFn: () => api("GET /instructor/profile/{email}", { params: { email } }),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnReconnect: false,
  });
