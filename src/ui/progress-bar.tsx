import type { ReactNode } from "react";
import "./progress-bar.css";

interface ProgressBarProps {
  /** What is being waited for. */
  readonly label: string;
  /** How much of it is done, from 0 to 1, where that is known. */
  readonly done?: number | undefined;
}

/** A pen stroke along a ruler while something is on its way: as long as what is done, or running where nobody knows. */
export function ProgressBar({ label, done }: ProgressBarProps): ReactNode {
  if (done === undefined) {
    return (
      <div className="progress" role="progressbar" aria-label={label}>
        <span />
      </div>
    );
  }
  const percent = Math.round(done * 100);
  return (
    <div
      className="progress is-measured"
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
    >
      <span style={{ inlineSize: `${percent}%` }} />
    </div>
  );
}
