import { useEffect, useState } from "react";
import { useSession } from "../accounts/session.ts";

/** The ids of the classes that the student has in one way or another. */
export interface TakenClasses {
  readonly isLoading: boolean;
  readonly selected: ReadonlySet<string>;
  readonly enrolled: ReadonlySet<string>;
}

const nothing: TakenClasses = { isLoading: false, selected: new Set(), enrolled: new Set() };
const unknown: TakenClasses = { ...nothing, isLoading: true };

/** What the visitor has taken: nothing, unless a student. The code that asks is loaded for students only. */
export function useTakenClasses(): TakenClasses {
  const { user, role } = useSession();
  const [taken, setTaken] = useState(nothing);
  const email = role === "student" ? user?.email : undefined;

  useEffect(() => {
    if (!email) {
      setTaken(nothing);
      return undefined;
    }
    setTaken(unknown);
    let stop: (() => void) | undefined;
    let isOver = false;
    void import("./follow-taken-classes.ts").then(({ followTakenClasses }) => {
      if (!isOver) stop = followTakenClasses(email, setTaken);
    });
    return () => {
      isOver = true;
      stop?.();
    };
  }, [email]);
  return taken;
}
