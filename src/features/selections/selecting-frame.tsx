import { type ReactNode, Suspense, lazy } from "react";
import type { Selecting } from "./use-selecting.ts";

// Only who selects needs the dialogs.
const SelectionNotice = lazy(() => import("./selection-notice.tsx"));

interface SelectingFrameProps {
  readonly selecting: Selecting;
  readonly children: ReactNode;
}

/** What stands around buttons that select: before them why they do not, after them how it ended. */
export function SelectingFrame({ selecting, children }: SelectingFrameProps): ReactNode {
  const { mayNot, notice, dismiss } = selecting;
  return (
    <>
      {mayNot && <p className="note">Only students can select classes.</p>}
      {children}
      {notice && (
        <Suspense>
          <SelectionNotice notice={notice} onClose={dismiss} />
        </Suspense>
      )}
    </>
  );
}
