import { type ReactNode, useEffect, useState } from "react";
import { useNavigation } from "react-router";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import "./navigation-progress.css";

const showAfterMilliseconds = 300;

export function NavigationProgress(): ReactNode {
  const isLoading = useNavigation().state === "loading";
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    if (!isLoading) return undefined;
    const timer = setTimeout(() => setSlow(true), showAfterMilliseconds);
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
