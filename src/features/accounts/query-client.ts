import { QueryClient } from "@tanstack/react-query";
import { ApiError } from "../../http/client.ts";

/**
 * What the pages have asked the API, kept for five minutes; a question is asked again three times with growing pauses
 * of up to 30 seconds (section 9: the library's own constants). A refusal is an answer: asking again would not change it.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: (failures, error) =>
        !(error instanceof ApiError && error.status >= 400 && error.status < 500) && failures < 3,
    },
  },
});
