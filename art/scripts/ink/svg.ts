import { round } from "./point.ts";

export type Attributes = Record<string, string | number>;

export function fill(path: string, color: string, attributes: Attributes = {}): string {
  return element("path", { d: path, fill: color, ...attributes });
}

/** For pencil guides, wires and frames. Ink uses `penStroke`. */
export function line(path: string, color: string, width: number, attributes: Attributes = {}): string {
  return element("path", {
    d: path,
    fill: "none",
    stroke: color,
    "stroke-width": round(width),
    "stroke-linecap": "round",
    "stroke-linejoin": "round",
    ...attributes,
  });
}

export function outlined(path: string, color: string, lineColor: string, width: number): string {
  return element("path", {
    d: path,
    fill: color,
    stroke: lineColor,
    "stroke-width": round(width),
    "stroke-linejoin": "round",
  });
}

/** In the reader's own typeface. A short outlined word is `lettering`. */
export function label(words: string, x: number, y: number, size: number, color: string): string {
  return element(
    "text",
    { x, y, "font-size": size, "font-family": "Helvetica,Arial,sans-serif", fill: color },
    words,
  );
}

export interface Placement {
  x?: number;
  y?: number;
  /** Degrees, clockwise. */
  turn?: number;
  scale?: number | readonly [number, number];
  /** Degrees. */
  skew?: number;
  opacity?: number;
  /** Multiply keeps ink black under a color. */
  blend?: "multiply";
}

export function place(
  { x = 0, y = 0, turn = 0, scale = 1, skew = 0, opacity, blend }: Placement,
  ...body: string[]
): string {
  const steps: string[] = [];
  if (x !== 0 || y !== 0) steps.push(`translate(${round(x)} ${round(y)})`);
  if (turn !== 0) steps.push(`rotate(${turn})`);
  if (skew !== 0) steps.push(`skewX(${skew})`);
  if (scale !== 1) steps.push(`scale(${typeof scale === "number" ? scale : scale.join(" ")})`);
  return element(
    "g",
    {
      ...(steps.length > 0 && { transform: steps.join("") }),
      ...(opacity !== undefined && { opacity }),
      ...(blend && { style: `mix-blend-mode:${blend}` }),
    },
    body.join(""),
  );
}

let lastId = 0;

/** `nameParts` replaces this number with the final id. */
export function clip(shape: string, ...body: string[]): string {
  const id = `clip-${++lastId}`;
  return (
    element("clipPath", { id }, element("path", { d: shape })) +
    element("g", { "clip-path": `url(#${id})` }, body.join(""))
  );
}

/** Place `definition` in the drawing before any copy. */
export function reusable(body: string): { definition: string; copy: () => string } {
  const id = `part-${++lastId}`;
  return {
    definition: element("defs", {}, element("g", { id }, body)),
    copy: () => element("use", { href: `#${id}` }),
  };
}

/** Fits the part `view` (x y width height) of the body into the box. */
export function inset(
  box: { x: number; y: number; width: number; height: number },
  view: string,
  body: string,
): string {
  return element("svg", { ...box, viewBox: view, preserveAspectRatio: "xMidYMid slice" }, body);
}

export interface Sheet {
  width: number;
  height: number;
  /** Accessible name. Without it the picture is decorative. */
  title?: string;
  background?: string;
  /** Left and top edge; defaults to 0 0. */
  origin?: readonly [number, number];
  /** As printed, such as 210mm. */
  printed?: { readonly width: string; readonly height: string };
}

export function drawing(
  { width, height, title, background, origin = [0, 0], printed }: Sheet,
  ...body: string[]
): string {
  const attributes = {
    xmlns: "http://www.w3.org/2000/svg",
    ...printed,
    viewBox: `${origin.join(" ")} ${width} ${height}`,
    ...(title ? { role: "img", "aria-label": title } : { "aria-hidden": "true" }),
  };
  const paper = background ? element("rect", { width, height, fill: background }) : "";
  return element("svg", attributes, (title ? element("title", {}, title) : "") + paper + body.join(""));
}

/** Prefixes ids with the name, so two drawings can share a page. */
export function nameParts(svg: string, name: string): string {
  const names = new Map<string, string>();
  for (const [, id = ""] of svg.matchAll(/ id="([^"]+)"/g)) names.set(id, `${name}-${names.size + 1}`);
  return svg
    .replace(/ id="([^"]+)"/g, (_, id: string) => ` id="${names.get(id)}"`)
    .replace(/url\(#([^)]+)\)/g, (_, id: string) => `url(#${names.get(id)})`)
    .replace(/ href="#([^"]+)"/g, (_, id: string) => ` href="#${names.get(id)}"`);
}

function element(name: string, attributes: Attributes, content = ""): string {
  const written = Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${value}"`)
    .join("");
  return content ? `<${name}${written}>${content}</${name}>` : `<${name}${written}/>`;
}
