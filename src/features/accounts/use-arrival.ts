import { useSyncExternalStore } from "react";
import { useLocation } from "react-router";
import type { OriginState } from "./origin.ts";

const nothing: OriginState = {};
const never = () => () => {};

/** Empty during SSR, which has no history. */
export function useArrival(): OriginState {
  const { state } = useLocation();
  return useSyncExternalStore<OriginState>(
    never,
    () => (state as OriginState | null) ?? nothing,
    () => nothing,
  );
}
