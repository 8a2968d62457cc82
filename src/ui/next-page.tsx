import type { UseInfiniteQueryResult } from "@tanstack/react-query";
import { Button } from "./button.tsx";

interface NextPageProps {
  readonly query: Pick<UseInfiniteQueryResult, "hasNextPage" | "isFetchingNextPage" | "fetchNextPage">;
  readonly children: string;
}

export function NextPage({ query, children }: NextPageProps) {
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  return (
    hasNextPage && (
      <p className="cluster page-links">
        <Button look="quiet" busy={isFetchingNextPage && "Loading…"} onClick={() => void fetchNextPage()}>
          {children}
        </Button>
      </p>
    )
  );
}
