import type { ComponentProps, ReactNode } from "react";
import { Link as RouterLink } from "react-router";

type LinkProps = ComponentProps<typeof RouterLink>;

/** React Router's link takes a quarter of a page's rendering on the server; this renders the same markup. */
export const Link: (props: LinkProps) => ReactNode = import.meta.env.SSR ? ServerLink : RouterLink;

const isAbsolutePath = (to: LinkProps["to"]): to is string =>
  typeof to === "string" && /^\/(?![/\\])(?!.*\.\.)/.test(to);

function ServerLink(props: LinkProps) {
  const { to, children, replace: _, state: __, preventScrollReset: ___, onClick: ____, ...rest } = props;
  if (!isAbsolutePath(to)) return <RouterLink {...props} />;
  return (
    <a {...rest} href={to} data-discover="true">
      {children}
    </a>
  );
}
