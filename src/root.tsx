// First, so that every other sheet may change what these say.
import "./ui/styles/tokens.css";
import "./ui/styles/base.css";
import "./ui/styles/layout.css";
import "./ui/styles/surfaces.css";
import displayFont from "@fontsource/dela-gothic-one/files/dela-gothic-one-latin-400-normal.woff2?url";
import textFont from "@fontsource/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-400-normal.woff2?url";
import { type ReactNode, use, useEffect, useRef, useState } from "react";
import { preload } from "react-dom";
import {
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLocation,
  useNavigate,
  useNavigation,
} from "react-router";
import type { Route } from "./+types/root";
import { asOrigin } from "./access/origin.ts";
import { followSession } from "./access/session-store.ts";
import { ErrorScreen } from "./site/layout/page-error.tsx";
import { ProgressBar } from "./ui/progress-bar.tsx";
import "./ui/progress-bar.css";
import { failureText } from "./ui/connection.ts";
import { earlySubmitScript } from "./ui/early-submit.ts";
import { themeScript } from "./ui/theme.tsx";
import { toast, Toasts } from "./ui/toast.tsx";
import { focusHeading, usePageChange } from "./ui/use-page-change.ts";
import { siteContext } from "./pages/contexts.ts";
import { NonceContext } from "./pages/script-nonce.ts";

export const links: Route.LinksFunction = () => [
  { rel: "icon", href: "/drawings/icon.svg", type: "image/svg+xml" },
  { rel: "apple-touch-icon", href: "/share/icon-180.png" },
  { rel: "manifest", href: "/manifest.webmanifest" },
];

export function loader({ context }: Route.LoaderArgs) {
  const { origin, hasGoogle } = context.get(siteContext);
  return { origin, hasGoogle };
}
export const shouldRevalidate = (): boolean => false;

export function Layout({ children }: { readonly children: ReactNode }) {
  if (import.meta.env.SSR) preloadFonts();
  return (
    // An inline script sets the theme before hydration.
    <html lang="en" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#f7f2e6" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#0e1117" media="(prefers-color-scheme: dark)" />
        <Meta />
        <Links />
        <script
          nonce={use(NonceContext)}
          // The script has run, so the client omits its text.
          suppressHydrationWarning
          dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? themeScript + earlySubmitScript : "" }}
        />
      </head>
      <body>
        <a className="skip-link" href="#page">
          Skip to content
        </a>
        {children}
        <Toasts />
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

function preloadFonts(): void {
  for (const font of [displayFont, textFont])
    preload(font, { as: "font", type: "font/woff2", crossOrigin: "anonymous" });
}

export default function Root() {
  // Client navigation does not reset the focus as a new document does.
  usePageChange(focusHeading);
  useSessionFollower();
  return (
    <>
      <NavigationProgress />
      <Outlet />
    </>
  );
}

function useSessionFollower(): void {
  const navigate = useNavigate();
  const current = useLocation();
  const location = useRef(current);
  useEffect(() => {
    location.current = current;
  }, [current]);
  useEffect(
    () =>
      followSession(
        (why) => void navigate("/login", { state: asOrigin(location.current, why) }),
        (error) => toast(failureText(error), "error"),
      ),
    [navigate],
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <main id="page">
      <ErrorScreen error={error} />
    </main>
  );
}

const showAfterMilliseconds = 300;

function NavigationProgress() {
  const isLoading = useNavigation().state === "loading";
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    if (!isLoading) return undefined;
    const timer = setTimeout(() => setSlow(true), showAfterMilliseconds);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [isLoading]);
  return isLoading && isSlow ? (
    <div className="navigation-progress">
      <ProgressBar label="Loading the page" />
    </div>
  ) : null;
}
