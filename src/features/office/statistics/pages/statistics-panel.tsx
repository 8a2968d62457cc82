import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type PointerEvent, useState } from "react";
import { Link, useSearchParams } from "react-router";
import { formatAmount, formatPrice } from "../../../../ui/price.tsx";
import { type Column, Table } from "../../../../ui/table.tsx";
import { keysOf } from "../../../../platform/keys-of.ts";
import { QueryStatus } from "../../../../ui/query-status.tsx";
import { type Answer, apiQuery } from "../../../../access/api-query.ts";
import { oneOf } from "../../../shared/list-query.ts";
import type { Range } from "../contract.ts";
import "./statistics-panel.css";

type Step = Answer<"GET /admin/statistics">["steps"][number];

const rangeNames: Readonly<Record<Range, string>> = { "30-days": "30 days", "12-months": "12 months" };
const ranges = keysOf(rangeNames);

export function StatisticsPanel() {
  const [search] = useSearchParams();
  const range = oneOf(search.get("range"), ranges) ?? "30-days";
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...apiQuery("GET /admin/statistics", { query: { range } }),
    refetchInterval: 60_000,
    placeholderData: keepPreviousData,
  });
  return (
    <section className="statistics panel" aria-labelledby="statistics" aria-busy={isPlaceholderData}>
      <div className="bar">
        <h2 id="statistics" className="section-title">
          Revenue and enrollments
        </h2>
        <nav aria-label="Range">
          {ranges.map((each) => (
            <Link
              key={each}
              to={each === "30-days" ? "/dashboard/admin-panel" : `?range=${each}`}
              aria-current={each === range ? "true" : undefined}
              preventScrollReset
            >
              {rangeNames[each]}
            </Link>
          ))}
        </nav>
      </div>
      {data ? (
        <Figures steps={data.steps} nameOf={data.range === "30-days" ? dayOf : monthOf} />
      ) : (
        <QueryStatus
          query={{ error, refetch }}
          what="the figures"
          shape="chart"
          failure="The figures couldn’t be loaded."
        />
      )}
    </section>
  );
}

interface FiguresProps {
  readonly steps: readonly Step[];
  readonly nameOf: (from: string, form?: "short") => string;
}

function Figures({ steps, nameOf }: FiguresProps) {
  const columns: readonly Column<Step & { _id: string }>[] = [
    { title: "From (UTC)", kind: "title", cell: ({ from }) => nameOf(from) },
    { title: "Revenue", kind: "number", cell: ({ revenue }) => `$${formatAmount(revenue)}` },
    { title: "Enrollments", kind: "number", cell: ({ enrollments }) => enrollments },
  ];
  const newestFirst = steps.map((step) => ({ ...step, _id: step.from })).toReversed();
  return (
    <>
      <StatisticsChart steps={steps} nameOf={nameOf} />
      <details className="more">
        <summary>Show the figures as a table</summary>
        <Table caption="Revenue and enrollments, newest first" columns={columns} rows={newestFirst} />
      </details>
    </>
  );
}

const inUtc = (from: string, options: Intl.DateTimeFormatOptions): string =>
  new Date(`${from}T00:00:00Z`).toLocaleDateString("en-US", { ...options, timeZone: "UTC" });

/** "November 2, 2026", or "Nov 2". @param from like "2026-11-02" */
const dayOf = (from: string, form?: "short"): string =>
  inUtc(from, form ? { month: "short", day: "numeric" } : { month: "long", day: "numeric", year: "numeric" });

/** "November 2026", or "Nov". @param from like "2026-11-01" */
const monthOf = (from: string, form?: "short"): string =>
  inUtc(from, form ? { month: "short" } : { month: "long", year: "numeric" });

interface ChartProps {
  readonly steps: readonly Step[];
  readonly nameOf: (from: string, form?: "short") => string;
}

/** Two measures need two scales, so the charts share only the time axis. */
function StatisticsChart({ steps, nameOf }: ChartProps) {
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
      <p className="quiet below chart-reading">{pointed ? reading(pointed, nameOf) : sumsOf(steps)}</p>
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
      <ul role="list" className="cluster chart-key">
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
  /** Of the highest bar; NaN if all are 0. */
  readonly share: number;
}

const Bar = ({ kind, share }: BarProps) => (
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
