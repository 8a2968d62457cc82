import { useEffect, useState } from "react";
import { maySelectClasses } from "../accounts/policy.ts";
import { useSession } from "../accounts/session-store.ts";
import type { TakenClasses } from "./follow-taken-classes.ts";

const nothing: TakenClasses = {
  isLoading: false,
  selected: new Set(),
  enrolled: new Set(),
  selectedCount: 0,
};
const unknown: TakenClasses = { ...nothing, isLoading: true };

/** A user whose role no longer buys classes may still be enrolled in some. */
export function useTakenClasses(ids: readonly string[] | undefined): TakenClasses {
  const { user, role } = useSession();
  const email = role && user?.email;
  const wanted = ids?.join();
  const [told, setTold] = useState<{ email: string; wanted: string; taken: TakenClasses }>();

  useEffect(() => {
    if (!email || wanted === undefined) return undefined;
    let stop: (() => void) | undefined;
    let isOver = false;
    const follow = async (): Promise<void> => {
      const { followTakenClasses } = await import("./follow-taken-classes.ts");
      if (!isOver) stop = followTakenClasses(email, wanted, (taken) => setTold({ email, wanted, taken }));
    };
    void follow();
    return () => {
      isOver = true;
      stop?.();
    };
  }, [email, wanted]);

  if (!email || !role || wanted === undefined) return nothing;
  // Applies in the same render that resolves the user: a button must not be enabled until the effect runs.
  if (told?.email !== email || told.wanted !== wanted) return unknown;
  return maySelectClasses(role)
    ? told.taken
    : { ...told.taken, selected: nothing.selected, selectedCount: 0 };
}
