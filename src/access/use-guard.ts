import { useEffect, useRef } from "react";
import { matchPath, useLocation, useNavigate } from "react-router";
import type { dashboardPages } from "../page-records.ts";
import { toast } from "../ui/toast.tsx";
import { asOrigin } from "./origin.ts";
import type { Role } from "./policy.ts";
import { type Session, useSession } from "./session-store.ts";

/** Completes "Log in to …". */
const purposes: Readonly<Record<keyof typeof dashboardPages, string>> = {
  "/dashboard": "see your dashboard",
  "/dashboard/account": "see your account",
  "/dashboard/selected-classes": "see your selected classes",
  "/dashboard/payment/:id": "pay for your class",
  "/dashboard/enrolled-classes": "see your classes",
  "/dashboard/enrolled-classes/:classId": "continue your class",
  "/dashboard/enrolled-classes/:classId/lessons/:lessonId": "continue your lesson",
  "/dashboard/gallery/:classId": "see your class gallery",
  "/dashboard/gallery/:classId/drawings/:id": "see this drawing",
  "/dashboard/payment-history": "see your payments",
  "/dashboard/payment-history/:id/withdraw": "get a refund",
  "/dashboard/receipts/:id": "see your receipt",
  "/dashboard/notifications": "see your notifications",
  "/dashboard/notifications/choices": "choose what we email you",
  "/dashboard/instructor/my-classes": "see your classes",
  "/dashboard/instructor/curriculum/:classId": "edit your lessons",
  "/dashboard/preview/:id": "preview this class",
  "/dashboard/instructor/critiques": "see your students' drawings",
  "/dashboard/add-class": "add a class",
  "/update/class/:id": "edit your class",
  "/dashboard/instructor/profile": "edit your profile",
  "/dashboard/admin-panel": "see the admin panel",
  "/dashboard/manage-classes": "manage classes",
  "/feedback/:id": "send feedback on this class",
  "/dashboard/admin/lesson-changes": "see what changed in lessons",
  "/dashboard/admin/videos": "see the videos",
  "/dashboard/manage-users": "manage users",
  "/dashboard/applications": "see the applications",
  "/dashboard/payments": "see the payments",
  "/dashboard/reports": "see the reports",
  "/dashboard/certificates": "see the certificates",
  "/dashboard/messages": "see the messages",
  "/dashboard/newsletter": "write the newsletter",
  "/dashboard/audit-log": "see the audit log",
};

function loginReason(pathname: string): string {
  const [, purpose = "see that page"] =
    Object.entries(purposes).find(([path]) => matchPath(path, pathname)) ?? [];
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
