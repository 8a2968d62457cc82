import { type ReactNode, Suspense, useState } from "react";
import { Button } from "../../ui/button.tsx";
import type { ReportKind } from "./report-reasons.ts";
import { lazyPart } from "../../ui/lazy-part.tsx";

const ReportDialog = lazyPart(() => import("./report-dialog.tsx"));

interface ReportButtonProps {
  readonly kind: ReportKind;
  readonly id: string;
  /** The author. */
  readonly by: string;
}

export function ReportButton({ kind, id, by }: ReportButtonProps): ReactNode {
  const [isAsked, setAsked] = useState(false);
  return (
    <>
      <Button look="quiet" size="small" onClick={() => setAsked(true)}>
        Report<span className="visually-hidden"> {`${kind} by ${by}`}</span>
      </Button>
      {isAsked && (
        <Suspense>
          <ReportDialog kind={kind} id={id} onClose={() => setAsked(false)} />
        </Suspense>
      )}
    </>
  );
}
