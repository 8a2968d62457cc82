import { defineFeature } from "../../feature.ts";
import { overviewContract } from "./contract.ts";
import { readAdminOverview, readInstructorOverview, readStudentOverview } from "./read-overviews.ts";

export const overviewFeature = defineFeature({
  name: "Overview",
  contract: overviewContract,
  handlers: (context) => ({
    "GET /student/overview/{email}": ({ caller }) => readStudentOverview(context, caller),
    "GET /instructor/overview/{email}": ({ caller }) => readInstructorOverview(context, caller),
    "GET /admin/overview": () => readAdminOverview(context.db),
  }),
});
