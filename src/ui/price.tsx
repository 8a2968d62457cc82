import type { ReactNode } from "react";
import "./price.css";

/** "$49" or "$49.50". @param amount in dollars */
export function formatPrice(amount: number): string {
  return `$${Number.isInteger(amount) ? amount.toLocaleString("en-US") : formatAmount(amount)}`;
}

/** "1,049.50". @param amount in dollars */
export function formatAmount(amount: number): string {
  return amount.toLocaleString("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 });
}

export function Price({ amount }: { readonly amount: number }): ReactNode {
  return (
    <p className="price">
      <small>$</small>
      {formatPrice(amount).slice(1)}
    </p>
  );
}
