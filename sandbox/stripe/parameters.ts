import { missingParameter, wrongParameter } from "./problem.ts";

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

/** Rejects unknown parameters: ignoring one could hide a difference from Stripe. */
export function refuseUnknown(params: Params, known: readonly string[]): void {
  const passing = new Set([...known, "key", "client_secret", "expand"]);
  const unknown = Object.keys(params).find((name) => !passing.has(name));
  if (unknown === undefined) return;
  const message = `Received unknown parameter: ${unknown}. (Senga's payment sandbox knows these here: ${known.join(", ")}.)`;
  throw wrongParameter(unknown, "parameter_unknown", message);
}

/** Throws when the parameter is nested. */
export function readText(params: Params, name: string, path: string = name): string | undefined {
  const value = params[name];
  if (typeof value === "object") throw wrongParameter(path, undefined, `Invalid string: ${path}`);
  return value === "" ? undefined : value;
}

export function readNeededText(params: Params, name: string, path: string = name): string {
  const text = readText(params, name, path);
  if (text === undefined) throw missingParameter(path);
  return text;
}

export function readInteger(params: Params, name: string, path: string = name): number | undefined {
  const text = readText(params, name, path);
  if (text === undefined) return undefined;
  if (!/^-?\d{1,15}$/.test(text)) {
    throw wrongParameter(path, "parameter_invalid_integer", `Invalid integer: ${text.slice(0, 40)}`);
  }
  return Number(text);
}

export function readChoice<Choice extends string>(
  params: Params,
  name: string,
  choices: readonly Choice[],
): Choice | undefined {
  const text = readText(params, name);
  if (text === undefined) return undefined;
  const choice = choices.find((known) => known === text);
  if (choice === undefined) {
    throw wrongParameter(name, undefined, `Invalid ${name}: must be one of ${choices.join(", ")}`);
  }
  return choice;
}

export function readNested(params: Params, name: string, path: string = name): Params | undefined {
  const value = params[name];
  if (typeof value === "string") {
    throw wrongParameter(path, "parameter_invalid_empty", `Invalid object: ${path}`);
  }
  return value;
}

/** https://docs.stripe.com/api/metadata */
export function readMetadata(params: Params): Record<string, string> {
  const metadata: Record<string, string> = {};
  const entries = Object.entries(readNested(params, "metadata") ?? {});
  if (entries.length > 50) {
    throw wrongParameter("metadata", undefined, "You may only specify up to 50 metadata keys.");
  }
  for (const [name, value] of entries) {
    if (typeof value !== "string" || name.length > 40 || value.length > 500) {
      const message = "Metadata keys can have up to 40 characters, and their values up to 500.";
      throw wrongParameter(`metadata[${name.slice(0, 40)}]`, undefined, message);
    }
    if (value !== "") metadata[name] = value;
  }
  return metadata;
}

export function readLimit(params: Params): number {
  const limit = readInteger(params, "limit") ?? 10;
  if (limit < 1 || limit > 100)
    throw wrongParameter("limit", undefined, "Invalid limit: must be between 1 and 100");
  return limit;
}
