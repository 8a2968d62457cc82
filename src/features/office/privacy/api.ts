import type { AppContext } from "../../../context.ts";
import type { Handlers } from "../../../http/register-endpoints.ts";
import type { CallerFor } from "../../../access/authorize.ts";
import type { privacyContract } from "./contract.ts";
import { deleteAccount } from "./delete-account.ts";
import { issueExportTicket } from "./export-ticket.ts";
import { findObstacles } from "./find-obstacles.ts";

export function privacyApi(context: AppContext): Handlers<typeof privacyContract, CallerFor> {
  return {
    "GET /account/deletion": async ({ caller }) => ({
      obstacles: [...(await findObstacles(context.db, caller))],
    }),
    "POST /account/export": async ({ caller }) => ({
      path: `/media/account/export.zip?ticket=${await issueExportTicket(context, caller)}`,
    }),
    "POST /account/deletion": async ({ caller, body }) => {
      await deleteAccount(context, caller, body.email);
      return { isDeleted: true as const };
    },
  };
}
