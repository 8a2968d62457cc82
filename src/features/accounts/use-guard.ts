import { useEffect, useRef } from "react";
import { useLocation, useNavigate } from "react-router";
import { toast } from "../../ui/toast.ts";
import { asOrigin } from "./origin.ts";
import type { Role } from "./policy.ts";
import { type Session, useSession } from "./session-store.ts";
import { whyLogIn } from "./why-log-in.ts";

export interface Member {
  readonly user: NonNullable<Session["user"]>;
  readonly role: Role;
}

const audiences: Record<Role, string> = { student: "students", instructor: "instructors", admin: "admins" };

/** Redirects only (section 2); the server authorizes. Undefined while the session loads or redirects. */
export function useGuard(...required: Role[]): Member | undefined {
  const { isLoading, user, role, ended } = useSession();
  const navigate = useNavigate();
  const location = useLocation();
  const wasSignedIn = useRef(false);
  const isStranger = !isLoading && !user;
  const audience = required.map((each) => audiences[each]).join(" and ");
  const isMisplaced = role !== undefined && required.length > 0 && !required.includes(role);

  useEffect(() => {
    if (user) wasSignedIn.current = true;
  }, [user]);
  useEffect(() => {
    if (isMisplaced) void navigate("/", { replace: true });
    if (!isStranger) return;
    // After a logout, a different user may log in: do not remember the page.
    const hasLeft = wasSignedIn.current && ended === "logout";
    // root.tsx handles a session that the server ended.
    if (wasSignedIn.current && ended === "lost") return;
    const state = hasLeft ? null : asOrigin(location, whyLogIn(location.pathname));
    void navigate("/login", { replace: true, state });
  }, [isStranger, isMisplaced, ended, navigate, location]);

  useEffect(() => {
    if (isMisplaced) toast(`That page is for ${audience}.`, "error");
  }, [isMisplaced, audience]);

  if (isLoading || !user || !role || isMisplaced) return undefined;
  return { user, role };
}

export function useStudent(): Member | undefined {
  return useGuard("student");
}
