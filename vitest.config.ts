import { globSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const server = process.env["TEST_DATABASE_URL"];
const files = globSync("{src,sandbox,test,db}/**/*.test.ts", { cwd: import.meta.dirname });
/** Their SQL, locks, notifications or drivers' values can differ. */
const onBoth = files.filter((file) =>
  readFileSync(join(import.meta.dirname, file), "utf8").startsWith("/** @databases both"),
);

/** Last, as small as it is, it would wait for its processes alone: half a minute. */
class ChaosFirst extends BaseSequencer {
  override async sort(specifications: TestSpecification[]): Promise<TestSpecification[]> {
    const isChaos = ({ moduleId }: TestSpecification) => moduleId.endsWith("chaos.test.ts");
    // oxlint-disable-next-line unicorn/no-array-sort -- not an array's: it answers a new list
    const sorted = await super.sort(specifications);
    return [...sorted.filter(isChaos), ...sorted.filter((each) => !isChaos(each))];
  }
}

// Workers, and the processes that they start, reuse compiled code.
process.env["NODE_COMPILE_CACHE"] ??= join(import.meta.dirname, "node_modules/.cache/compiled-for-tests");

const project = (name: string, include: string[], env: Record<string, string> = {}) => ({
  test: {
    name,
    env,
    include,
    // Generous: the limits end hangs and must not judge speed on a busy machine.
    testTimeout: 120_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 90_000 } },
  },
});

export default defineConfig({
  test: {
    globalSetup: ["test/support/built-server.ts", "test/support/database-templates.ts"],
    pool: "forks",
    // Files of a worker share module instances; each opens a separate database.
    isolate: false,
    sequence: { sequencer: ChaosFirst },
    // Tests wait for the database, for mails and for processes a third of their time.
    maxWorkers: availableParallelism() + 2,
    // With a server the other files run there: it takes two thirds of PGlite's processor time, and has concurrency to find.
    // Without one all run on PGlite, so a newcomer's run covers what CI leaves out.
    projects: server
      ? [project("PostgreSQL", files, { SENGA_TEST_SERVER: server }), project("PGlite", onBoth)]
      : [project("PGlite", files)],
  },
});
