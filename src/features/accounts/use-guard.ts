import { useEffect, useRef } from "react";
import { useLocation, useNavigate } from "react-router";
import { toast } from "../../ui/toast.ts";
import { asOrigin } from "./origin.ts";
import type { Role } from "./policy.ts";
import { type Session, useSession } from "./session-store.ts";
import { whyLogIn } from "./why-log-in.ts";

/** Somebody signed in whose role is known. */
export interface Member {
  readonly user: NonNullable<Session["user"]>;
  readonly role: Role;
}

const audiences: Record<Role, string> = { student: "students", instructor: "instructors", admin: "admins" };

/**
 * Guards a page (section 2): nobody signed in goes to /login, which remembers the page; another role goes home.
 * Undefined while that is being found out. The server guards what the page shows; this only shows the way.
 * @param required the roles that the page is for; without one, any signed-in person's
 */
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
    // Whoever logs in after somebody has logged out may be another person: the page is not remembered for them.
    const hasLeft = wasSignedIn.current && ended === "logout";
    // A session that the server ended is led away, with a word, by who follows it (root.tsx).
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

/** The student whose page this is; undefined for another role, which is on its way home. */
export function useStudent(): Member | undefined {
  return useGuard("student");
}
