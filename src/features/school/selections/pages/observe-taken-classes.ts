import { QueryObserver } from "@tanstack/react-query";
import { apiQuery, queryClient, refetchCalls } from "../../../../access/api-query.ts";

export interface TakenClasses {
  readonly isLoading: boolean;
  readonly selected: ReadonlySet<string>;
  readonly enrolled: ReadonlySet<string>;
  /** All selected classes, not only those on the page. */
  readonly selectedCount: number;
}

export function observeTakenClasses(
  email: string,
  ids: string,
  onChange: (taken: TakenClasses) => void,
): () => void {
  const observer = new QueryObserver(
    queryClient,
    apiQuery("GET /taken/classes/{email}", { params: { email }, query: ids === "" ? {} : { ids } }),
  );
  const notify = (): void => {
    const { data, isLoading } = observer.getCurrentResult();
    onChange({
      isLoading,
      selected: new Set(data?.selected),
      enrolled: new Set(data?.enrolled),
      selectedCount: data?.selectedCount ?? 0,
    });
  };
  const unsubscribe = observer.subscribe(notify);
  notify();
  return unsubscribe;
}

export const refetchSelections = () =>
  refetchCalls("GET /selected/classes/{email}", "GET /taken/classes/{email}");
