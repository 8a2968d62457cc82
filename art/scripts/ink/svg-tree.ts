import { radians, type Point } from "./point.ts";

export interface SvgNode {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly SvgNode[];
  readonly text: string;
}

/** Reads what `svg.ts` writes. */
export function readTree(svg: string): SvgNode {
  const open: { name: string; attributes: Map<string, string>; children: SvgNode[]; text: string }[] = [
    { name: "", attributes: new Map(), children: [], text: "" },
  ];
  for (const [, end, name = "", text = "", empty, words = ""] of svg.matchAll(
    /<(\/?)(\w+)([^>]*?)(\/?)>([^<]*)/g,
  )) {
    if (end) open.pop();
    else {
      const pairs = [...text.matchAll(/([\w-]+)="([^"]*)"/g)].map(
        ([, key = "", value = ""]) => [key, value] as const,
      );
      const node = { name, attributes: new Map(pairs), children: [], text: words };
      open.at(-1)?.children.push(node);
      if (!empty) open.push(node);
    }
  }
  const [root] = open[0]?.children ?? [];
  if (!root || open.length !== 1) throw new Error("The drawing is not a single element");
  return root;
}

/** a b c d e f, as in SVG. */
export type Matrix = readonly [number, number, number, number, number, number];
export const identity: Matrix = [1, 0, 0, 1, 0, 0];

export function transformOf(text: string): Matrix {
  let matrix = identity;
  for (const [, step = "", list = ""] of text.matchAll(/(\w+)\(([^)]*)\)/g)) {
    const [first = 0, second] = list.split(/[\s,]+/).map(Number);
    const [cos, sin] = [Math.cos(radians(first)), Math.sin(radians(first))];
    if (step === "translate") matrix = times(matrix, [1, 0, 0, 1, first, second ?? 0]);
    else if (step === "scale") matrix = times(matrix, [first, 0, 0, second ?? first, 0, 0]);
    else if (step === "rotate") matrix = times(matrix, [cos, sin, -sin, cos, 0, 0]);
    else throw new Error(`Transform ${step} is not understood`);
  }
  return matrix;
}

export function times([a, b, c, d, e, f]: Matrix, [g, h, i, j, k, l]: Matrix): Matrix {
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f];
}

export function moved([a, b, c, d, e, f]: Matrix, [x, y]: Point): Point {
  return [a * x + c * y + e, b * x + d * y + f];
}
