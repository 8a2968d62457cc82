import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router";
import { asOrigin } from "./origin.ts";
import type { Role } from "./policy.ts";
import { type Session, useSession } from "./session-store.ts";

/** Somebody signed in whose role is known. */
export interface Member {
  readonly user: NonNullable<Session["user"]>;
  readonly role: Role;
}

/**
 * Guards a page (section 2): nobody signed in goes to /login, which remembers the page; another role goes home.
 * Undefined while that is being found out. The server guards what the page shows; this only shows the way.
 * @param required the role that the page is for; without one, any signed-in person's
 */
export function useGuard(required?: Role): Member | undefined {
  const { isLoading, user, role } = useSession();
  const navigate = useNavigate();
  const location = useLocation();
  const isStranger = !isLoading && !user;
  const isMisplaced = role !== undefined && required !== undefined && role !== required;

  useEffect(() => {
    if (isStranger) void navigate("/login", { replace: true, state: asOrigin(location) });
    else if (isMisplaced) void navigate("/", { replace: true });
  }, [isStranger, isMisplaced, navigate, location]);

  if (isLoading || !user || !role || isMisplaced) return undefined;
  return { user, role };
}

/** The student whose page this is; undefined for another role, which is on its way home. */
export function useStudent(): Member | undefined {
  return useGuard("student");
}
