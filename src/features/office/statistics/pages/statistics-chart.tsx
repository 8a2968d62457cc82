import { type PointerEvent, type ReactNode, useState } from "react";
import { formatAmount, formatPrice } from "../../../../ui/price.tsx";
import type { Step } from "./statistics-panel.tsx";

interface ChartProps {
  /** Oldest first. */
  readonly steps: readonly Step[];
  readonly nameOf: (from: string, form?: "short") => string;
}

/** Two measures need two scales, so the charts share only the time axis. */
export function StatisticsChart({ steps, nameOf }: ChartProps): ReactNode {
  const [pointed, setPointed] = useState<Step>();
  const point = ({ currentTarget, clientX }: PointerEvent): void => {
    const { left, width } = currentTarget.getBoundingClientRect();
    setPointed(steps[Math.floor(((clientX - left) / width) * steps.length)]);
  };
  const maxRevenue = Math.max(...steps.map(({ revenue }) => revenue));
  const maxEnrollments = Math.max(...steps.map(({ enrollments }) => enrollments));
  // Four labels fit on the narrowest screen; the newest step has one.
  const every = Math.ceil(steps.length / 4);
  return (
    <div className="chart">
      <p className="chart-reading">{pointed ? reading(pointed, nameOf) : sumsOf(steps)}</p>
      <div
        className="chart-plot"
        role="img"
        aria-label={`Revenue and enrollments from ${nameOf(steps[0]?.from ?? "")} on. ${sumsOf(steps)}`}
      >
        <div className="chart-step">
          <span>{formatPrice(maxRevenue)}</span>
          <span>{maxEnrollments}</span>
        </div>
        <div
          className="chart-steps"
          onPointerMove={point}
          onPointerDown={point}
          onPointerLeave={() => setPointed(undefined)}
        >
          {steps.map((step, index) => (
            <div key={step.from} className={step === pointed ? "chart-step is-pointed" : "chart-step"}>
              <Bar kind="revenue" share={step.revenue / maxRevenue} />
              <Bar kind="enrollments" share={step.enrollments / maxEnrollments} />
              {(steps.length - 1 - index) % every === 0 && <span>{nameOf(step.from, "short")}</span>}
            </div>
          ))}
        </div>
      </div>
      <ul role="list" className="chart-key">
        <li>
          <span className="is-revenue" /> Revenue
        </li>
        <li>
          <span className="is-enrollments" /> Enrollments
        </li>
      </ul>
    </div>
  );
}

interface BarProps {
  readonly kind: "revenue" | "enrollments";
  /** Of the highest bar; not a number where all are 0. */
  readonly share: number;
}

const Bar = ({ kind, share }: BarProps): ReactNode => (
  <div className="chart-track">
    {share > 0 && <div className={`is-${kind}`} style={{ blockSize: `${share * 100}%` }} />}
  </div>
);

const inWords = (revenue: number, enrollments: number): string =>
  `$${formatAmount(revenue)}, ${enrollments === 1 ? "1 enrollment" : `${enrollments} enrollments`}`;

const reading = ({ from, revenue, enrollments }: Step, nameOf: ChartProps["nameOf"]): string =>
  `${nameOf(from)}: ${inWords(revenue, enrollments)}`;

const sumsOf = (steps: readonly Step[]): string =>
  `Total: ${inWords(
    steps.reduce((sum, { revenue }) => sum + Math.round(revenue * 100), 0) / 100,
    steps.reduce((sum, { enrollments }) => sum + enrollments, 0),
  )}`;
