import { useEffect, useState } from "react";
import { useSession } from "../accounts/session-store.ts";
import type { TakenClasses } from "./follow-taken-classes.ts";

const nothing: TakenClasses = { isLoading: false, selected: new Set(), enrolled: new Set() };
const unknown: TakenClasses = { ...nothing, isLoading: true };

/** What the visitor has taken: nothing, unless a student. The code that asks is loaded for students only. */
export function useTakenClasses(): TakenClasses {
  const { user, role } = useSession();
  const email = role === "student" ? user?.email : undefined;
  const [told, setTold] = useState<{ email: string; taken: TakenClasses }>();

  useEffect(() => {
    if (!email) return undefined;
    let stop: (() => void) | undefined;
    let isOver = false;
    const follow = async (): Promise<void> => {
      const { followTakenClasses } = await import("./follow-taken-classes.ts");
      if (!isOver) stop = followTakenClasses(email, (taken) => setTold({ email, taken }));
    };
    void follow();
    return () => {
      isOver = true;
      stop?.();
    };
  }, [email]);

  if (!email) return nothing;
  // From the very render in which the student is known: a button must not be enabled for the blink before the effect.
  return told?.email === email ? told.taken : unknown;
}
