import { useState } from "react";
import { maySelectClasses } from "../accounts/policy.ts";
import { useSession } from "../accounts/session-store.ts";
import type { TakenClasses } from "./follow-taken-classes.ts";
import type { Notice } from "./selection-notice.tsx";
import { useTakenClasses } from "./use-taken-classes.ts";

/** What a visitor can do with the classes on a page, and what they are doing. */
export interface Selecting {
  readonly taken: TakenClasses;
  /** The visitor's role selects no classes. */
  readonly mayNot: boolean;
  /** Something is still loading, so that a click would come too early (section 2). */
  readonly isWaiting: boolean;
  /** The class that is being selected at this moment. */
  readonly classId: string | undefined;
  readonly select: (classId: string) => void;
  /** How it ended, until it is dismissed. */
  readonly notice: Notice | undefined;
  readonly dismiss: () => void;
}

export function useSelecting(): Selecting {
  const { isLoading, user, role } = useSession();
  const taken = useTakenClasses();
  const [classId, setClassId] = useState<string>();
  const [notice, setNotice] = useState<Notice>();

  const select = async (wanted: string): Promise<void> => {
    if (!user) {
      setNotice({ kind: "sign-in" });
      return;
    }
    setClassId(wanted);
    try {
      const { api } = await import("../accounts/session.ts");
      await api("POST /selected/class", { body: { classId: wanted } });
      setNotice({ kind: "selected" });
    } catch (error) {
      setNotice({ kind: "refused", why: error instanceof Error ? error.message : String(error) });
    }
    // Also after a refusal: another tab may have selected it.
    const { refetchSelected } = await import("./selection-queries.ts");
    await refetchSelected(user.email);
    setClassId(undefined);
  };

  return {
    taken,
    mayNot: role !== undefined && !maySelectClasses(role),
    // Whoever is signed in has a role that is still being asked for.
    isWaiting: isLoading || (user !== null && role === undefined) || taken.isLoading || classId !== undefined,
    classId,
    select: (wanted) => void select(wanted),
    notice,
    dismiss: () => setNotice(undefined),
  };
}
