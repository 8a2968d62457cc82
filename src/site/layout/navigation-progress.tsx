import { type ReactNode, useEffect, useState } from "react";
import { useNavigation } from "react-router";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import "./navigation-progress.css";

/** Milliseconds that a page may take before its visitor is told to wait. */
const patience = 300;

/** At the top of the window while the next page is on its way for longer than a moment. */
export function NavigationProgress(): ReactNode {
  const isLoading = useNavigation().state === "loading";
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    if (!isLoading) return undefined;
    const timer = setTimeout(() => setSlow(true), patience);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [isLoading]);
  return isLoading && isSlow ? (
    <div className="navigation-progress">
      <ProgressBar label="Loading the page" />
    </div>
  ) : null;
}
