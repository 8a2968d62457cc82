import { QueryObserver } from "@tanstack/react-query";
import { queryClient } from "../accounts/query-client.ts";
import { takenClassesQuery } from "./selection-queries.ts";

/** The ids of the classes that somebody has in one way or another, among those that were asked about. */
export interface TakenClasses {
  readonly isLoading: boolean;
  readonly selected: ReadonlySet<string>;
  readonly enrolled: ReadonlySet<string>;
  /** How many classes they have selected, shown or not. */
  readonly selectedCount: number;
}

/**
 * Tells which of the classes the person has selected and is enrolled in, now and whenever that changes.
 * @param ids of the classes, with commas between them
 */
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
