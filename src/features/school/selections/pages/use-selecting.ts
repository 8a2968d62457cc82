import { type Location, useLocation, useNavigate } from "react-router";
import { useEffect, useEffectEvent, useState } from "react";
import { maySelectClasses } from "../../../../access/policy.ts";
import { useSession } from "../../../../access/session-store.ts";
import { failureText } from "../../../../ui/connection.ts";
import type { TakenClasses } from "./observe-taken-classes.ts";
import type { Notice } from "./selection-notice.tsx";
import { useTakenClasses } from "./use-taken-classes.ts";

/** In the history entries of the login page and of the page it leads back to. */
export const asPendingSelection = (classId: string): { readonly pendingSelection: string } => ({
  pendingSelection: classId,
});

/** Reads history state only, so that a crafted URL cannot trigger a selection. */
function pendingSelectionOf(location: Location): string | undefined {
  const { pendingSelection }: { pendingSelection?: unknown } = location.state ?? {};
  return typeof pendingSelection === "string" ? pendingSelection : undefined;
}

export interface Selecting {
  readonly taken: TakenClasses;
  readonly isForbidden: boolean;
  /** Specification, section 2: disabled while something loads. An early click takes effect afterwards. */
  readonly isWaiting: boolean;
  readonly classId: string | undefined;
  readonly select: (classId: string) => void;
  readonly notice: Notice | undefined;
  readonly dismiss: () => void;
}

export function useSelecting(ids: readonly string[]): Selecting {
  const { isLoading, user, role } = useSession();
  const taken = useTakenClasses(ids);
  const [earlyId, setEarly] = useState<string>();
  const [classId, setClassId] = useState<string>();
  const [notice, setNotice] = useState<Notice>();

  const select = async (requestedId: string): Promise<void> => {
    if (!user) {
      setNotice({ kind: "sign-in", classId: requestedId });
      return;
    }
    setClassId(requestedId);
    // Before the button changes: a screen reader loses its place when a focused button disappears.
    setNotice(await requestSelection(requestedId));
    // Also after an error: another tab may have selected the class.
    await refetchSelections();
    setClassId(undefined);
  };

  const isForbidden = role !== undefined && !maySelectClasses(role);
  // A signed-in user always has a role; undefined means it is still loading.
  const isEarly = isLoading || (user !== null && role === undefined) || taken.isLoading;
  const pendingId = usePendingSelection(ids, earlyId, !isEarly, (requestedId) => {
    setEarly(undefined);
    if (!isForbidden && !taken.selected.has(requestedId) && !taken.enrolled.has(requestedId))
      void select(requestedId);
  });

  return {
    taken,
    isForbidden,
    isWaiting: isEarly || classId !== undefined,
    classId: classId ?? pendingId,
    select: (requestedId) => {
      if (isEarly) setEarly(requestedId);
      else if (classId === undefined) void select(requestedId);
    },
    notice,
    dismiss: () => setNotice(undefined),
  };
}

async function refetchSelections(): Promise<void> {
  try {
    await import("./observe-taken-classes.ts").then((taken) => taken.refetchSelections());
  } catch {
    // The notice says what became of the selection.
  }
}

async function requestSelection(classId: string): Promise<Notice> {
  try {
    const { api } = await import("../../../../access/session.ts");
    const { insertedId } = await api("POST /selected/class", { body: { classId } });
    return { kind: "selected", classId, selectionId: insertedId };
  } catch (error) {
    return { kind: "refused", classId, reason: failureText(error) };
  }
}

/** Selects, once, the class that the visitor clicked before the session was known, or before the login. */
function usePendingSelection(
  ids: readonly string[],
  earlyId: string | undefined,
  isReady: boolean,
  onPending: (classId: string) => void,
): string | undefined {
  const location = useLocation();
  const navigate = useNavigate();
  const requestedId = pendingSelectionOf(location);
  const pendingId = earlyId ?? ids.find((id) => id === requestedId);
  const consume = useEffectEvent(() => {
    if (pendingId === undefined) return;
    // Clear the history entry first, so that neither a reload nor the back button repeats it.
    if (requestedId !== undefined)
      void navigate(
        { pathname: location.pathname, search: location.search },
        { replace: true, preventScrollReset: true },
      );
    onPending(pendingId);
  });
  useEffect(() => {
    if (isReady && pendingId !== undefined) consume();
  }, [isReady, pendingId]);
  return pendingId;
}
