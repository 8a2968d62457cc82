import { globSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { expect, test } from "vitest";

/**
 * Two transactions that lock the same rows in opposite orders deadlock. Those that lock rows of several of these tables
 * do it in this order.
 */
const order = ["paymentAttempts", "classes", "users", "submissions", "curricula", "lessons"];

/** Whose foreign keys many tables hold: a lock for update waits for every insert that names the person. */
const mayLockUsersForUpdate = new Set([
  // These change the email or the sign-in, which are keys.
  "src/features/school/accounts/user-records.ts",
  "src/features/office/privacy/erase-person.ts",
  "src/features/office/privacy/delete-account.ts",
]);

const root = resolve(import.meta.dirname, "..", "..");
const files = globSync("src/features/**/*.ts", { cwd: root, exclude: ["**/*.test.ts"] });

interface Declaration {
  readonly name: string;
  readonly text: string;
  readonly imports: ReadonlyMap<string, string>;
}

/** Top-level functions by file and name; the formatter begins each in the first column. */
const declarations = new Map<string, Declaration>();
for (const file of files) {
  const source = readFileSync(join(root, file), "utf8");
  const imports = new Map<string, string>();
  for (const [, names = "", path = ""] of source.matchAll(/import \{([^}]+)\} from "(\.[^"]+)"/g))
    for (const name of names.split(",")) imports.set(name.trim(), join(dirname(file), path));
  for (const text of source.split(/\n(?=(?:export )?(?:async function|function|const) \w)/).slice(1)) {
    const name = /(?:function|const) (\w+)/.exec(text)![1]!;
    declarations.set(`${file} ${name}`, { name, text, imports });
  }
}

interface Lock {
  readonly table: string;
  readonly strength: string;
}

/** The locks that the text takes, in its order, with those of the functions that it calls with its transaction. */
function locksIn(file: string, text: string, imports: Declaration["imports"], depth = 0): Lock[] {
  const found: { at: number; locks: Lock[] }[] = [];
  for (const match of text.matchAll(/\.for\(\s*"([a-z ]+)"(?:,\s*\{([^}]*)\})?/g)) {
    if (match[2]?.includes("skipLocked")) continue;
    const of = /of: (\w+)/.exec(match[2] ?? "")?.[1];
    const table =
      of ??
      text
        .slice(0, match.index)
        .match(/\.from\((\w+)\)/g)
        ?.at(-1)
        ?.slice(6, -1) ??
      "";
    found.push({ at: match.index, locks: [{ table, strength: match[1]! }] });
  }
  for (const match of text.matchAll(/\btx\s*\.(?:update|delete)\((\w+)\)/g))
    found.push({ at: match.index, locks: [{ table: match[1]!, strength: "write" }] });
  if (depth < 6)
    for (const match of text.matchAll(/(?<!function )(?<!\.)\b(\w+)\((?=[^()]*\btx\b)/g)) {
      const called = match[1]!;
      const home = declarations.has(`${file} ${called}`) ? file : imports.get(called);
      const callee = home === undefined ? undefined : declarations.get(`${home} ${called}`);
      if (callee && !callee.text.includes(".transaction("))
        found.push({ at: match.index, locks: locksIn(home!, callee.text, callee.imports, depth + 1) });
    }
  return found.toSorted((one, other) => one.at - other.at).flatMap(({ locks }) => locks);
}

const transactions = [...declarations].flatMap(([key, { text, imports }]) => {
  const [file = ""] = key.split(" ");
  return text
    .split(".transaction(")
    .slice(1)
    .map((part) => ({ key, locks: locksIn(file, part, imports) }));
});

test("rows are locked in one order", () => {
  const known = transactions.filter(({ locks }) => locks.length > 0);
  expect(known.length).toBeGreaterThan(40);
  const wrong = known.flatMap(({ key, locks }) => {
    const tables = [...new Set(locks.map(({ table }) => table))].filter((table) => order.includes(table));
    const inOrder = tables.toSorted((one, other) => order.indexOf(one) - order.indexOf(other));
    return tables.join() === inOrder.join() ? [] : [`${key}: ${tables.join(", ")}`];
  });
  expect(wrong).toEqual([]);
});

test("only what changes a key locks a person for update", () => {
  const wrong = [...declarations].flatMap(([key, { text }]) => {
    const [file = ""] = key.split(" ");
    const locks = locksIn(file, text, new Map());
    const isWrong = locks.some(({ table, strength }) => table === "users" && strength === "update");
    return isWrong && !mayLockUsersForUpdate.has(file) ? [key] : [];
  });
  expect(wrong).toEqual([]);
});
