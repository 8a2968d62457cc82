import { Link } from "./link.tsx";
import "./logo.css";

/** The stroke of art/drawings/mark.svg in fewer points, because each page loads it. */
const stroke =
  "M99 37c-5-7-10-13-18-17-19-10-51-6-56 18-1 6 1 13 4 18 11 20 36 17 55 25 5 2 11 7 8 13-3 5-9 6-13 7-14 3-29 2-43-2l-8-2-1 2c14 9 32 16 48 15 11 0 22-5 28-15 12-23-14-40-33-45-7-2-27-4-28-12-1-5 5-8 8-10 14-7 33-7 43 2l3 3z";

export function Logo() {
  return (
    <Link className="logo" to="/">
      <svg viewBox="0 0 128 128" aria-hidden="true">
        <rect x="4" y="4" width="120" height="120" rx="6" fill="currentColor" />
        <path className="logo-stroke" d={stroke} />
      </svg>
      Senga
    </Link>
  );
}
