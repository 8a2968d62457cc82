/** Parameters as Stripe's API takes them: texts, nested by brackets. A list is nested under "0", "1", … */
export interface Params {
  readonly [name: string]: string | Params;
}

interface Growing {
  [name: string]: string | Growing;
}

/** More brackets than any parameter of Stripe's has. */
const deepest = 6;

/** Reads `a=1&metadata[classId]=2&types[]=card`, the form in which Stripe's API takes bodies and queries. */
export function parseForm(text: string): Params {
  const params = empty();
  for (const [name, value] of new URLSearchParams(text)) put(params, pathOf(name), value);
  return params;
}

/** The same parameters, whatever their order, give the same text. */
export function canonicalForm(params: Params): string {
  return JSON.stringify(params, (_, value: unknown) =>
    typeof value === "object" && value !== null
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
}

export const noParams: Params = empty();

/** An object that inherits nothing, so that a parameter named __proto__ is a parameter like any other. */
function empty(): Growing {
  const params: Growing = Object.create(null);
  return params;
}

function pathOf(name: string): readonly string[] {
  const match = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(name);
  if (!match) return [name];
  const [, first = name, brackets = ""] = match;
  const path = [first, ...[...brackets.matchAll(/\[([^[\]]*)\]/g)].map(([, inner = ""]) => inner)];
  return path.length <= deepest ? path : [name];
}

function put(params: Growing, [first = "", ...rest]: readonly string[], value: string): void {
  const name = first === "" ? String(Object.keys(params).length) : first;
  if (rest.length === 0) {
    params[name] = value;
    return;
  }
  const inner = params[name];
  const nested = typeof inner === "object" ? inner : empty();
  params[name] = nested;
  put(nested, rest, value);
}
