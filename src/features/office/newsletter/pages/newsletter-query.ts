import { queryOptions } from "@tanstack/react-query";
import type { CallAnswer } from "../../../../http/contract.ts";
import { queryClient } from "../../../../access/query-client.ts";
import { api } from "../../../../access/session.ts";
import type { newsletter as contract } from "../contract.ts";

export type NewsletterOverview = CallAnswer<(typeof contract)["GET /admin/newsletter"]>;
export type NewsletterDraft = NonNullable<NewsletterOverview["draft"]>;
export type NewsletterIssue = NewsletterOverview["issues"][number];

const newsletter = "newsletter";

/** Polls while mails go out, to show the progress. */
export const newsletterQuery = queryOptions({
  queryKey: [newsletter],
  queryFn: () => api("GET /admin/newsletter"),
  refetchInterval: ({ state: { data } }) =>
    data?.issues.some(({ finishedAt }) => finishedAt === null) ? 3000 : 30_000,
});

export const refetchNewsletter = (): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: [newsletter] });

export async function fetchSubscribers() {
  const all: CallAnswer<(typeof contract)["GET /admin/newsletter/subscribers"]> = [];
  let cursor: string | undefined;
  do {
    const page = await api.page("GET /admin/newsletter/subscribers", { query: { limit: 100, cursor } });
    all.push(...page.rows);
    cursor = page.next;
  } while (cursor !== undefined);
  return all;
}
