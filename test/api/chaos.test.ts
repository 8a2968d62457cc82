import { expect, test } from "vitest";
import { isFault } from "../../bench/chaos/audit.ts";
import { programs } from "../../bench/chaos/postgres-server.ts";
import { runChaos } from "../../bench/chaos/run-chaos.ts";

/** With it, each is killed once within the first sixteen seconds. */
const seed = 233;

test.skipIf(programs === undefined)(
  "kill -9 of a process, the database and the mail relay loses nothing and does nothing twice",
  async () => {
    const report = await runChaos({ durability: "durable", seconds: 18, seed });
    expect(report.kills).toContain("the database");
    expect(report.acknowledged.purchase.size).toBeGreaterThan(0);
    expect(report.findings.filter(isFault)).toEqual([]);
  },
);
