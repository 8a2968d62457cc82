import type { Location } from "react-router";

/** State of a history entry: of the login page's, and of the page where it was chosen. */
export const asPendingSelection = (classId: string): { readonly pendingSelection: string } => ({
  pendingSelection: classId,
});

/** Reads history state only, so that a crafted URL cannot trigger a selection. */
export function pendingSelectionOf(location: Location): string | undefined {
  const pendingSelection = (location.state as { pendingSelection?: unknown } | null)?.pendingSelection;
  return typeof pendingSelection === "string" ? pendingSelection : undefined;
}
