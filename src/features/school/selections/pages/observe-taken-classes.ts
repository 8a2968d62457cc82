import { QueryObserver } from "@tanstack/react-query";
import { queryClient } from "../../../../access/query-client.ts";
import { takenClassesQuery } from "./selection-queries.ts";

export interface TakenClasses {
  readonly isLoading: boolean;
  readonly selected: ReadonlySet<string>;
  readonly enrolled: ReadonlySet<string>;
  /** All selected classes, not only those on the page. */
  readonly selectedCount: number;
}

/** @param ids class ids, comma-separated */
export function observeTakenClasses(
  email: string,
  ids: string,
  onChange: (taken: TakenClasses) => void,
): () => void {
  const observer = new QueryObserver(queryClient, takenClassesQuery(email, ids));
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
