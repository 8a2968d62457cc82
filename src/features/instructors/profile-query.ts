import { queryOptions } from "@tanstack/react-query";
import type { CallAnswer } from "../../http/contract.ts";
import { queryClient } from "../accounts/query-client.ts";
import { api } from "../accounts/session.ts";
import type { instructors } from "./contract.ts";

export type OwnProfile = CallAnswer<(typeof instructors)["GET /instructor/profile/{email}"]>;

/** The profile as it stands when the page opens, left alone while it is edited. */
export const profileQuery = (email: string) =>
  queryOptions({
    queryKey: ["instructor profile", email],
    queryFn: () => api("GET /instructor/profile/{email}", { params: { email } }),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnReconnect: false,
  });

export const refetchProfile = (email: string): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: ["instructor profile", email] });
