export interface Params {
  readonly [name: string]: string | Params;
}

interface Growing {
  [name: string]: string | Growing;
}

/** More than any Stripe parameter needs. */
const deepest = 6;

export function parseForm(text: string): Params {
  const params = empty();
  for (const [name, value] of new URLSearchParams(text)) put(params, pathOf(name), value);
  return params;
}

export function canonicalForm(params: Params): string {
  return JSON.stringify(params, (_, value: unknown) =>
    typeof value === "object" && value !== null
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
}

export const noParams: Params = empty();

/** Without a prototype, so a parameter named `__proto__` is harmless. */
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
