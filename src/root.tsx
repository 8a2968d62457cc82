import displayFont from "@fontsource/dela-gothic-one/files/dela-gothic-one-latin-400-normal.woff2?url";
import textFont from "@fontsource-variable/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-wght-normal.woff2?url";
import { type ReactNode, useEffect, useRef } from "react";
import {
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  isRouteErrorResponse,
  useLocation,
  useNavigate,
  useRouteLoaderData,
} from "react-router";
import type { Route } from "./+types/root";
import { asOrigin } from "./features/accounts/origin.ts";
import { followSession } from "./features/accounts/session.ts";
import { ErrorScreen } from "./features/site/error-screen.tsx";
import { NotFound } from "./features/site/not-found-page.tsx";
import { themeScript } from "./ui/theme.ts";
import { toast } from "./ui/toast.ts";
import { Toasts } from "./ui/toasts.tsx";
import { nonceContext } from "./web/contexts.ts";
import "./ui/styles/fonts.css";
import "./ui/styles/tokens.css";
import "./ui/styles/base.css";
import "./ui/styles/surfaces.css";

export const links: Route.LinksFunction = () => [
  { rel: "preload", href: displayFont, as: "font", type: "font/woff2", crossOrigin: "anonymous" },
  { rel: "preload", href: textFont, as: "font", type: "font/woff2", crossOrigin: "anonymous" },
  { rel: "icon", href: "/drawings/icon.svg", type: "image/svg+xml" },
];

/** The nonce is this response's: it goes to the document and is never asked for again. */
export const loader = ({ context }: Route.LoaderArgs) => ({ nonce: context.get(nonceContext) });
export const shouldRevalidate = (): boolean => false;

export function Layout({ children }: { readonly children: ReactNode }): ReactNode {
  // Browsers hide a nonce from the page once it is read, so what is there at hydration never equals what was sent.
  const nonce = useRouteLoaderData<typeof loader>("root")?.nonce;
  return (
    // The theme is set on this element before React sees it.
    <html lang="en" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <Meta />
        <Links nonce={nonce} />
        <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: themeScript }} />
      </head>
      <body>
        <a className="skip-link" href="#page">
          Skip to the page
        </a>
        {children}
        <Toasts />
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  );
}

export default function Root(): ReactNode {
  useHeadingFocus();
  useSessionFollower();
  return <Outlet />;
}

/** After a change of page the focus goes to its heading, as a new document would begin at its top. */
function useHeadingFocus(): void {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    document.querySelector<HTMLElement>("h1")?.focus({ preventScroll: true });
  }, [pathname]);
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
        () => {
          toast("Your session has ended. Sign in again to go on.", "error");
          void navigate("/login", { state: asOrigin(location.current) });
        },
        (error) =>
          toast(error instanceof Error ? error.message : "Your session could not be opened.", "error"),
      ),
    [navigate],
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps): ReactNode {
  return isRouteErrorResponse(error) && error.status === 404 ? <NotFound /> : <ErrorScreen />;
}
