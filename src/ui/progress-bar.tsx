import type { ReactNode } from "react";
import "./progress-bar.css";

/** A pen stroke that runs along a ruler while something is on its way. @param label what is being waited for */
export function ProgressBar({ label }: { readonly label: string }): ReactNode {
  return (
    <div className="progress" role="progressbar" aria-label={label}>
      <span />
    </div>
  );
}
