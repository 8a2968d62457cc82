import { useId } from "react";
import { Link } from "react-router";
import { Hanamaru } from "../../ui/dialog.tsx";
import { Icon } from "../../ui/icons.tsx";
import type { PictureSizes } from "../../ui/cover.tsx";
import "./manga-page.css";

/** In units of a page of `pageWidth`. */
type Point = readonly [x: number, y: number];
/** Clockwise from the upper left. */
export type Panel = readonly [Point, Point, Point, Point];

interface MangaLayout {
  readonly height: number;
  readonly panels: readonly Panel[];
}

export const pageWidth = 160;
/** More would be too small for touch. */
export const maxPanels = 24;
const maxInRow = 6;
const gutter = 2.2;
const minHeight = 92;
const minRowHeight = 28;
const lean = 0.07;
const tilt = 0.08;

/** Rows of slanted panels in reading order, each as wide as its share of the row's weight. */
export function layOutPanels(weights: readonly number[]): MangaLayout {
  const count = weights.length;
  const rows = Math.max(1, Math.round(Math.sqrt(count / 1.4)), Math.ceil(count / maxInRow));
  const height = Math.max(minHeight, rows * minRowHeight);
  const rowHeight = height / rows;
  const half = gutter / 2;
  const edge = (row: number, x: number): number => {
    if (row === 0 || row === rows) return row * rowHeight;
    return row * rowHeight + sign(row) * (x / pageWidth - 0.5) * 2 * tilt * rowHeight;
  };
  const panels = Array.from({ length: rows }, (_, row) => {
    const inside = weights.slice(firstOf(row, count, rows), firstOf(row + 1, count, rows));
    const total = inside.reduce((sum, weight) => sum + weight, 0);
    let passed = 0;
    return inside.map((weight, at): Panel => {
      const left = sideOf(passed, total, sign(row + at) * lean * rowHeight, half);
      passed += weight;
      const right = sideOf(passed, total, sign(row + at + 1) * lean * rowHeight, -half);
      const top = (x: number): number => edge(row, x) + (row === 0 ? 0 : half);
      const bottom = (x: number): number => edge(row + 1, x) - (row === rows - 1 ? 0 : half);
      return [
        [left.top, top(left.top)],
        [right.top, top(right.top)],
        [right.bottom, bottom(right.bottom)],
        [left.bottom, bottom(left.bottom)],
      ];
    });
  });
  return { height, panels: panels.flat() };
}

const sign = (number: number): 1 | -1 => (number % 2 === 0 ? -1 : 1);

const firstOf = (row: number, count: number, rows: number): number => Math.round((row * count) / rows);

function sideOf(passed: number, total: number, leaning: number, inward: number) {
  const x = (passed / total) * pageWidth;
  if (passed === 0 || passed === total) return { top: x, bottom: x };
  return { top: x + leaning + inward, bottom: x - leaning + inward };
}

type Stage = "blank" | "pencil" | "ink" | "tone";

export interface LessonPanel {
  readonly _id: string;
  readonly number: number;
  readonly title: string;
  readonly weight: number;
  readonly stage: Stage;
  readonly path: string | undefined;
  readonly mark: "check" | "clock" | "alert" | "hanamaru" | undefined;
  readonly note: string;
  readonly isNext: boolean;
}

interface MangaPageProps {
  readonly label: string;
  readonly image: string;
  readonly picture: PictureSizes | null;
  readonly panels: readonly LessonPanel[];
}

export function MangaPage({ label, image, picture, panels }: MangaPageProps) {
  const layout = layOutPanels(panels.map(({ weight }) => weight));
  const placed = panels.map((panel, index) => ({ ...panel, corners: layout.panels[index]! }));
  const outline = (...stages: readonly Stage[]): string =>
    placed
      .filter(({ stage }) => stages.includes(stage))
      .map(({ corners }) => pathOf(corners))
      .join("");
  return (
    <div className="manga-page">
      <MangaDrawing height={layout.height} outline={outline} image={sourceOf(image, picture)} />
      <ol role="list" aria-label={label}>
        {placed.map((panel) => (
          <li key={panel._id} style={boxOf(panel.corners, layout.height)}>
            <PanelLink panel={panel} />
          </li>
        ))}
      </ol>
    </div>
  );
}

export function BlankPage({ count }: { readonly count: number }) {
  const { height, panels } = layOutPanels(Array.from({ length: count }, (_, index) => 1 + (index % 3) / 3));
  return (
    <div className="manga-page">
      <svg viewBox={`0 0 ${pageWidth} ${height}`} preserveAspectRatio="none" aria-hidden="true">
        <path className="manga-frame is-blank" d={panels.map(pathOf).join("")} />
      </svg>
    </div>
  );
}

interface MangaDrawingProps {
  readonly height: number;
  readonly outline: (...stages: readonly Stage[]) => string;
  readonly image: string;
}

/** Extends beyond the page, to hide a picture's margins. */
const zoom = 1.1;

function MangaDrawing({ height, outline, image }: MangaDrawingProps) {
  const id = useId();
  const picture = {
    href: image,
    x: (-pageWidth * (zoom - 1)) / 2,
    y: (-height * (zoom - 1)) / 2,
    width: pageWidth * zoom,
    height: height * zoom,
    preserveAspectRatio: "xMidYMid slice",
  };
  return (
    <svg viewBox={`0 0 ${pageWidth} ${height}`} aria-hidden="true">
      <defs>
        {(["pencil", "ink", "tone"] as const).map((stage) => (
          <clipPath key={stage} id={`${id}-${stage}`}>
            <path d={outline(stage)} />
          </clipPath>
        ))}
        <pattern
          id={`${id}-dots`}
          width="2"
          height="2"
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(45)"
        >
          <circle className="manga-dot" cx="1" cy="1" r="0.62" />
        </pattern>
        <PencilFilter id={`${id}-as-pencil`} />
        <InkFilter id={`${id}-as-ink`} />
      </defs>
      <path className="manga-sheet" d={outline("pencil", "ink", "tone")} />
      <g clipPath={`url(#${id}-pencil)`}>
        <image {...picture} filter={`url(#${id}-as-pencil)`} />
      </g>
      <g clipPath={`url(#${id}-ink)`}>
        <image {...picture} filter={`url(#${id}-as-ink)`} />
      </g>
      <g clipPath={`url(#${id}-tone)`}>
        <image {...picture} />
      </g>
      <path className="manga-tone" d={outline("tone")} fill={`url(#${id}-dots)`} />
      <path className="manga-frame" d={outline("pencil", "ink", "tone")} />
      <path className="manga-frame is-blank" d={outline("blank")} />
    </svg>
  );
}

/** Outlines (a color dodge of the gray picture by its blurred negative), from non-photo blue to paper. */
const PencilFilter = ({ id }: { readonly id: string }) => (
  <filter id={id} colorInterpolationFilters="sRGB" x="0" y="0" width="1" height="1">
    <feColorMatrix type="saturate" values="0" result="gray" />
    <ColorTable values={["1 0", "1 0", "1 0"]} />
    <feGaussianBlur stdDeviation="1.2" />
    <feBlend in2="gray" mode="color-dodge" />
    <ColorTable values={[".2 .43 1 1", ".5 .7 .99 .99", ".75 .88 .97 .97"]} />
  </filter>
);

const InkFilter = ({ id }: { readonly id: string }) => (
  <filter id={id} colorInterpolationFilters="sRGB" x="0" y="0" width="1" height="1">
    <feColorMatrix type="saturate" values="0" />
    <ColorTable values={[".09 .09 1 1", ".09 .09 .99 .99", ".11 .11 .97 .97"]} />
  </filter>
);

const ColorTable = ({ values: [red, green, blue] }: { readonly values: readonly string[] }) => (
  <feComponentTransfer>
    <feFuncR type="table" tableValues={red} />
    <feFuncG type="table" tableValues={green} />
    <feFuncB type="table" tableValues={blue} />
  </feComponentTransfer>
);

function PanelLink({ panel }: { readonly panel: LessonPanel }) {
  const { number, title, path, mark, note, isNext } = panel;
  const content = (
    <>
      <span className="visually-hidden">
        Lesson {number}: {title}, {note}
      </span>
      <span className={isNext ? "manga-number is-next" : "manga-number"} aria-hidden="true">
        {number}
        {mark && mark !== "hanamaru" && <Icon name={mark} />}
      </span>
      <span className="manga-title" aria-hidden="true">
        {title}
      </span>
      {mark === "hanamaru" && <Hanamaru />}
    </>
  );
  return path ? <Link to={path}>{content}</Link> : <span className="manga-closed">{content}</span>;
}

const pathOf = (corners: Panel): string =>
  `M${corners.map((point) => point.map((value) => value.toFixed(1)).join(" ")).join("L")}Z`;

/** The largest upright box between the slants, in percent of the page. */
function boxOf([upperLeft, upperRight, lowerRight, lowerLeft]: Panel, height: number) {
  const left = Math.max(upperLeft[0], lowerLeft[0]);
  const right = Math.min(upperRight[0], lowerRight[0]);
  const top = Math.max(upperLeft[1], upperRight[1]);
  const bottom = Math.min(lowerLeft[1], lowerRight[1]);
  return {
    left: `${(left / pageWidth) * 100}%`,
    top: `${(top / height) * 100}%`,
    width: `${((right - left) / pageWidth) * 100}%`,
    height: `${((bottom - top) / height) * 100}%`,
  };
}

/** A page is about 700 pixels wide. */
function sourceOf(image: string, picture: PictureSizes | null): string {
  if (!picture || picture.widths.length === 0) return image;
  return `${image}/${picture.widths.find((width) => width >= 800) ?? picture.widths.at(-1)}.webp`;
}
