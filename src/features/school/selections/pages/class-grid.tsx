import { type CardFacts, ClassCard } from "../../classes/pages/class-card.tsx";
import { SelectButton, SelectingFrame } from "./select-button.tsx";
import { type Selecting, useSelecting } from "./use-selecting.ts";

/** For wide cards too, whose position depends on the columns. */
const wideSizes = "(width <= 40em) calc(100vw - 32px), 520px";

interface ClassGridProps {
  readonly items: readonly CardFacts[];
  readonly headingLevel: "h2" | "h3";
  readonly isOnTop?: boolean;
  /** False where the page already explains why selecting is disabled. */
  readonly explains?: boolean;
  readonly hasRhythm?: boolean;
}

export function ClassGrid({
  items,
  headingLevel,
  isOnTop = false,
  explains = true,
  hasRhythm = false,
}: ClassGridProps) {
  const selecting = useSelecting(items.map(({ _id }) => _id));
  return (
    <SelectingFrame selecting={selecting} explains={explains}>
      <ul role="list" className={hasRhythm ? "card-grid has-rhythm" : "card-grid"}>
        {items.map((item, index) => (
          <ClassCard
            key={item._id}
            item={item}
            headingLevel={headingLevel}
            isFirst={isOnTop && index === 0}
            sizes={hasRhythm ? wideSizes : undefined}
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
