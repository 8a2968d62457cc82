const withCents = new Intl.NumberFormat("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** "$49" or "$49.50". @param amount in dollars */
export const formatPrice = (amount: number): string => `$${formatAmount(amount).replace(".00", "")}`;

/** "1,049.50". @param amount in dollars */
export const formatAmount = (amount: number): string => withCents.format(amount);

export function Price({ amount }: { readonly amount: number }) {
  return (
    <p className="price">
      <small>$</small>
      {formatPrice(amount).slice(1)}
    </p>
  );
}
