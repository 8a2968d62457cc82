import { type ReactNode, Suspense, useEffect, useId, useRef } from "react";
import { useLocation } from "react-router";
import { ButtonLink, IconButton } from "../../ui/button.tsx";
import { Icon } from "../../ui/icons.tsx";
import { Link } from "../../ui/link.tsx";
import { Logo } from "../../ui/logo.tsx";
import { ThemeToggle } from "../../ui/theme.tsx";
import { asOrigin } from "../../access/origin.ts";
import { type Session, useSession } from "../../access/session-store.ts";
import { lazyExtra } from "../../ui/lazy-part.tsx";
import { systemClock } from "../../platform/clock.ts";
import { home, ofRole, publicLinks, footerGroups } from "./navigation.ts";
import type { SelectedClassesProps } from "./signed-in.tsx";
import "./public-frame.css";
import "./footer.css";

export function PublicFrame({ children }: { readonly children: ReactNode }) {
  return (
    <>
      <NavigationBar />
      <main id="page" className="public-page">
        {children}
      </main>
      <Footer />
    </>
  );
}

const signedIn = () => import("./signed-in.tsx");
const SignedIn = lazyExtra(signedIn);
const SelectedClasses = lazyExtra<SelectedClassesProps>(() =>
  signedIn().then((parts) => ({ default: parts.SelectedClasses })),
);
const NotificationBell = lazyExtra(
  () => import("../../features/school/notifications/pages/notification-bell.tsx"),
);

function NavigationBar() {
  const session = useSession();
  const pathname = useLocation().pathname.toLowerCase();
  const links = publicLinks(session.role).map(({ to, label }) => (
    <li key={to}>
      <Link to={to} aria-current={isAtOrBelow(to, pathname) ? "page" : undefined}>
        {label}
        <Suspense>{to === ofRole.student.to && <SelectedClasses look="count" />}</Suspense>
      </Link>
    </li>
  ));
  return (
    <header className="navigation">
      <div className="wrap">
        <Logo />
        <nav aria-label="Main">
          <ul className="navigation-links">{links}</ul>
        </nav>
        <div className="navigation-end">
          <Suspense>{session.role && <NotificationBell />}</Suspense>
          <Suspense>{session.role === "student" && <SelectedClasses look="link" />}</Suspense>
          <ThemeToggle />
          <div className="navigation-account">
            <Account session={session} />
            <noscript>
              <a className="button is-quiet is-small" href="/signup">
                Sign up
              </a>
              <a className="button is-small" href="/login">
                Login
              </a>
            </noscript>
          </div>
          <SmallScreenMenu links={links} session={session} />
        </div>
      </div>
    </header>
  );
}

const isAtOrBelow = (to: string, pathname: string): boolean =>
  pathname === to || (to !== home.to && pathname.startsWith(`${to}/`));

/** Renders nothing while the session loads, so that Login does not flash for a signed-in user. */
function Account({ session, block = false }: { readonly session: Session; readonly block?: boolean }) {
  const location = useLocation();
  if (session.isLoading) return session.isReconnecting ? <span role="status">Reconnecting…</span> : null;
  if (!session.user) {
    const isSigningIn = ["/login", "/signup"].includes(location.pathname);
    const state: unknown = isSigningIn ? location.state : asOrigin(location);
    return (
      <>
        <ButtonLink to="/signup" state={state} look="quiet" size="small" block={block}>
          Sign up
        </ButtonLink>
        <ButtonLink to="/login" state={state} size="small" block={block}>
          Login
        </ButtonLink>
      </>
    );
  }
  return (
    <Suspense>
      <SignedIn user={session.user} block={block} />
    </Suspense>
  );
}

/** A native popover works without a script, also before hydration. The style sheet changes the icon. */
function SmallScreenMenu({ links, session }: { readonly links: ReactNode; readonly session: Session }) {
  const menu = useRef<HTMLDivElement>(null);
  const id = useId();
  const { key } = useLocation();
  // oxlint-disable-next-line react/exhaustive-deps -- each change of page closes it
  useEffect(() => () => menu.current?.hidePopover(), [key]);
  return (
    <div className="navigation-small">
      <IconButton label="Menu" popoverTarget={id}>
        <Icon name="menu" />
        <Icon name="close" />
      </IconButton>
      <div ref={menu} id={id} className="navigation-menu" popover="auto">
        <nav aria-label="Menu">
          <ul>{links}</ul>
        </nav>
        <Account session={session} block />
      </div>
    </div>
  );
}

function Footer() {
  return (
    <footer className="footer">
      <div className="wrap">
        <div>
          <Logo />
          <p>Anime Drawing Course platform!</p>
        </div>
        {footerGroups.map(({ title, links }) => (
          <nav key={title} aria-labelledby={`footer-${title}`}>
            <h2 id={`footer-${title}`}>{title}</h2>
            <ul>
              {links.map(([label, to]) => (
                <li key={to}>
                  <Link to={to}>{label}</Link>
                </li>
              ))}
            </ul>
          </nav>
        ))}
        <div className="cluster footer-fine">
          {/* At New Year, the visitor's year differs from the server's. */}
          <span suppressHydrationWarning>Copyright © {systemClock.now().getFullYear()} Senga</span>
          All Rights Reserved
        </div>
      </div>
    </footer>
  );
}
