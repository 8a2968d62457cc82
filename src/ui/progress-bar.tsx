import "./progress-bar.css";

interface ProgressBarProps {
  readonly label: string;
  /** 0 to 1; undefined if unknown. */
  readonly done?: number | undefined;
}

export function ProgressBar({ label, done }: ProgressBarProps) {
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
