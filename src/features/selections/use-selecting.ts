import { useEffect, useEffectEvent, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { maySelectClasses } from "../accounts/policy.ts";
import { useSession } from "../accounts/session-store.ts";
import { failureText } from "../../ui/connection.ts";
import type { TakenClasses } from "./follow-taken-classes.ts";
import type { Notice } from "./selection-notice.tsx";
import { useTakenClasses } from "./use-taken-classes.ts";
import { pendingSelectionOf } from "./pending-selection.ts";

export interface Selecting {
  readonly taken: TakenClasses;
  /** The role may not select classes. */
  readonly mayNot: boolean;
  /** A click would come too early (section 2). */
  readonly isWaiting: boolean;
  readonly classId: string | undefined;
  readonly select: (classId: string) => void;
  readonly notice: Notice | undefined;
  readonly dismiss: () => void;
}

export function useSelecting(ids: readonly string[]): Selecting {
  const { isLoading, user, role } = useSession();
  const taken = useTakenClasses(ids);
  const [classId, setClassId] = useState<string>();
  const [notice, setNotice] = useState<Notice>();

  const select = async (wanted: string): Promise<void> => {
    if (!user) {
      setNotice({ kind: "sign-in", classId: wanted });
      return;
    }
    setClassId(wanted);
    const outcome = await askToSelect(wanted);
    // Also after an error: another tab may have selected the class.
    const { refetchSelected } = await import("./selection-queries.ts");
    await refetchSelected(user.email);
    setClassId(undefined);
    setNotice(outcome);
  };

  const mayNot = role !== undefined && !maySelectClasses(role);
  usePendingSelection(ids, role !== undefined && !taken.isLoading, (wanted) => {
    if (!mayNot && !taken.selected.has(wanted) && !taken.enrolled.has(wanted)) void select(wanted);
  });

  return {
    taken,
    mayNot,
    // A signed-in user always has a role; undefined means it is still loading.
    isWaiting: isLoading || (user !== null && role === undefined) || taken.isLoading || classId !== undefined,
    classId,
    select: (wanted) => void select(wanted),
    notice,
    dismiss: () => setNotice(undefined),
  };
}

async function askToSelect(classId: string): Promise<Notice> {
  try {
    const { api } = await import("../accounts/session.ts");
    const { insertedId } = await api("POST /selected/class", { body: { classId } });
    return { kind: "selected", classId, selectionId: insertedId };
  } catch (error) {
    return { kind: "refused", classId, why: failureText(error) };
  }
}

/** Selects the class that the visitor chose before signing in, once. */
function usePendingSelection(
  ids: readonly string[],
  isReady: boolean,
  fulfil: (classId: string) => void,
): void {
  const location = useLocation();
  const navigate = useNavigate();
  const wanted = pendingSelectionOf(location);
  const isHere = isReady && wanted !== undefined && ids.includes(wanted);
  const begin = useEffectEvent(() => {
    if (wanted === undefined) return;
    // Clear the history entry first, so that neither a reload nor the back button repeats it.
    void navigate(
      { pathname: location.pathname, search: location.search },
      { replace: true, preventScrollReset: true },
    );
    fulfil(wanted);
  });
  useEffect(() => {
    if (isHere) begin();
  }, [isHere]);
}
