/** `npm run feature -- <name>`: writes a feature's skeleton and lists it. Exit codes: 0 written, 1 it exists, 2 wrong usage. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { type Command, refuseUsage, runFromCommandLine } from "./command.ts";

const usage = "Name the feature in one lower-case word: npm run feature -- wishlist\n";

/** `root` is the project's folder. */
export const addFeature =
  (root: string): Command =>
  ([name = "", ...more], _env, terminal) => {
    if (!/^[a-z][a-z0-9]+$/.test(name) || more.length > 0) return refuseUsage(terminal, usage);
    const folder = join(root, "src", "features", name);
    if (existsSync(folder)) {
      terminal.printError(`src/features/${name} exists. Nothing was changed.\n`);
      return 1;
    }
    mkdirSync(folder);
    for (const [file, text] of Object.entries(skeleton(name))) writeFileSync(join(folder, file), text);
    list(root, name);
    terminal.print(stepsLeft(name));
    return 0;
  };

const skeleton = (name: string): Record<string, string> => ({
  "contract.ts": `import { z } from "zod";
import { endpoint, only } from "../accounts/access.ts";

export const ${name}Contract = {
  "GET /${name}": endpoint({
    summary: "What the student has in ${name}",
    access: only("student"),
    answer: z.array(z.object({ _id: z.string() })),
  }),
};
`,
  "api.ts": `import type { AppContext } from "../../context.ts";
import type { Handlers } from "../../http/register-endpoints.ts";
import type { CallerFor } from "../accounts/authorize.ts";
import type { ${name}Contract } from "./contract.ts";

export function ${name}Api(_context: AppContext): Handlers<typeof ${name}Contract, CallerFor> {
  return {
    "GET /${name}": async () => [],
  };
}
`,
  "feature.ts": `import { defineFeature } from "../feature.ts";
import { ${name}Api } from "./api.ts";
import { ${name}Contract } from "./contract.ts";

export const ${name}Feature = defineFeature({
  name: "${name[0]?.toUpperCase()}${name.slice(1)}",
  contract: ${name}Contract,
  handlers: ${name}Api,
});
`,
  [`${name}.test.ts`]: `import { expect, test } from "vitest";
import { useTestApp } from "../../../test/support/app.ts";
import { call, makePerson } from "../../../test/support/people.ts";

const app = useTestApp();

test("a new student has nothing in ${name}", async () => {
  const student = await makePerson(app.current, "student");
  expect((await call(app.current, "GET /${name}", {}, student)).body).toEqual([]);
});
`,
});

/** Last before those that know of every feature. */
const below = "privacy";

function list(root: string, name: string): void {
  replace(join(root, "src", "features.ts"), [
    [`  ${below}Feature,\n`, `  ${name}Feature,\n  ${below}Feature,\n`],
    [
      `import { ${below}Feature }`,
      `import { ${name}Feature } from "./features/${name}/feature.ts";\nimport { ${below}Feature }`,
    ],
  ]);
  replace(join(root, "docs", "architecture.md"), [
    [
      `    ${below.padEnd(16)} `,
      `    ${name.padEnd(16)} (say in a line what it has)\n    ${below.padEnd(16)} `,
    ],
  ]);
}

function replace(file: string, changes: readonly (readonly [from: string, to: string])[]): void {
  const text = readFileSync(file, "utf8");
  for (const [from] of changes)
    if (!text.includes(from)) throw new Error(`${file} has no line ${from.trim()}`);
  writeFileSync(
    file,
    changes.reduce((changed, [from, to]) => changed.replace(from, () => to), text),
  );
}

const stepsLeft = (name: string): string => `
src/features/${name}/ is written, and listed in src/features.ts and docs/architecture.md. By hand:

  1. its place in src/features.ts: below all that it imports, above all that import it
  2. a request for each endpoint in test/support/every-request.ts, and outcomes in test/api/people-outcomes.ts
     (npm run check names what is missing)
  3. tables: tables.ts, npm run migrations -- "add ${name}", and a row in src/features/privacy/personal-tables.ts
  4. pages: a file, src/routes.ts, the menu in src/dashboards/layout/dashboard-navigation.ts, test/journeys/access.spec.ts
  5. what it stores about people: src/site/policies/privacy-page.tsx

docs/adding-a-feature.md has more on each.
`;

if (import.meta.main) await runFromCommandLine(addFeature(resolve(import.meta.dirname, "..")));
