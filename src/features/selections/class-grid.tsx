import type { ReactNode } from "react";
import { type CardFacts, ClassCard } from "../classes/class-card.tsx";
import { SelectButton } from "./select-button.tsx";
import { SelectingFrame } from "./selecting-frame.tsx";
import { type Selecting, useSelecting } from "./use-selecting.ts";

interface ClassGridProps {
  readonly items: readonly CardFacts[];
  readonly headingLevel: "h2" | "h3";
  /** Whether the grid is at the top of its page: its first cover is then not waited for. */
  readonly isOnTop?: boolean;
}

/** Class cards with what the visitor can do with each: select it, see that they have it, or why not. */
export function ClassGrid({ items, headingLevel, isOnTop = false }: ClassGridProps): ReactNode {
  const selecting = useSelecting();
  return (
    <SelectingFrame selecting={selecting}>
      <ul className="class-grid">
        {items.map((item, index) => (
          <ClassCard
            key={item._id}
            item={item}
            index={index}
            headingLevel={headingLevel}
            isFirst={isOnTop && index === 0}
            stamp={stampOf(item, selecting)}
            action={<SelectButton item={item} selecting={selecting} size="small" />}
          />
        ))}
      </ul>
    </SelectingFrame>
  );
}

function stampOf({ _id }: CardFacts, { taken }: Selecting): string | undefined {
  if (taken.enrolled.has(_id)) return "ENROLLED";
  return taken.selected.has(_id) ? "SELECTED" : undefined;
}
