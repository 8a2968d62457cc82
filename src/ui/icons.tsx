import type { ReactNode, SVGProps } from "react";

/** The drawings of the icons, on a field of 24 × 24, in strokes of the current colour. */
const drawings = {
  alert: (
    <path d="M12 9v4M12 17h.01M10.3 3.9 1.8 18a2 2 0 0 0 1.7 3h17a2 2 0 0 0 1.7-3L13.7 3.9a2 2 0 0 0-3.4 0Z" />
  ),
  bookmark: <path d="M6 3h12v18l-6-4.5L6 21Z" />,
  book: <path d="M12 6.5C10 4.8 7 4.5 3 4.5v14c4 0 7 .3 9 2 2-1.7 5-2 9-2v-14c-4 0-7 .3-9 2Zm0 0v14" />,
  card: <path d="M2.5 5h19v14h-19ZM2.5 10h19M6 15h4" />,
  chair: <path d="M7 3v18M7 13h10v8M7 9h6M17 13v-3" />,
  check: <path d="m4.5 12.5 5 5 10-11" />,
  chevronLeft: <path d="m15 5-7 7 7 7" />,
  chevronRight: <path d="m9 5 7 7-7 7" />,
  close: <path d="m5 5 14 14M19 5 5 19" />,
  dot: <circle cx="12" cy="12" r="5" />,
  eye: (
    <>
      <path d="M2 12s3.6-7 10-7 10 7 10 7-3.6 7-10 7-10-7-10-7Z" />
      <circle cx="12" cy="12" r="3" />
    </>
  ),
  eyeOff: (
    <>
      <path d="M4.5 7C2.9 8.9 2 12 2 12s3.6 7 10 7c1.8 0 3.4-.5 4.7-1.3M9.5 5.3C10.3 5.1 11.1 5 12 5c6.4 0 10 7 10 7s-.9 1.8-2.6 3.5M3 3l18 18" />
      <path d="M9.9 9.9a3 3 0 0 0 4.2 4.2" />
    </>
  ),
  home: <path d="m3 11 9-8 9 8M5.5 9.5V21h13V9.5M10 21v-6h4v6" />,
  info: (
    <>
      <circle cx="12" cy="12" r="9.5" />
      <path d="M12 11v6M12 7h.01" />
    </>
  ),
  lock: <path d="M5 11h14v10H5ZM8 11V7.5a4 4 0 0 1 8 0V11" />,
  logout: <path d="M9 21H4V3h5M15 16.5l4.5-4.5L15 7.5M19 12H9" />,
  mail: <path d="M2.5 5h19v14h-19Zm0 1.5 9.5 7 9.5-7" />,
  menu: <path d="M4 6h16M4 12h16M4 18h10" />,
  moon: <path d="M20 14.5A8.5 8.5 0 1 1 9.5 4a7 7 0 0 0 10.5 10.5Z" />,
  people: (
    <>
      <circle cx="9" cy="7.5" r="4" />
      <path d="M2 21c0-4.5 3-7 7-7s7 2.5 7 7M16 3.8a4 4 0 0 1 0 7.4M18.5 14.5c2.2.9 3.5 3.2 3.5 6.5" />
    </>
  ),
  sun: (
    <>
      <circle cx="12" cy="12" r="4" />
      <path d="M12 2v2.5M12 19.5V22M2 12h2.5M19.5 12H22M4.9 4.9l1.8 1.8M17.3 17.3l1.8 1.8M4.9 19.1l1.8-1.8M17.3 6.7l1.8-1.8" />
    </>
  ),
  trash: <path d="M3.5 6h17M8.5 6V3h7v3M5.5 6l1 15h11l1-15M10 10.5v6M14 10.5v6" />,
} as const;

export type IconName = keyof typeof drawings;

/** An icon beside words that say the same; it is never read aloud. */
export function Icon({
  name,
  ...rest
}: { readonly name: IconName } & Omit<SVGProps<SVGSVGElement>, "name">): ReactNode {
  return (
    <svg
      className="icon"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      {...rest}
    >
      {drawings[name]}
    </svg>
  );
}
