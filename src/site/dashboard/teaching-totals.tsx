import { formatAmount } from "../../ui/price.tsx";
import "./teaching-totals.css";

interface TeachingTotalsProps {
  /** In dollars; undefined while loading. */
  readonly totals:
    | { readonly classes: number; readonly students: number; readonly earnings: number }
    | undefined;
}

export const TeachingTotals = ({ totals }: TeachingTotalsProps) => (
  <dl className="figures teaching-totals panel" aria-label="In all" aria-busy={!totals}>
    <div>
      <dt>Classes</dt>
      <dd>{totals ? totals.classes.toLocaleString("en-US") : "–"}</dd>
    </div>
    <div>
      <dt>Students</dt>
      <dd>{totals ? totals.students.toLocaleString("en-US") : "–"}</dd>
    </div>
    <div>
      <dt>Earnings</dt>
      <dd>{totals ? `$${formatAmount(totals.earnings)}` : "–"}</dd>
    </div>
  </dl>
);
