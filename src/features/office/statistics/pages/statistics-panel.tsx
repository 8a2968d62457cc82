import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link, useSearchParams } from "react-router";
import { LoadFailure } from "../../../../ui/empty-page.tsx";
import { formatAmount } from "../../../../ui/price.tsx";
import { Loading } from "../../../../ui/loading.tsx";
import { type Column, Table } from "../../../../ui/table.tsx";
import { type Step, statisticsQuery } from "../../../shared/admin-queries.ts";
import { oneOf } from "../../../shared/list-url.ts";
import { ranges } from "../ranges.ts";
import { StatisticsChart } from "./statistics-chart.tsx";
import { dayOf, monthOf } from "./step-names.ts";
import "./statistics-panel.css";

const rangeNames = { "30-days": "30 days", "12-months": "12 months" } as const;

export function StatisticsPanel(): ReactNode {
  const [search] = useSearchParams();
  const range = oneOf(search.get("range"), ranges) ?? "30-days";
  const { data, error, refetch, isPlaceholderData } = useQuery(statisticsQuery(range));
  return (
    <section className="statistics panel" aria-labelledby="statistics" aria-busy={isPlaceholderData}>
      <div className="statistics-head">
        <h2 id="statistics">Revenue and enrollments</h2>
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
      ) : error ? (
        <LoadFailure onRetry={() => void refetch()}>
          The figures couldn’t be loaded. {error.message}
        </LoadFailure>
      ) : (
        <Loading label="Loading the figures" shape="chart" />
      )}
    </section>
  );
}

interface FiguresProps {
  readonly steps: readonly Step[];
  readonly nameOf: (from: string, form?: "short") => string;
}

/** The table gives the chart's values to screen readers. */
function Figures({ steps, nameOf }: FiguresProps): ReactNode {
  const columns: readonly Column<Step & { _id: string }>[] = [
    { title: "From (UTC)", kind: "title", cell: ({ from }) => nameOf(from) },
    { title: "Revenue", kind: "number", cell: ({ revenue }) => `$${formatAmount(revenue)}` },
    { title: "Enrollments", kind: "number", cell: ({ enrollments }) => enrollments },
  ];
  const newestFirst = steps.map((step) => ({ ...step, _id: step.from })).toReversed();
  return (
    <>
      <StatisticsChart steps={steps} nameOf={nameOf} />
      <details>
        <summary>Show the figures as a table</summary>
        <Table caption="Revenue and enrollments, newest first" columns={columns} rows={newestFirst} />
      </details>
    </>
  );
}
