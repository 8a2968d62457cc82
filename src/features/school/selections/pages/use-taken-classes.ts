import { useEffect, useState } from "react";
import { untilLoaded } from "../../../../ui/lazy-part.tsx";
import { maySelectClasses } from "../../../../access/policy.ts";
import { useSession } from "../../../../access/session-store.ts";
import type { TakenClasses } from "./observe-taken-classes.ts";

const noClasses: TakenClasses = {
  isLoading: false,
  selected: new Set(),
  enrolled: new Set(),
  selectedCount: 0,
};
const loading: TakenClasses = { ...noClasses, isLoading: true };

/** A user whose role no longer buys classes may still be enrolled in some. */
export function useTakenClasses(ids: readonly string[] | undefined): TakenClasses {
  const { user, role } = useSession();
  const email = role && user?.email;
  const idList = ids?.join();
  const [observed, setObserved] = useState<{ email: string; idList: string; taken: TakenClasses }>();

  useEffect(() => {
    if (!email || idList === undefined) return undefined;
    let unsubscribe: (() => void) | undefined;
    let isUnsubscribed = false;
    const observe = async (): Promise<void> => {
      const { observeTakenClasses } = await untilLoaded(() => import("./observe-taken-classes.ts"));
      if (!isUnsubscribed)
        unsubscribe = observeTakenClasses(email, idList, (taken) => setObserved({ email, idList, taken }));
    };
    void observe();
    return () => {
      isUnsubscribed = true;
      unsubscribe?.();
    };
  }, [email, idList]);

  if (!email || !role || idList === undefined) return noClasses;
  // Applies in the same render that resolves the user: a button must not be enabled until the effect runs.
  if (observed?.email !== email || observed.idList !== idList) return loading;
  return maySelectClasses(role)
    ? observed.taken
    : { ...observed.taken, selected: noClasses.selected, selectedCount: 0 };
}
