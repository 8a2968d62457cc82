import { useQuery } from "@tanstack/react-query";
import { request } from "../../../../access/session.ts";
import { useMember } from "../../../../access/use-guard.ts";
import { ApiError } from "../../../../http/client.ts";

/** Sets a cookie for media, because a `<video>` can't send an access token. */
export async function openMediaSession(): Promise<true> {
  const { ok, status } = await request("/media/session", { method: "POST" });
  if (!ok) throw new ApiError(status, "media-session-refused", "The video couldn't be opened.");
  return true;
}

/** Renews the media cookie long before it expires. */
export function useMediaSession(enabled = true) {
  const { email } = useMember().user;
  return useQuery({
    queryKey: ["media session", email],
    queryFn: openMediaSession,
    staleTime: 3_600_000,
    enabled,
  });
}
