import { useSyncExternalStore } from "react";
import { useLocation } from "react-router";
import type { OriginState } from "../../../../access/origin.ts";

const emptyState: OriginState = {};
const neverChanges = () => () => {};

/** Empty during SSR, which has no history. */
export function useReturnState(): OriginState {
  const { state } = useLocation();
  return useSyncExternalStore<OriginState>(
    neverChanges,
    () => (state as OriginState | null) ?? emptyState,
    () => emptyState,
  );
}
