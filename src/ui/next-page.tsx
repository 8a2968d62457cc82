import type { UseInfiniteQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Button } from "./button.tsx";

interface NextPageProps {
  readonly query: Pick<UseInfiniteQueryResult, "hasNextPage" | "isFetchingNextPage" | "fetchNextPage">;
  readonly children: string;
}

export function NextPage({ query, children }: NextPageProps): ReactNode {
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
