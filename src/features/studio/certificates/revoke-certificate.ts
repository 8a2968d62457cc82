import { and, eq, isNull, sql } from "drizzle-orm";
import { layOutMail, toPerson } from "../../../platform/mail-layout.ts";
import { type Mail, enqueueMail } from "../../../platform/outbox.ts";
import type { AppContext } from "../../../context.ts";
import type { Transaction } from "../../../platform/database.ts";
import { Problem } from "../../../platform/errors.ts";
import { formerMember } from "../../../access/policy.ts";
import { type Person, findPerson } from "../../../access/queries.ts";
import { recordDecision } from "../../school/audit/record-decision.ts";
import { problems } from "./policy.ts";
import { certificates, statusLists } from "./tables.ts";

/** Tells the student why. Throws certificate-not-found, certificate-revoked-already. */
export async function revokeCertificate(
  { clock, db, settings }: Pick<AppContext, "clock" | "db" | "settings">,
  admin: Person,
  id: string,
  reason: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    const [revoked] = await revoke(tx, { clock }, eq(certificates.id, id), reason);
    if (!revoked) {
      const isThere = (await tx.$count(certificates, eq(certificates.id, id))) > 0;
      throw new Problem(
        isThere ? problems["certificate-revoked-already"] : problems["certificate-not-found"],
      );
    }
    const student = await findPerson(tx, revoked.studentId);
    await recordDecision(tx, clock, "certificate-revoked", {
      by: admin,
      about: student ?? { id: revoked.studentId, name: formerMember },
      before: `${revoked.number}, “${revoked.className}”`,
      after: reason,
    });
    if (student) await enqueueMail(tx, clock, revokedMail(settings, student, revoked, reason));
  });
}

/** Call it when a seat ends, in the same transaction, after deleting the enrollment. */
export async function revokeCertificates(
  tx: Transaction,
  context: Pick<AppContext, "clock">,
  { studentId, classId }: { readonly studentId: string; readonly classId: string },
): Promise<void> {
  const isTheirs = and(eq(certificates.studentId, studentId), eq(certificates.classId, classId));
  await revoke(tx, context, isTheirs, "The payment for the class was returned.");
}

async function revoke(
  tx: Transaction,
  { clock }: Pick<AppContext, "clock">,
  condition: ReturnType<typeof and>,
  reason: string,
) {
  const revoked = await tx
    .update(certificates)
    .set({ revokedAt: clock.now(), revokedWhy: reason })
    .where(and(condition, isNull(certificates.revokedAt)))
    .returning({
      studentId: certificates.studentId,
      number: certificates.number,
      className: certificates.className,
      list: certificates.statusList,
    });
  for (const { list } of revoked) {
    await tx
      .update(statusLists)
      .set({ credential: null, revision: sql`${statusLists.revision} + 1` })
      .where(eq(statusLists.number, list));
  }
  return revoked;
}

const revokedMail = (
  { origin, supportEmail }: { readonly origin: string; readonly supportEmail: string },
  { name, email }: { readonly name: string; readonly email: string },
  { number, className }: { readonly number: string; readonly className: string },
  explanation: string,
): Mail =>
  layOutMail({
    ...toPerson({ name, email }),
    subject: `Your certificate for “${className}” has been revoked`,
    paragraphs: [
      `We've revoked your certificate for “${className}”. Its page says so to anyone who checks it.`,
      "Why:",
      ...explanation.split(/\n+/),
      `If you think this is a mistake, write to ${supportEmail}.`,
    ],
    action: { label: "See the certificate", url: `${origin}/certificates/${number}` },
    reason: "You're receiving this email because you finished a class at Senga.",
  });
