import type { ReactNode } from "react";
import { formatPrice } from "../../ui/price.tsx";
import "./price-change.css";

interface PriceChangeProps {
  /** What would be charged now, in dollars. */
  readonly price: number;
  readonly priceWhenSelected: number;
}

/** Said where the price is no longer the one that the student saw when selecting. */
export function PriceChange({ price, priceWhenSelected }: PriceChangeProps): ReactNode {
  if (price === priceWhenSelected) return null;
  return (
    <p className="price-change">
      The price changed from {formatPrice(priceWhenSelected)} to {formatPrice(price)} since you selected this
      class.
    </p>
  );
}
