import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { Icon } from "./icons.tsx";
import "./empty-page.css";

export function EmptyPage({
  children,
  action,
}: {
  readonly children: ReactNode;
  readonly action?: ReactNode;
}) {
  return (
    <div className="empty-page">
      <p>{children}</p>
      {action}
    </div>
  );
}

interface LoadFailureProps {
  readonly children: ReactNode;
  readonly onRetry: () => void;
}

export function LoadFailure({ children, onRetry }: LoadFailureProps) {
  return (
    <div className="load-failure" role="alert">
      <p className="field-error">
        <Icon name="alert" />
        <span>{children}</span>
      </p>
      <Button look="quiet" size="small" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
