import "../../ui/styles/dashboard.css";
import { QueryClientProvider, useQuery } from "@tanstack/react-query";
import { type ReactNode, Suspense, useEffect, useRef } from "react";
import { Link, Outlet, useLocation } from "react-router";
import { IconButton } from "../../ui/button.tsx";
import { closeOutside } from "../../ui/close-outside.ts";
import { DashboardIcon } from "../../ui/dashboard-icon.tsx";
import { Icon } from "../../ui/icons.tsx";
import { Logo } from "../../ui/logo.tsx";
import { ThemeToggle } from "../../ui/theme.tsx";
import { apiQuery, queryClient } from "../../access/api-query.ts";
import { type Member, useGuard } from "../../access/use-guard.ts";
import {
  type DashboardLink,
  commonLinks,
  deskLink,
  enrolledLink,
  linksOf,
  pagesByPath,
  paymentsLink,
} from "./dashboard-navigation.ts";
import type { Route } from "./+types/dashboard-layout";
import { PageError } from "../layout/page-error.tsx";
import { SessionWait } from "../../access/session-wait.tsx";
import { Photo } from "../../ui/photo.tsx";
import { useLogout } from "../layout/use-logout.ts";
import { ConfirmEmail } from "../../features/school/accounts/pages/confirm-email.tsx";
import { useAgeQuestion } from "../../features/school/accounts/pages/use-age-question.ts";
import { keepHeadingFocused } from "../../ui/keep-focus.ts";
import { lazyExtra } from "../../ui/lazy-part.tsx";
import { usePageChange } from "../../ui/use-page-change.ts";
import "./dashboard-layout.css";

export const meta = () => [{ title: "Dashboard · Senga" }, { name: "robots", content: "noindex" }];

export default function DashboardLayout({ matches }: Route.ComponentProps) {
  useAgeQuestion();
  const member = useGuard(pagesByPath[matches.at(-1)!.id]!);
  usePageChange(keepHeadingFocused);
  if (!member) {
    return (
      <div className="dashboard is-waiting">
        <header className="side">
          <div className="side-top">
            <Logo />
          </div>
        </header>
        <header className="dashboard-bar">
          <Logo />
        </header>
        <main id="page" className="dashboard-page">
          <h1 className="visually-hidden" tabIndex={-1}>
            Dashboard
          </h1>
          <SessionWait label="Opening your dashboard" />
        </main>
      </div>
    );
  }
  return (
    <QueryClientProvider client={queryClient}>
      <div className="dashboard">
        <SideMenu member={member} />
        <SmallScreenBar member={member} />
        <main id="page" className="dashboard-page">
          {!member.user.emailVerified && <ConfirmEmail email={member.user.email} />}
          <Outlet context={member} />
        </main>
      </div>
    </QueryClientProvider>
  );
}

export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) => <PageError error={error} />;

// Beyond the budget of some pages.
const NotificationBell = lazyExtra(
  () => import("../../features/school/notifications/pages/notification-bell.tsx"),
);
// Only users with the link load its count.
const counts = {
  messages: lazyExtra(() => import("../../features/school/contact/pages/open-messages.tsx")),
  critiques: lazyExtra(() => import("../../features/studio/critique/pages/waiting-critiques.tsx")),
};

const roleNames = { student: "Student", instructor: "Instructor", admin: "Admin" } as const;

function SideMenu({ member, close }: { readonly member: Member; readonly close?: ReactNode }) {
  const { user, role } = member;
  const logout = useLogout();
  const own = usePurchaseLinks(member);
  const Frame = close ? "div" : "header";
  return (
    <Frame className="side">
      <div className="side-top">
        <Logo />
        {!close && <Bell />}
        <ThemeToggle />
        {close}
      </div>
      <nav aria-label="Dashboard">
        <h2>{roleNames[role]}</h2>
        <MenuLinks links={linksOf(role)} />
        {own.length > 0 && (
          <>
            <h2>Learning</h2>
            <MenuLinks links={own} />
          </>
        )}
        <h2>Senga</h2>
        <MenuLinks links={commonLinks} />
      </nav>
      <div className="side-person">
        <Photo src={user.photoURL} name={user.displayName} size={44} />
        <div>
          {user.displayName}
          <span className="subline">{roleNames[role]}</span>
        </div>
        <IconButton label="Logout" onClick={logout}>
          <DashboardIcon name="logout" />
        </IconButton>
      </div>
    </Frame>
  );
}

const Bell = () => (
  <Suspense>
    <NotificationBell />
  </Suspense>
);

function MenuLinks({ links }: { readonly links: readonly DashboardLink[] }) {
  const { pathname } = useLocation();
  return (
    <ul className="side-links">
      {links.map((link) => {
        const isCurrent = leadsTo(link, pathname);
        return (
          <li key={link.to}>
            {link.group && <h2>{link.group}</h2>}
            <Link
              ref={isCurrent ? scrollIntoMenu : undefined}
              className="pressable"
              to={link.to}
              aria-current={isCurrent ? "page" : undefined}
            >
              <DashboardIcon name={link.icon} />
              {link.label}
              {link.count && <Count of={link.count} />}
            </Link>
          </li>
        );
      })}
    </ul>
  );
}

/** An admin's menu is longer than a tablet in landscape. */
const scrollIntoMenu = (link: HTMLElement | null): void => link?.scrollIntoView({ block: "nearest" });

function Count({ of }: { readonly of: keyof typeof counts }) {
  const Waiting = counts[of];
  return (
    <Suspense>
      <Waiting />
    </Suspense>
  );
}

const leadsTo = ({ to, covers }: DashboardLink, pathname: string): boolean =>
  pathname === to ||
  (to !== "/" && to !== deskLink.to && pathname.startsWith(`${to}/`)) ||
  (covers?.some((place) => pathname.startsWith(place)) ?? false);

/** A native modal dialog traps and returns the focus. */
function SmallScreenBar({ member }: { readonly member: Member }) {
  const drawer = useRef<HTMLDialogElement>(null);
  const { key } = useLocation();
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- each change of page closes it
  useEffect(() => drawer.current?.close(), [key]);
  useEffect(() => closeOutside(drawer.current), []);
  return (
    <header className="dashboard-bar">
      <IconButton label="Open menu" aria-haspopup="dialog" onClick={() => drawer.current?.showModal()}>
        <Icon name="menu" />
      </IconButton>
      <Logo />
      <Bell />
      <Photo src={member.user.photoURL} name={member.user.displayName} size={36} />
      <dialog ref={drawer} className="drawer" aria-label="Menu">
        <SideMenu
          member={member}
          close={
            <IconButton label="Close menu" onClick={() => drawer.current?.close()}>
              <Icon name="close" />
            </IconButton>
          }
        />
      </dialog>
    </header>
  );
}

/** For earlier purchases as a student; students have these links anyway. */
function usePurchaseLinks({ user: { email }, role }: Member): readonly DashboardLink[] {
  const first = { params: { email }, query: { limit: 1 } };
  const once = { enabled: role !== "student", staleTime: Number.POSITIVE_INFINITY };
  const enrolled = useQuery({ ...apiQuery("GET /enrolled/classes/{email}", first), ...once }).data;
  const paid = useQuery({ ...apiQuery("GET /payments/{email}", first), ...once }).data;
  if (!enrolled || !paid) return [];
  return [...(enrolled.length > 0 ? [enrolledLink] : []), ...(paid.length > 0 ? [paymentsLink] : [])];
}
