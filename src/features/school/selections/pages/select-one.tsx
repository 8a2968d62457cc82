import type { ReactNode } from "react";
import type { CardFacts } from "../../classes/pages/class-card.tsx";
import { SelectButton } from "./select-button.tsx";
import { SelectingFrame } from "./selecting-frame.tsx";
import { useSelecting } from "./use-selecting.ts";

export function SelectOne({
  item,
}: {
  readonly item: Pick<CardFacts, "_id" | "className" | "availableSeats">;
}): ReactNode {
  const selecting = useSelecting([item._id]);
  return (
    <SelectingFrame selecting={selecting}>
      <SelectButton item={item} selecting={selecting} />
    </SelectingFrame>
  );
}
