import { scaleBand, scaleLinear } from "d3-scale";
import { type PointerEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { formatAmount, formatPrice } from "../../../../ui/price.tsx";
import type { Step } from "./statistics-panel.tsx";

interface ChartProps {
  /** Oldest first. */
  readonly steps: readonly Step[];
  readonly nameOf: (from: string, form?: "short") => string;
}

/** Pixels. Two measures need two scales, so the charts share only the time axis. */
const edge = { start: 60, end: 22, top: 10 };
const revenueHeight = 190;
const gap = 30;
const enrollmentsHeight = 80;
const axisHeight = 26;
const height = edge.top + revenueHeight + gap + enrollmentsHeight + axisHeight;

export default function StatisticsChart({ steps, nameOf }: ChartProps): ReactNode {
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  const [pointed, setPointed] = useState<number>();
  const along = scaleBand<number>()
    .domain(steps.map((_, index) => index))
    .range([edge.start, width - edge.end])
    .padding(0.25);
  const point = (event: PointerEvent<SVGSVGElement>): void => {
    const index = Math.floor((event.nativeEvent.offsetX - edge.start) / along.step());
    setPointed(index >= 0 && index < steps.length ? index : undefined);
  };
  // Label as many steps as fit, counted from the newest.
  const every = Math.max(1, Math.ceil(58 / along.step()));
  const shown = pointed === undefined ? undefined : steps[pointed];
  return (
    <div className="chart" ref={frame}>
      <p className="chart-reading">{shown ? reading(shown, nameOf) : sumsOf(steps)}</p>
      {width > 0 && (
        <svg
          width={width}
          height={height}
          role="img"
          aria-label={`Revenue and enrollments from ${nameOf(steps[0]?.from ?? "")} on. ${sumsOf(steps)}`}
          onPointerMove={point}
          onPointerDown={point}
          onPointerLeave={() => setPointed(undefined)}
        >
          <defs>
            <pattern id="chart-tone" width="8" height="8" patternUnits="userSpaceOnUse">
              <circle cx="2" cy="2" r="1.7" />
              <circle cx="6" cy="6" r="1.7" />
            </pattern>
          </defs>
          {pointed !== undefined && (
            <rect
              className="chart-pointed"
              x={(along(pointed) ?? 0) - (along.step() - along.bandwidth()) / 2}
              y={edge.top}
              width={along.step()}
              height={revenueHeight + gap + enrollmentsHeight}
            />
          )}
          <Bars
            kind="revenue"
            top={edge.top}
            height={revenueHeight}
            width={width}
            steps={steps}
            valueOf={({ revenue }) => revenue}
            along={along}
            lines={4}
            nameOfValue={formatPrice}
          />
          <Bars
            kind="enrollments"
            top={edge.top + revenueHeight + gap}
            height={enrollmentsHeight}
            width={width}
            steps={steps}
            valueOf={({ enrollments }) => enrollments}
            along={along}
            lines={2}
            nameOfValue={String}
          />
          {steps.map(
            ({ from }, index) =>
              (steps.length - 1 - index) % every === 0 && (
                <text
                  key={from}
                  x={(along(index) ?? 0) + along.bandwidth() / 2}
                  y={height - 6}
                  textAnchor="middle"
                >
                  {nameOf(from, "short")}
                </text>
              ),
          )}
        </svg>
      )}
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

interface BarsProps {
  readonly kind: "revenue" | "enrollments";
  readonly top: number;
  readonly height: number;
  readonly width: number;
  readonly steps: readonly Step[];
  readonly valueOf: (step: Step) => number;
  readonly along: ReturnType<typeof scaleBand<number>>;
  readonly lines: number;
  readonly nameOfValue: (value: number) => string;
}

function Bars({
  kind,
  top,
  height: tall,
  width,
  steps,
  valueOf,
  along,
  lines,
  nameOfValue,
}: BarsProps): ReactNode {
  // Without a minimum, an all-zero range has no scale.
  const up = scaleLinear()
    .domain([0, Math.max(1, ...steps.map(valueOf))])
    .nice(lines)
    .range([top + tall, top]);
  return (
    <g className={`chart-bars is-${kind}`}>
      {up
        .ticks(lines)
        .filter(Number.isInteger)
        .map((value) => (
          <g key={value} className="chart-line">
            <line x1={edge.start} x2={width - edge.end} y1={up(value)} y2={up(value)} />
            <text x={edge.start - 10} y={up(value)} dy="0.32em" textAnchor="end">
              {nameOfValue(value)}
            </text>
          </g>
        ))}
      {steps.map((step, index) => {
        const value = valueOf(step);
        return (
          value > 0 && (
            <rect
              key={step.from}
              x={along(index)}
              y={up(value)}
              width={along.bandwidth()}
              height={top + tall - up(value)}
            />
          )
        );
      })}
      <line className="chart-ground" x1={edge.start} x2={width - edge.end} y1={top + tall} y2={top + tall} />
    </g>
  );
}

const inWords = (revenue: number, enrollments: number): string =>
  `$${formatAmount(revenue)}, ${enrollments === 1 ? "1 enrollment" : `${enrollments} enrollments`}`;

const reading = ({ from, revenue, enrollments }: Step, nameOf: ChartProps["nameOf"]): string =>
  `${nameOf(from)}: ${inWords(revenue, enrollments)}`;

const sumsOf = (steps: readonly Step[]): string =>
  `Total: ${inWords(
    steps.reduce((sum, { revenue }) => sum + Math.round(revenue * 100), 0) / 100,
    steps.reduce((sum, { enrollments }) => sum + enrollments, 0),
  )}`;

/** Pixels; 0 until measured. */
function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    if (!element.current) return undefined;
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
