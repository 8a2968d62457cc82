import { useSyncExternalStore } from "react";
import { useLocation } from "react-router";
import type { OriginState } from "./origin.ts";

const nothing: OriginState = {};
const never = () => () => {};

/** What this page was told by the one before. Empty in the page as the server sent it, which knows of no history. */
export function useArrival(): OriginState {
  const { state } = useLocation();
  return useSyncExternalStore<OriginState>(
    never,
    () => (state as OriginState | null) ?? nothing,
    () => nothing,
  );
}
