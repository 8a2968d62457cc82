import { useEffect, useRef } from "react";
import { useLocation, useNavigate } from "react-router";
import { toast } from "../ui/toast.ts";
import { asOrigin } from "./origin.ts";
import type { Role } from "./policy.ts";
import { type Session, useSession } from "./session-store.ts";

const pages: readonly (readonly [string, string])[] = [
  ["/dashboard/selected-classes", "see your selected classes"],
  ["/dashboard/payment-history", "see your payments"],
  ["/dashboard/payment/", "pay for your class"],
  ["/dashboard/enrolled-classes", "see your classes"],
  ["/dashboard/add-class", "add a class"],
  ["/dashboard/instructor/my-classes", "see your classes"],
  ["/update/class/", "edit your class"],
  ["/dashboard/account", "see your account"],
  ["/dashboard", "see your dashboard"],
];

function loginReason(pathname: string): string {
  const [, purpose] = pages.find(([path]) => pathname.startsWith(path)) ?? ["", "see that page"];
  return `Log in to ${purpose}.`;
}

export interface Member {
  readonly user: NonNullable<Session["user"]>;
  readonly role: Role;
}

const audiences: Record<Role, string> = { student: "students", instructor: "instructors", admin: "admins" };

/** Redirects only (specification, section 2); the server authorizes. Undefined while the session loads or redirects. */
export function useGuard(...required: Role[]): Member | undefined {
  const { isLoading, user, role, ended } = useSession();
  const navigate = useNavigate();
  const location = useLocation();
  const wasSignedIn = useRef(false);
  const isSignedOut = !isLoading && !user;
  const audience = required.map((each) => audiences[each]).join(" and ");
  const hasWrongRole = role !== undefined && required.length > 0 && !required.includes(role);

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
    const state = hasLoggedOut ? null : asOrigin(location, loginReason(location.pathname));
    void navigate("/login", { replace: true, state });
  }, [isSignedOut, hasWrongRole, ended, navigate, location]);

  useEffect(() => {
    if (hasWrongRole) toast(`That page is for ${audience}.`, "error");
  }, [hasWrongRole, audience]);

  if (isLoading || !user || !role || hasWrongRole) return undefined;
  return { user, role };
}

export function useStudent(): Member | undefined {
  return useGuard("student");
}
