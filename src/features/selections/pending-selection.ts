import type { Location } from "react-router";

/** State of the login page's history entry. */
export const asPendingSelection = (classId: string): { readonly pendingSelection: string } => ({
  pendingSelection: classId,
});

/** Reads history state only, so that a crafted URL cannot trigger a selection. */
export function pendingSelectionOf(location: Location): string | undefined {
  const pendingSelection = (location.state as { pendingSelection?: unknown } | null)?.pendingSelection;
  return typeof pendingSelection === "string" ? pendingSelection : undefined;
}
