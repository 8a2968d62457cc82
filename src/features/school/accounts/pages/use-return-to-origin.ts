import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router";
import { originOf, stateForOrigin } from "../../../../access/origin.ts";
import { useSession } from "../../../../access/session-store.ts";

export function useReturnToOrigin(isReady = true): void {
  const navigate = useNavigate();
  const location = useLocation();
  const { state } = location;
  // The user changes again once the record is known: a second navigation would abort the first.
  const isSignedIn = useSession().user !== null && isReady;
  const origin = originOf(location);

  useEffect(() => {
    if (isSignedIn) void navigate(origin, { replace: true, state: stateForOrigin(state) });
  }, [isSignedIn, origin, state, navigate]);
}
