import { useEffect, useRef } from "react";
import { useLocation, useNavigate, useOutletContext } from "react-router";
import type { DashboardPage } from "../page-records.ts";
import { toast } from "../ui/toast.tsx";
import { asOrigin } from "./origin.ts";
import type { Role } from "./policy.ts";
import { type Session, useSession } from "./session-store.ts";

export interface Member {
  readonly user: NonNullable<Session["user"]>;
  readonly role: Role;
}

const audiences: Record<Role, string> = { student: "students", instructor: "instructors", admin: "admins" };

/** Redirects only (specification, section 2); the server authorizes. Undefined while the session loads or redirects. */
export function useGuard({ who = [], purpose }: DashboardPage): Member | undefined {
  const { isLoading, user, role, ended } = useSession();
  const navigate = useNavigate();
  const location = useLocation();
  const wasSignedIn = useRef(false);
  const isSignedOut = !isLoading && !user;
  const audience = who.map((each) => audiences[each]).join(" and ");
  const hasWrongRole = role !== undefined && who.length > 0 && !who.includes(role);

  useEffect(() => {
    if (user) wasSignedIn.current = true;
  }, [user]);
  useEffect(() => {
    if (hasWrongRole) void navigate("/", { replace: true });
    if (!isSignedOut) return;
    // These lead to another page anyway; a slow machine may still show the previous one.
    if (wasSignedIn.current && (ended === "lost" || ended === "logout")) return;
    // After a logout, a different user may log in: forget the page.
    const hasLoggedOut = wasSignedIn.current && ended === "elsewhere";
    const state = hasLoggedOut ? null : asOrigin(location, `Log in to ${purpose}.`);
    void navigate("/login", { replace: true, state });
  }, [isSignedOut, hasWrongRole, ended, navigate, location, purpose]);

  useEffect(() => {
    if (hasWrongRole) toast(`That page is for ${audience}.`, "error");
  }, [hasWrongRole, audience]);

  if (isLoading || !user || !role || hasWrongRole) return undefined;
  return { user, role };
}

/** Whom the guard let in; for pages and parts of the dashboard. */
export const useMember = (): Member => useOutletContext<Member>();
