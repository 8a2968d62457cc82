import { type ReactNode, Suspense } from "react";
// Loaded eagerly: it must record the click before the dialogs, which return the focus, are loaded.
import "../../../../ui/focus-trail.ts";
import type { Selecting } from "./use-selecting.ts";
import { lazyPart } from "../../../../ui/lazy-part.tsx";
import "./selecting-frame.css";

const SelectionNotice = lazyPart(() => import("./selection-notice.tsx"));

export const forbiddenNoteId = "may-not-select";

interface SelectingFrameProps {
  readonly selecting: Selecting;
  readonly children: ReactNode;
  readonly explains?: boolean;
}

export function SelectingFrame({ selecting, children, explains = true }: SelectingFrameProps): ReactNode {
  const { isForbidden, notice, dismiss } = selecting;
  return (
    <>
      {isForbidden && explains && (
        <p className="may-not-select" id={forbiddenNoteId}>
          Instructors and admins can’t select classes.
        </p>
      )}
      {explains && (
        <noscript>
          {import.meta.env.SSR && <p className="may-not-select">Turn on JavaScript to select a class.</p>}
        </noscript>
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
