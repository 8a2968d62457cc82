import type { Point } from "./point.ts";

/** Positions are absolute, and every curve is cubic. */
export type Segment =
  | { kind: "move" | "line" | "close"; to: Point }
  | { kind: "curve"; control1: Point; control2: Point; to: Point };

/** Numbers per path command. */
const arity: Record<string, number> = { M: 2, L: 2, H: 1, V: 1, C: 6, S: 4, Q: 4, Z: 0 };

/** Supports M L H V C S Q Z, absolute or relative. Use `ellipse` for arcs. */
export function readSegments(path: string): Segment[] {
  const segments: Segment[] = [];
  let here: Point = [0, 0];
  let start: Point = here;
  let lastControl: Point = here;

  for (const { letter, numbers } of readCommands(path)) {
    const from = here;
    const command = letter.toUpperCase();
    const origin: Point = letter === command ? [0, 0] : from;
    const point = (index: number): Point => [
      origin[0] + (numbers[index] ?? 0),
      origin[1] + (numbers[index + 1] ?? 0),
    ];
    const curve = (control1: Point, control2: Point, to: Point) => {
      segments.push({ kind: "curve", control1, control2, to });
      here = to;
    };

    if (command === "C") {
      curve(point(0), point(2), point(4));
      lastControl = point(2);
    } else if (command === "S") {
      curve([2 * from[0] - lastControl[0], 2 * from[1] - lastControl[1]], point(0), point(2));
      lastControl = point(0);
    } else if (command === "Q") {
      const [bend, to] = [point(0), point(2)];
      curve(twoThirds(from, bend), twoThirds(to, bend), to);
      lastControl = bend;
    } else {
      here = straightTarget(command, origin, from, start, numbers);
      lastControl = here;
      if (command === "M") start = here;
      segments.push({ kind: straightKind(command), to: here });
    }
  }
  return segments;
}

function readCommands(path: string): { letter: string; numbers: number[] }[] {
  return [...path.matchAll(/([a-z])([^a-z]*)/gi)].flatMap(([, letter = "", rest = ""]) => {
    const size = arity[letter.toUpperCase()];
    if (size === undefined) throw new Error(`Path command ${letter} is not understood`);
    const numbers = (rest.match(/-?\d*\.?\d+/g) ?? []).map(Number);
    const count = size === 0 ? 1 : Math.floor(numbers.length / size);
    return Array.from({ length: count }, (_, index) => ({
      letter: index > 0 ? afterFirst(letter) : letter,
      numbers: numbers.slice(index * size, (index + 1) * size),
    }));
  });
}

function afterFirst(letter: string): string {
  if (letter === "M") return "L";
  return letter === "m" ? "l" : letter;
}

function straightTarget(command: string, origin: Point, from: Point, start: Point, numbers: number[]): Point {
  const [first = 0, second = 0] = numbers;
  if (command === "Z") return start;
  if (command === "H") return [origin[0] + first, from[1]];
  if (command === "V") return [from[0], origin[1] + first];
  return [origin[0] + first, origin[1] + second];
}

function straightKind(command: string): "move" | "line" | "close" {
  if (command === "M") return "move";
  return command === "Z" ? "close" : "line";
}

function twoThirds(from: Point, bend: Point): Point {
  return [from[0] + ((bend[0] - from[0]) * 2) / 3, from[1] + ((bend[1] - from[1]) * 2) / 3];
}
