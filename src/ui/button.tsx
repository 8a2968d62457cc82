import type { ComponentProps } from "react";
import { catchesEarlyClick } from "./early-submit.ts";
import { Link } from "./link.tsx";
import "./button.css";

interface Look {
  readonly look?: "solid" | "quiet" | "paper" | undefined;
  readonly size?: "small" | "medium" | "large" | undefined;
  readonly block?: boolean | undefined;
}

function classNames({ look = "solid", size = "medium", block }: Look, more?: string): string {
  return [
    "button",
    look !== "solid" && `is-${look}`,
    size !== "medium" && `is-${size}`,
    block && "is-block",
    more,
  ]
    .filter(Boolean)
    .join(" ");
}

type ButtonProps = Omit<ComponentProps<"button">, "className"> &
  Look & {
    /** Shows this label, keeps the focus and ignores clicks. */
    readonly busy?: string | false | undefined;
  };

export function Button({
  look,
  size,
  block,
  busy,
  children,
  onClick,
  type = "button",
  ...rest
}: ButtonProps) {
  return (
    <button
      {...catchesEarlyClick}
      {...rest}
      type={type}
      className={classNames({ look, size, block })}
      aria-busy={busy ? true : undefined}
      onClick={(event) => {
        if (busy) event.preventDefault();
        else onClick?.(event);
      }}
    >
      {busy ? (
        <>
          <span className="spinner" aria-hidden="true" />
          {busy}
        </>
      ) : (
        children
      )}
    </button>
  );
}

export function ButtonLink({
  look,
  size,
  block,
  ...rest
}: Omit<ComponentProps<typeof Link>, "className"> & Look) {
  return <Link {...rest} className={classNames({ look, size, block })} />;
}

export function IconButton({
  label,
  children,
  ...rest
}: Omit<ComponentProps<"button">, "className"> & { readonly label: string }) {
  return (
    <button {...catchesEarlyClick} type="button" {...rest} className="icon-button" aria-label={label}>
      {/* On the button itself, the tooltip would be a description that repeats the name. */}
      <span title={label}>{children}</span>
    </button>
  );
}
