import type { Handlers } from "../../platform/http/serve.ts";
import type { World } from "../../world.ts";
import type { CallerFor } from "../accounts/permit.ts";
import type { administration } from "./contract.ts";
import { promoteUser } from "./promote-user.ts";
import { listCollectedPayments, listUsers, readTotals } from "./queries.ts";
import { readStatistics } from "./read-statistics.ts";

export function administrationApi(world: World): Handlers<typeof administration, CallerFor> {
  return {
    "GET /admin/payments": () => readTotals(world.db),
    "GET /admin/payments/latest": async ({ query }) => {
      const page = await listCollectedPayments(world.db, query);
      return { ...page, rows: page.rows.map(({ id, ...payment }) => ({ _id: id, ...payment })) };
    },
    "GET /admin/statistics": async ({ query: { range } }) => ({
      range,
      steps: await readStatistics(world.db, world.clock, range),
    }),
    "GET /admin/manage/users": async ({ query }) => {
      const page = await listUsers(world.db, query);
      return {
        ...page,
        rows: page.rows.map(({ id, application, ...user }) => ({
          _id: id,
          ...user,
          application: application
            ? { text: application.text, portfolio: application.portfolioUrl, date: application.updatedAt }
            : null,
        })),
      };
    },
    "PATCH /users/admin/{id}": async ({ caller, params }) => {
      await promoteUser(world, caller, params.id, "admin");
      return { modifiedCount: 1 };
    },
    "PATCH /users/instructor/{id}": async ({ caller, params }) => {
      await promoteUser(world, caller, params.id, "instructor");
      return { modifiedCount: 1 };
    },
  };
}
