import { QueryObserver } from "@tanstack/react-query";
import { queryClient } from "../accounts/query-client.ts";
import { enrolledClassesQuery } from "../enrollments/enrollment-queries.ts";
import { selectedClassesQuery } from "./selection-queries.ts";

/** The ids of the classes that the student has in one way or another. */
export interface TakenClasses {
  readonly isLoading: boolean;
  readonly selected: ReadonlySet<string>;
  readonly enrolled: ReadonlySet<string>;
}

/** Tells which classes the student has selected and is enrolled in, now and whenever that changes. */
export function followTakenClasses(email: string, changed: (taken: TakenClasses) => void): () => void {
  const selected = new QueryObserver(queryClient, selectedClassesQuery(email));
  const enrolled = new QueryObserver(queryClient, enrolledClassesQuery(email));
  const tell = (): void => {
    const [selections, enrollments] = [selected.getCurrentResult(), enrolled.getCurrentResult()];
    changed({
      isLoading: selections.isLoading || enrollments.isLoading,
      selected: new Set(selections.data?.map(({ classId }) => classId)),
      enrolled: new Set(enrollments.data?.map(({ classId }) => classId)),
    });
  };
  const ends = [selected.subscribe(tell), enrolled.subscribe(tell)];
  tell();
  return () => {
    for (const end of ends) end();
  };
}
