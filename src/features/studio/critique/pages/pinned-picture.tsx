import { type ReactElement, type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import "./pinned-picture.css";

/** Shares of the picture's width and height, 0 to 1. */
export interface Place {
  readonly x: number;
  readonly y: number;
}

/** Rounded to a thousandth, so that sending it again gives the same value. */
const share = (value: number): number => Math.round(Math.min(1, Math.max(0, value)) * 1000) / 1000;

export const placeAt = (x: number, y: number): Place => ({ x: share(x), y: share(y) });

const step = 0.01;
const directions: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** By a hundredth of the picture, with Shift a twentieth; undefined for other keys. */
export function movedBy({ x, y }: Place, key: string, isFast: boolean): Place | undefined {
  const direction = directions[key];
  if (!direction) return undefined;
  const length = isFast ? 5 * step : step;
  return placeAt(x + direction[0] * length, y + direction[1] * length);
}

const third = (value: number): 0 | 1 | 2 => (value < 1 / 3 ? 0 : value > 2 / 3 ? 2 : 1);

/** "upper left", "center": for screen readers. */
export function placeInWords({ x, y }: Place): string {
  const [column, row] = [third(x), third(y)];
  const vertical = ["upper", "", "lower"][row] ?? "";
  const horizontal = ["left", "", "right"][column] ?? "";
  if (vertical && horizontal) return `${vertical} ${horizontal}`;
  if (vertical) return `${vertical} middle`;
  return horizontal ? `middle ${horizontal}` : "center";
}

interface Note {
  readonly wanted: number;
  readonly height: number;
}

/** Pixels. Keeps notes near their wanted tops, in order and apart; they end at `bottom` if they fit. */
export function stackNotes(notes: readonly Note[], gap: number, bottom: number): number[] {
  let limit = bottom;
  const fromBottom = notes.toReversed().map(({ wanted, height }) => {
    const top = Math.min(wanted, limit - height);
    limit = top - gap;
    return { top, height };
  });
  let start = 0;
  return fromBottom.toReversed().map(({ top, height }) => {
    const placed = Math.max(top, start);
    start = placed + height + gap;
    return placed;
  });
}

interface PinnedNote {
  readonly key: number;
  readonly place: Place;
  readonly item: ReactElement;
}

interface PinnedPictureProps {
  readonly notes: readonly PinnedNote[];
  readonly children: ReactNode;
}

/** A thread ties each note to its pin; on narrow screens, notes are below the picture. */
export function PinnedPicture({ notes, children }: PinnedPictureProps) {
  const columns = useRef<HTMLDivElement>(null);
  const fromTop = notes.toSorted((a, b) => a.place.y - b.place.y);
  useThreads(
    columns,
    fromTop.map(({ place }) => place),
  );
  return (
    <div className="pinned">
      <div
        className={
          notes.length > 0 ? "stack is-close pinned-columns has-notes" : "stack is-close pinned-columns"
        }
        ref={columns}
      >
        <div>{children}</div>
        {notes.length > 0 && (
          <>
            <ol role="list" className="pinned-notes">
              {fromTop.map(({ item }) => item)}
            </ol>
            <svg className="pinned-threads" aria-hidden="true">
              {fromTop.map(({ key }) => (
                <path key={key} />
              ))}
            </svg>
          </>
        )}
      </div>
    </div>
  );
}

function useThreads(columns: RefObject<HTMLDivElement | null>, places: readonly Place[]): void {
  const latest = useRef(places);
  useLayoutEffect(() => {
    latest.current = places;
    if (columns.current) layOut(columns.current, places);
  });
  const count = places.length;
  useEffect(() => {
    const frame = columns.current;
    if (!frame || count === 0) return;
    const observer = new ResizeObserver(() => layOut(frame, latest.current));
    for (const element of [frame, ...frame.querySelectorAll(".drawing-picture, .pinned-notes > li")])
      observer.observe(element);
    return () => observer.disconnect();
  }, [columns, count]);
}

/** Pixels. */
const gap = 14;
/** Of a pin, and from a note's top to the middle of its number. */
const radius = 17;

function layOut(frame: HTMLElement, places: readonly Place[]): void {
  const list = frame.querySelector<HTMLElement>(".pinned-notes");
  if (!list) return;
  const items = [...list.querySelectorAll<HTMLElement>(":scope > li")];
  const threads = [...frame.querySelectorAll(".pinned-threads > path")];
  const picture = frame.querySelector(".drawing-picture")?.getBoundingClientRect();
  if (!picture || getComputedStyle(list).getPropertyValue("--is-beside") !== "1") {
    for (const item of items) item.style.marginBlockStart = "";
    for (const thread of threads) thread.removeAttribute("d");
    return;
  }
  const origin = frame.getBoundingClientRect();
  const top = list.getBoundingClientRect().top;
  const pinned = places.flatMap(({ x, y }, at) => {
    const [item, thread] = [items[at], threads[at]];
    if (!item || !thread) return [];
    const pin = {
      x: picture.left + x * picture.width - origin.left,
      y: picture.top + y * picture.height - origin.top,
    };
    return [{ item, thread, pin }];
  });
  const tops = stackNotes(
    pinned.map(({ item, pin }) => ({
      wanted: pin.y + origin.top - top - radius,
      height: item.offsetHeight,
    })),
    gap,
    picture.bottom - top,
  );
  let end = 0;
  for (const [at, { item }] of pinned.entries()) {
    const start = tops[at] ?? end;
    item.style.marginBlockStart = `${start - end}px`;
    end = start + item.offsetHeight;
  }
  for (const { item, thread, pin } of pinned) {
    const note = item.getBoundingClientRect();
    const toRight = note.left > picture.left;
    const [x, y] = [(toRight ? note.left : note.right) - origin.left, note.top - origin.top + radius];
    const from = pin.x + (toRight ? radius : -radius);
    const middle = (from + x) / 2;
    thread.setAttribute("d", `M${from} ${pin.y}C${middle} ${pin.y} ${middle} ${y} ${x} ${y}`);
  }
}
