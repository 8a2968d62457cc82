import { queryOptions } from "@tanstack/react-query";
import { openMediaSession } from "./report-to-server.ts";

/** Renews the media cookie long before it expires. */
export const mediaSessionQuery = (email: string) =>
  queryOptions({
    queryKey: ["media session", email],
    queryFn: openMediaSession,
    staleTime: 3_600_000,
  });
