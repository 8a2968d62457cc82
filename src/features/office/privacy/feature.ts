import type { FastifyInstance } from "fastify";
import { and, eq, inArray, isNotNull, sql } from "drizzle-orm";
import type { AppContext } from "../../../context.ts";
import { after, type Handlers } from "../../../http/register-endpoints.ts";
import type { CallerFor } from "../../../access/authorize.ts";
import type { CountRequest } from "../../../http/visitor-rate-limit.ts";
import { Problem, problems, tooManyRequests } from "../../../platform/errors.ts";
import type { Transaction } from "../../../platform/database.ts";
import type { IdentityClaims } from "../../../access/identity-token.ts";
import type { RateLimit } from "../../../platform/rate-limiter.ts";
import { outbox } from "../../../platform/outbox.ts";
import { users } from "../../../access/tables.ts";
import { on } from "../../../platform/events.ts";
import { type FormerEmail, accountClaimed, personChanged, userCreated } from "../../../access/events.ts";
import { findViewer } from "../../classroom/playback/open-media.ts";
import { followInstructor } from "../../school/classes/invalidate-instructor.ts";
import { contactMessages } from "../../school/contact/tables.ts";
import { selections } from "../../school/selections/tables.ts";
import { defineFeature, job } from "../../feature.ts";
import { paymentAttempts, payments } from "../payments/tables.ts";
import { newsletterSubscriptions } from "../newsletter/tables.ts";
import { privacyContract, problems as ownProblems } from "./contract.ts";
import {
  deleteAccount,
  findObstacles,
  finishErasures,
  listOpenRequests,
  refuseErasedSignIn,
} from "./delete-account.ts";
import { issueExportTicket, openExportTicket, exportPerson } from "./export-person.ts";
import { erasePerson, lockAccount } from "./erase-person.ts";
import { hasTaught } from "./remove-names.ts";
import { removeSubscriptions } from "../newsletter/subscriptions.ts";

function privacyApi(context: AppContext): Handlers<typeof privacyContract, CallerFor> {
  return {
    "GET /account/deletion": async ({ caller }) => ({
      obstacles: [...(await findObstacles(context.db, caller))],
      refundRequests: await listOpenRequests(context.db, caller),
    }),
    "POST /account/export": async ({ caller }) => {
      await countCall(context, `ticket ${caller.issuer} ${caller.subject}`, exportRate);
      return { path: `/media/account/export.zip?ticket=${await issueExportTicket(context, caller)}` };
    },
    "POST /account/deletion": async ({ caller, body }) => {
      await countCall(context, `deletion ${caller.issuer} ${caller.subject}`, deletionRate);
      return after(deleteAccount(context, caller, body.email), { isDeleted: true });
    },
  };
}

/** Per person, because a class may share one router. */
const exportRate = { calls: 5, seconds: 3600 } as const;
const deletionRate = { calls: 10, seconds: 3600 } as const;

/** Throws too-many-requests. */
async function countCall({ rateLimiter }: Pick<AppContext, "rateLimiter">, key: string, rate: RateLimit) {
  const wait = await rateLimiter.consume(`account ${key}`, rate);
  if (wait > 0) throw tooManyRequests(wait);
}

/** The browser streams it to disk. The media cookie identifies the person; the ticket proves a recent sign-in. */
async function mountExport(
  app: FastifyInstance,
  context: Pick<
    AppContext,
    "clock" | "db" | "exportSeal" | "log" | "mediaTokens" | "rateLimiter" | "settings" | "storage"
  >,
  count: CountRequest,
): Promise<void> {
  await app.register(async (scope) => {
    scope.addHook("onRequest", count);
    scope.get<{ Querystring: { ticket?: unknown } }>("/media/account/export.zip", async (request, reply) => {
      const viewer = await findViewer(context, request);
      if (!viewer) throw new Problem(problems.unauthenticated);
      const ticket = openExportTicket(context, String(request.query.ticket), viewer.id);
      if (!ticket) throw new Problem(ownProblems["export-ticket-expired"]);
      await countCall(context, `export ${viewer.id}`, exportRate);
      return reply
        .headers({
          "cache-control": "private, no-store",
          "content-disposition": 'attachment; filename="senga-account.zip"',
        })
        .type("application/zip")
        .send(await exportPerson(context, viewer, ticket.isMailboxTheirs));
    });
  });
}

/** The email's owner claims an account. Records with money, or of staff, stay, because the books name the email. */
async function releaseRecord(
  tx: Transaction,
  context: Parameters<typeof erasePerson>[1],
  claims: Pick<IdentityClaims, "issuer" | "subject">,
): Promise<void> {
  const person = await lockAccount(tx, claims);
  if (!person || person.role !== "student" || (await hasTaught(tx, person))) return;
  if ((await tx.$count(paymentAttempts, eq(paymentAttempts.studentId, person.id))) > 0) return;
  // The email is its owner's now.
  await erasePerson(tx, context, { ...person, email: "" }, false);
}

async function followPerson(
  tx: Transaction,
  context: Pick<AppContext, "invalidation">,
  { personId, former }: { readonly personId: string; readonly former?: FormerEmail },
): Promise<void> {
  await followInstructor(tx, context, personId);
  if (former) await followEmail(tx, personId, former);
}

async function followEmail(
  tx: Transaction,
  personId: string,
  { email: former, isMailboxTheirs }: FormerEmail,
): Promise<void> {
  const [person] = await tx.select({ email: users.email }).from(users).where(eq(users.id, personId));
  if (!person) return;
  const { email } = person;
  for (const table of [payments, selections])
    await tx.update(table).set({ instructorEmail: email }).where(eq(table.instructorEmail, former));
  if (isMailboxTheirs) await followLetters(tx, email, former);
  // Failed mails in the outbox must not reach the former mailbox.
  await tx.delete(outbox).where(and(eq(outbox.recipient, former), isNotNull(outbox.failedAt)));
}

/** Text written under the former email stays with the person, for export and deletion. */
async function followLetters(tx: Transaction, email: string, former: string): Promise<void> {
  await tx
    .update(contactMessages)
    .set({ email })
    .where(sql`lower(${contactMessages.email}) = ${former}`);
  const held = await tx
    .select({ email: newsletterSubscriptions.email, state: newsletterSubscriptions.state })
    .from(newsletterSubscriptions)
    .where(inArray(newsletterSubscriptions.email, [email, former]));
  if (held.length === 2) {
    // One that was never confirmed must not end a confirmed one.
    const isNewPending = held.some((each) => each.email === email && each.state === "pending");
    await removeSubscriptions(tx, eq(newsletterSubscriptions.email, isNewPending ? email : former));
  }
  await tx.update(newsletterSubscriptions).set({ email }).where(eq(newsletterSubscriptions.email, former));
}

export const privacyFeature = defineFeature({
  name: "Privacy",
  contract: privacyContract,
  handlers: privacyApi,
  mount: (app, context, { rates }) => mountExport(app, context, rates.files),
  jobs: [job("deleted accounts", 60, finishErasures)],
  listeners: [
    on(personChanged, followPerson),
    on(accountClaimed, releaseRecord),
    on(userCreated, (tx, _, signIn) => refuseErasedSignIn(tx, signIn)),
  ],
});
