import { Icon } from "../../../../ui/icons.tsx";
import { type LessonStatus, lessonNote } from "../lesson-status.ts";
import { formatPrice } from "../../../../ui/price.tsx";

export function LessonNote({ status }: { readonly status: LessonStatus }) {
  const note = lessonNote(status);
  return (
    note && (
      <p className="lesson-note">
        <Icon name="clock" />
        <span>{note}</span>
      </p>
    )
  );
}

interface PriceChangeProps {
  /** Dollars. */
  readonly price: number;
  readonly priceWhenSelected: number;
}

export function PriceChange({ price, priceWhenSelected }: PriceChangeProps) {
  if (price === priceWhenSelected) return null;
  return (
    <p className="warning">
      The price changed from {formatPrice(priceWhenSelected)} to {formatPrice(price)} since you selected this
      class.
    </p>
  );
}
