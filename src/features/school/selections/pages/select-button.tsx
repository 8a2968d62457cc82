import { type ReactNode, Suspense } from "react";
// Loaded eagerly: it must record the click before the dialogs, which return the focus, are loaded.
import "../../../../ui/focus-trail.ts";
import { Button, ButtonLink } from "../../../../ui/button.tsx";
import { Icon } from "../../../../ui/icons.tsx";
import type { CardFacts } from "../../classes/pages/class-card.tsx";
import type { Selecting } from "./use-selecting.ts";
import { lazyPart } from "../../../../ui/lazy-part.tsx";
import "../../classes/pages/class-card.css";

interface SelectButtonProps {
  readonly item: Pick<CardFacts, "_id" | "className" | "availableSeats">;
  readonly selecting: Selecting;
  readonly size?: "small" | "large";
}

export function SelectButton({ item, selecting, size = "large" }: SelectButtonProps) {
  const { taken, isForbidden, isWaiting, classId, select } = selecting;
  const isSelecting = classId === item._id;
  if (taken.enrolled.has(item._id)) {
    return (
      <ButtonLink size={size} look="quiet" to={`/dashboard/enrolled-classes/${item._id}`}>
        Continue
        <span className="visually-hidden"> {item.className}</span>
      </ButtonLink>
    );
  }
  if (taken.selected.has(item._id)) {
    return (
      <ButtonLink size={size} look="quiet" to="/dashboard/selected-classes">
        <Icon name="check" />
        Selected
        <span className="visually-hidden"> {item.className}</span>
      </ButtonLink>
    );
  }
  if (item.availableSeats === 0) {
    return (
      <Button size={size} disabled>
        No seats left
        <span className="visually-hidden"> in {item.className}</span>
      </Button>
    );
  }
  return (
    <Button
      size={size}
      busy={isSelecting && "Selecting…"}
      disabled={isForbidden}
      // Not `disabled`, which would swallow the click.
      aria-disabled={isWaiting && !isForbidden && !isSelecting}
      aria-describedby={isForbidden ? forbiddenNoteId : undefined}
      onClick={() => select(item._id)}
    >
      Select
      <span className="visually-hidden"> {item.className}</span>
    </Button>
  );
}

const SelectionNotice = lazyPart(() => import("./selection-notice.tsx"));

const forbiddenNoteId = "may-not-select";

interface SelectingFrameProps {
  readonly selecting: Selecting;
  readonly children: ReactNode;
  readonly explains?: boolean;
}

export function SelectingFrame({ selecting, children, explains = true }: SelectingFrameProps) {
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
