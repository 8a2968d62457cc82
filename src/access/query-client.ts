import { QueryClient } from "@tanstack/react-query";
import { ApiError } from "../http/client.ts";
import { currentSession, onSession } from "./session-store.ts";

/** Section 9: cache time and backoff are the library's defaults. A 4xx is final. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: (failures, error) =>
        !(error instanceof ApiError && error.status >= 400 && error.status < 500) && failures < 3,
    },
  },
});

const cache = queryClient.getQueryCache();
const forgetUnused = (): void => {
  for (const query of cache.getAll()) if (query.getObserversCount() === 0) cache.remove(query);
};

let hadUser = currentSession().user !== null;
onSession(() => {
  const hasUser = currentSession().user !== null;
  // The keys don't name the user: the next user must not see this one's data.
  if (hadUser && !hasUser) forgetUnused();
  hadUser = hasUser;
});
// Without a session, removing a query that a page shows would fetch it again at once.
cache.subscribe(({ type }) => {
  if (type === "observerRemoved" && !hadUser) forgetUnused();
});
