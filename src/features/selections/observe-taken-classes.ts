import { QueryObserver } from "@tanstack/react-query";
import { queryClient } from "../accounts/query-client.ts";
import { takenClassesQuery } from "./selection-queries.ts";

export interface TakenClasses {
  readonly isLoading: boolean;
  readonly selected: ReadonlySet<string>;
  readonly enrolled: ReadonlySet<string>;
  /** All selected classes, not only those on the page. */
  readonly selectedCount: number;
}

/** @param ids class ids, comma-separated */
export function followTakenClasses(
  email: string,
  ids: string,
  changed: (taken: TakenClasses) => void,
): () => void {
  const observer = new QueryObserver(queryClient, takenClassesQuery(email, ids));
  const tell = (): void => {
    const { data, isLoading } = observer.getCurrentResult();
    changed({
      isLoading,
      selected: new Set(data?.selected),
      enrolled: new Set(data?.enrolled),
      selectedCount: data?.selectedCount ?? 0,
    });
  };
  const end = observer.subscribe(tell);
  tell();
  return end;
}
