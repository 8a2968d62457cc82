import { type ReactNode, Suspense, lazy } from "react";
// From the first click on: the dialogs, which give the focus back, load after it.
import "../../ui/focus-trail.ts";
import type { Selecting } from "./use-selecting.ts";
import "./selecting-frame.css";

// Only who selects needs the dialogs.
const SelectionNotice = lazy(() => import("./selection-notice.tsx"));

/** Why the role's buttons are disabled; they are described by it. */
export const mayNotId = "may-not-select";

interface SelectingFrameProps {
  readonly selecting: Selecting;
  readonly children: ReactNode;
  /** False where another frame on the page says the same already. */
  readonly explains?: boolean;
}

/** What stands around buttons that select: before them why they do not, after them how it ended. */
export function SelectingFrame({ selecting, children, explains = true }: SelectingFrameProps): ReactNode {
  const { mayNot, notice, dismiss } = selecting;
  return (
    <>
      {mayNot && explains && (
        <p className="may-not-select" id={mayNotId}>
          Instructors and admins can't select classes.
        </p>
      )}
      {children}
      {notice && (
        <Suspense>
          <SelectionNotice notice={notice} onClose={dismiss} />
        </Suspense>
      )}
    </>
  );
}
