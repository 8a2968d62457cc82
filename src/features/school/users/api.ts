import type { Handlers } from "../../../http/register-endpoints.ts";
import type { AppContext } from "../../../context.ts";
import type { CallerFor } from "../../../access/authorize.ts";
import type { Role } from "../../../access/policy.ts";
import type { Person } from "../../../access/queries.ts";
import { changeRole } from "./change-role.ts";
import { confirmAge } from "./confirm-age.ts";
import type { usersContract } from "./contract.ts";
import { exportUsers } from "./export-users.ts";
import { listUsers } from "./queries.ts";
import { reinstateUser, suspendUser } from "./suspend-user.ts";

export function usersApi(context: AppContext): Handlers<typeof usersContract, CallerFor> {
  const modified = { modifiedCount: 1 };
  const changeRoleTo =
    (role: Role) =>
    async ({ caller, params }: { caller: Person; params: { id: string } }) => {
      await changeRole(context, caller, params.id, role);
      return modified;
    };
  return {
    "GET /admin/manage/users": async ({ query }) => {
      const page = await listUsers(context, query);
      return {
        ...page,
        rows: page.rows.map(({ id, application, ...user }) => ({
          _id: id,
          ...user,
          application: application
            ? {
                text: application.text,
                portfolio: application.portfolioUrl,
                date: application.updatedAt,
                decision: application.decision,
              }
            : null,
        })),
      };
    },
    "PATCH /users/admin/{id}": changeRoleTo("admin"),
    "PATCH /users/instructor/{id}": changeRoleTo("instructor"),
    "PATCH /users/student/{id}": changeRoleTo("student"),
    "PATCH /users/suspend/{id}": async ({ caller, params, body }) => {
      await suspendUser(context, caller, params.id, body.reason);
      return modified;
    },
    "PATCH /users/reinstate/{id}": async ({ caller, params }) => {
      await reinstateUser(context, caller, params.id);
      return modified;
    },
    "PATCH /users/adult/{id}": async ({ caller, params }) => {
      await confirmAge(context, caller, params.id);
      return modified;
    },
    "GET /admin/export/users": async ({ query }) => exportUsers(context, query),
  };
}
