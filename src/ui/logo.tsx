import type { ReactNode } from "react";
import { Link } from "react-router";
import "./logo.css";

/** From art/drawings/mark.svg. */
const stroke =
  "M49.3 18.7q-2.1-3.6-3.6-5.2-1.6-1.5-3.5-2.7t-4.1-2Q36 8 33.7 7.6q-2.2-.4-4.6-.3-2.4 0-4.7.7t-4.6 1.9-4.2 3.4-2.7 5.2 0 6q.8 3.1 2.7 5.3 1.8 2.2 4.1 3.7 2.2 1.4 4.4 2.2t4.2 1.3l3.9 1 3.7.8 3.4.8q1.7.4 3 1t2.3 1.3q.9.8 1.4 1.8.4 1.1.2 2.2-.1 1.1-1 2t-2.1 1.5-2.9 1l-3.3.7-3.6.3-3.7-.1-3.8-.4-3.8-.7-3.9-.9q-1.9-.5-2.9-.6l-1-.2-.4 1q1.5 1.4 3.4 2.3 1.8 1 3.7 1.8l3.8 1.5q2 .7 4.1 1.2t4.2.9 4.3.4 4.6-.5q2.3-.5 4.6-1.6t4-3.3q1.8-2.1 2.4-4.8.7-2.7.2-5.5T51 36.8 47.3 33t-4.1-2.6l-4.1-1.8q-2-.8-4-1.3l-3.9-1-3.5-.8q-1.6-.4-2.8-.9-1.3-.5-2.1-1.2t-1.2-1.3q-.4-.8-.1-1.5.2-.8.9-1.6.8-.8 2-1.6L27 16q1.4-.6 3.1-.9 1.6-.4 3.3-.5 1.7-.2 3.5-.1t3.5.5 3.4 1.2 3.2 2l1.6 1.2Z";

export function Logo(): ReactNode {
  return (
    <Link className="logo" to="/">
      <svg viewBox="0 0 64 64" aria-hidden="true">
        <rect x="2" y="2" width="60" height="60" rx="3" fill="currentColor" />
        <path className="logo-stroke" d={stroke} />
      </svg>
      Senga
    </Link>
  );
}
