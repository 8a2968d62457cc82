/** `npm run feature -- <wing>/<name>`: writes a feature's skeleton and lists it. Exit codes: 0 written, 1 it exists, 2 wrong usage. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { type Command, refuseUsage, runFromCommandLine } from "./command.ts";

const usage = "Usage, in lower case: npm run feature -- <wing>/<name>, such as school/wishlist\n";

export const addFeature =
  (root: string): Command =>
  ([place = "", ...more], _env, terminal) => {
    const [, wing = "", name = ""] = /^([a-z]+)\/([a-z][a-z0-9]+)$/.exec(place) ?? [];
    const features = readFileSync(join(root, "src", "features.ts"), "utf8");
    const ofWing = [...features.matchAll(/"\.\/features\/(\w+)\/(\w+)\/feature\.ts"/g)].filter(
      (found) => found[1] === wing,
    );
    if (ofWing.length === 0 || more.length > 0) return refuseUsage(terminal, usage);
    const folder = join(root, "src", "features", wing, name);
    if (existsSync(folder)) {
      terminal.printError(`src/features/${place} already exists. Nothing was changed.\n`);
      return 1;
    }
    mkdirSync(folder);
    for (const [file, text] of Object.entries(skeleton(name))) writeFileSync(join(folder, file), text);
    const last = ofWing
      .map(([, , other = ""]) => other)
      .toSorted((a, b) => features.indexOf(`  ${a}Feature`) - features.indexOf(`  ${b}Feature`))
      .at(-1)!;
    list(root, { wing, name, last });
    terminal.print(stepsLeft(place));
    return 0;
  };

const skeleton = (name: string): Record<string, string> => ({
  "contract.ts": `import { z } from "zod";
import { endpoint, only } from "../../../access/policy.ts";

export const ${name}Contract = {
  "GET /${name}": endpoint({
    summary: "What the student has in ${name}",
    access: only("student"),
    answer: z.array(z.object({ _id: z.string() })),
  }),
};
`,
  "feature.ts": `import type { AppContext } from "../../../context.ts";
import type { Handlers } from "../../../http/register-endpoints.ts";
import type { CallerFor } from "../../../access/authorize.ts";
import { defineFeature } from "../../feature.ts";
import { ${name}Contract } from "./contract.ts";

function ${name}Api(_context: AppContext): Handlers<typeof ${name}Contract, CallerFor> {
  return {
    "GET /${name}": async () => [],
  };
}

export const ${name}Feature = defineFeature({
  name: "${name[0]?.toUpperCase()}${name.slice(1)}",
  contract: ${name}Contract,
  handlers: ${name}Api,
});
`,
  [`${name}.test.ts`]: `import { expect, test } from "vitest";
import { useTestApp } from "../../../../test/support/app.ts";
import { call, makePerson } from "../../../../test/support/people.ts";

const app = useTestApp();

test("a new student has nothing in ${name}", async () => {
  const student = await makePerson(app.current, "student");
  expect((await call(app.current, "GET /${name}", {}, student)).body).toEqual([]);
});
`,
});

/** After the last feature of its wing. */
function list(root: string, { wing, name, last }: Record<"wing" | "name" | "last", string>): void {
  replace(join(root, "src", "features.ts"), [
    [new RegExp(`^  ${last}Feature\\b.*\n`, "m"), (line) => `${line}  ${name}Feature,\n`],
    [
      new RegExp(`^import .* "./features/${wing}/${last}/feature.ts";\n`, "m"),
      (line) => `${line}import { ${name}Feature } from "./features/${wing}/${name}/feature.ts";\n`,
    ],
  ]);
  replace(join(root, "docs", "architecture.md"), [
    [
      new RegExp(`^      ${last} .*\n`, "m"),
      (line) => `${line}      ${name.padEnd(16)} (describe it in one line)\n`,
    ],
  ]);
}

function replace(
  file: string,
  changes: readonly (readonly [line: RegExp, change: (line: string) => string])[],
): void {
  const text = readFileSync(file, "utf8");
  for (const [line] of changes) if (!line.test(text)) throw new Error(`${file} has no line like ${line}`);
  writeFileSync(
    file,
    changes.reduce((changed, [line, change]) => changed.replace(line, change), text),
  );
}

const stepsLeft = (place: string): string => `
Created src/features/${place}/, and listed it in src/features.ts and docs/architecture.md. What is left:

  1. move it in src/features.ts: below everything it imports, above everything that imports it
  2. a case for each endpoint in test/support/endpoints/${place.split("/")[0]}.ts (npm run check lists what is missing)
  3. tables: tables.ts, npm run migrations -- "add ...", and a row in src/features/office/privacy/personal-tables.ts
  4. pages: a file in pages/, and its record in src/page-records.ts
  5. notifications: a kind in src/features/school/notifications/kinds.ts, its cause and readers in test/support/people-kinds.ts
  6. writes: their record in test/support/pairs/, or "alone" in the endpoint's case
  7. its line in docs/architecture.md, and what it stores about people in src/site/policies/privacy.md
  8. tests: ${place.split("/")[1]}.test.ts, and a journey for the main job

See docs/adding-a-feature.md for details.
`;

if (import.meta.main) await runFromCommandLine(addFeature(resolve(import.meta.dirname, "..")));
