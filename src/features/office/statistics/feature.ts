import { defineFeature } from "../../feature.ts";
import { statisticsContract } from "./contract.ts";
import { readStatistics, readTotals } from "./read-statistics.ts";

export const statisticsFeature = defineFeature({
  name: "Statistics",
  contract: statisticsContract,
  handlers: ({ clock, db }) => ({
    "GET /admin/payments": () => readTotals(db),
    "GET /admin/statistics": async ({ query: { range } }) => ({
      range,
      steps: await readStatistics(db, clock, range),
    }),
  }),
});
