import type { ReactNode } from "react";
import { Button, ButtonLink } from "../../../../ui/button.tsx";
import { replayEarlyClick } from "../../../../ui/early-submit.ts";
import { Icon } from "../../../../ui/icons.tsx";
import type { CardFacts } from "../../classes/pages/class-card.tsx";
import { forbiddenNoteId } from "./selecting-frame.tsx";
import type { Selecting } from "./use-selecting.ts";

interface SelectButtonProps {
  readonly item: Pick<CardFacts, "_id" | "className" | "availableSeats">;
  readonly selecting: Selecting;
  readonly size?: "small" | "large";
}

export function SelectButton({ item, selecting, size = "large" }: SelectButtonProps): ReactNode {
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
      data-early-click=""
      ref={replayEarlyClick}
      onClick={() => select(item._id)}
    >
      Select
      <span className="visually-hidden"> {item.className}</span>
    </Button>
  );
}
