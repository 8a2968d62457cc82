import { ProgressBar } from "./progress-bar.tsx";
import "./loading.css";

export type Shape = "cards" | "rows" | "list" | "table" | "tiles" | "sheet" | "chart";

const counts: Record<Shape, number> = { cards: 3, rows: 3, list: 5, table: 6, tiles: 4, sheet: 2, chart: 1 };

interface LoadingProps {
  readonly label: string;
  readonly shape: Shape;
  readonly count?: number;
}

export function Loading({ label, shape, count = counts[shape] }: LoadingProps) {
  return (
    <div className="loading">
      <p className="visually-hidden" role="status">
        {label}…
      </p>
      <ProgressBar label={label} />
      <div className={`skeleton is-${shape}`} aria-hidden="true">
        {Array.from({ length: count }, (_, index) => (
          // Static placeholders without identity.
          // oxlint-disable-next-line react/no-array-index-key
          <Construction key={index} shape={shape} />
        ))}
      </div>
    </div>
  );
}

function Construction({ shape }: { readonly shape: Shape }) {
  return (
    <div className="construction">
      {(shape === "cards" || shape === "rows" || shape === "sheet") && <PictureGuides />}
      {shape === "chart" ? (
        <PictureGuides />
      ) : (
        <div className="construction-lines">
          <span />
          <span />
          {shape !== "list" && shape !== "tiles" && <span />}
          {(shape === "cards" || shape === "rows") && <span className="is-button" />}
        </div>
      )}
    </div>
  );
}

function PictureGuides() {
  return (
    <svg className="construction-picture" viewBox="0 0 160 100" preserveAspectRatio="xMidYMid slice">
      <path d="M0 0 160 100M160 0 0 100M0 50H160M80 0V100" />
      <circle cx="80" cy="50" r="36" />
    </svg>
  );
}
