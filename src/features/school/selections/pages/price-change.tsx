import type { ReactNode } from "react";
import { formatPrice } from "../../../../ui/price.tsx";

interface PriceChangeProps {
  /** Dollars. */
  readonly price: number;
  readonly priceWhenSelected: number;
}

export function PriceChange({ price, priceWhenSelected }: PriceChangeProps): ReactNode {
  if (price === priceWhenSelected) return null;
  return (
    <p className="warning">
      The price changed from {formatPrice(priceWhenSelected)} to {formatPrice(price)} since you selected this
      class.
    </p>
  );
}
