import { eq } from "drizzle-orm";
import type { Readable } from "node:stream";
import type { AppContext } from "../../../context.ts";
import { dayOf } from "../../../platform/age.ts";
import { Problem } from "../../../platform/errors.ts";
import { enqueueMail } from "../../../platform/outbox.ts";
import { personChanged } from "../../../access/events.ts";
import type { Person } from "../../../access/queries.ts";
import { guardians, users } from "../../../access/tables.ts";
import { allRows, csvOf } from "../../../platform/csv.ts";
import { after, type Handlers } from "../../../http/register-endpoints.ts";
import type { CallerFor } from "../../../access/authorize.ts";
import type { Role } from "../../../access/policy.ts";
import type { Body } from "../../../http/contract.ts";
import { mapPage } from "../../../platform/keyset.ts";
import { defineFeature } from "../../feature.ts";
import { isAdult } from "../guardians/consent.ts";
import { recordDecision } from "../audit/record-decision.ts";
import { problems, usersContract } from "./contract.ts";
import { lockUser, reinstateUser, suspendUser, changeRole } from "./role-and-suspension.ts";
import { ageConfirmedMail } from "./mails.ts";
import { type UsersQuery, listUsers } from "./queries.ts";

async function confirmAge(
  context: Pick<AppContext, "clock" | "db" | "emit" | "settings">,
  admin: Person,
  id: string,
): Promise<void> {
  const { clock, settings } = context;
  await context.db.transaction(async (tx) => {
    const user = await lockUser(tx, admin, id);
    if (await isAdult(tx, context, id)) throw new Problem(problems["is-an-adult"]);
    const today = dayOf(clock.now());
    await tx.update(users).set({ isAgeKnown: true }).where(eq(users.id, id));
    const [guardian] = await tx
      .update(guardians)
      .set({ adultOn: today })
      .where(eq(guardians.personId, id))
      .returning({ personId: guardians.personId });
    await recordDecision(tx, clock, "age-confirmed", {
      by: admin,
      about: user,
      before: guardian ? "under 18" : null,
      after: "18 or older",
    });
    await enqueueMail(tx, clock, ageConfirmedMail(settings.origin, user));
    await context.emit(tx, personChanged, { personId: id });
  });
}

const exportUsers = (
  context: Pick<AppContext, "clock" | "db">,
  filters: Omit<UsersQuery, "limit" | "cursor">,
): Readable =>
  csvOf(
    ["Name", "Email", "Role", "Registered (UTC)", "Suspended since (UTC)", "Application to teach"],
    allRows(
      (page) => listUsers(context, { ...filters, ...page }),
      ({ name, email, role, registered, suspended, application }) => [
        name,
        email,
        role,
        registered,
        suspended,
        application && (application.decision ?? "waiting"),
      ],
    ),
  );

type SeenRole = Body<typeof usersContract, "PATCH /users/admin/{id}">;

function usersApi(context: AppContext): Handlers<typeof usersContract, CallerFor> {
  const modified = { modifiedCount: 1 };
  const changeRoleTo =
    (role: Role) =>
    async ({ caller, params, body }: { caller: Person; params: { id: string }; body: SeenRole }) => {
      await changeRole(context, caller, params.id, role, body?.seen);
      return modified;
    };
  return {
    "GET /admin/manage/users": async ({ query }) =>
      mapPage(await listUsers(context, query), ({ id, application, ...user }) => ({
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
    "PATCH /users/admin/{id}": changeRoleTo("admin"),
    "PATCH /users/instructor/{id}": changeRoleTo("instructor"),
    "PATCH /users/student/{id}": changeRoleTo("student"),
    "PATCH /users/suspend/{id}": ({ caller, params, body }) =>
      after(suspendUser(context, caller, params.id, body.reason), modified),
    "PATCH /users/reinstate/{id}": ({ caller, params }) =>
      after(reinstateUser(context, caller, params.id), modified),
    "PATCH /users/adult/{id}": ({ caller, params }) =>
      after(confirmAge(context, caller, params.id), modified),
    "GET /admin/export/users": async ({ query }) => exportUsers(context, query),
  };
}

export const usersFeature = defineFeature({ name: "Users", contract: usersContract, handlers: usersApi });
