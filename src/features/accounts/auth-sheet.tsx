import type { ReactNode } from "react";
import "./auth-form.css";

/** The sheet that the sign-in pages are written on. */
export function AuthSheet({
  title,
  lede,
  children,
}: {
  title: string;
  lede?: ReactNode;
  children: ReactNode;
}): ReactNode {
  return (
    <div className="wrap auth">
      <div className="auth-sheet panel">
        <h1 tabIndex={-1}>{title}</h1>
        {lede && <p className="lede">{lede}</p>}
        {children}
      </div>
    </div>
  );
}
