import { and, eq, or, sql } from "drizzle-orm";
import type { AppContext } from "../../../context.ts";
import type { Database } from "../../../platform/database.ts";
import { Problem } from "../../../platform/errors.ts";
import { isId } from "../../../platform/ids.ts";
import { byId, mapPage, type PageQuery, readPage } from "../../../platform/keyset.ts";
import { containsWords, searchCondition } from "../../../platform/search-words.ts";
import { type Person, lockPresent } from "../../../access/queries.ts";
import { users } from "../../../access/tables.ts";
import { after, type Handlers } from "../../../http/register-endpoints.ts";
import type { CallerFor } from "../../../access/authorize.ts";
import { findConsent } from "../../school/guardians/consent.ts";
import { mayAppear } from "../../school/guardians/state.ts";
import { problems as enrollmentProblems } from "../../school/enrollments/contract.ts";
import { isEnrolled, lockSeat } from "../../school/enrollments/queries.ts";
import { defineFeature, job } from "../../feature.ts";
import {
  readFinishStanding,
  readWantedName,
  issueIfFinished,
  issueCertificates,
} from "./issue-certificates.ts";
import type { CertificateState, Effort } from "./policy.ts";
import { certificates, certificateNames } from "./tables.ts";
import { certificatesContract } from "./contract.ts";
import { didOf, isReachable } from "./credential.ts";
import { checkCertificate, readCertificate } from "./read-certificate.ts";
import { revokeCertificate } from "./revoke-certificate.ts";
import { mountCertificates } from "./certificate-routes.ts";

interface OwnCertificate {
  readonly state: CertificateState;
  readonly number: string | null;
  readonly name: string;
  readonly isNamed: boolean;
  readonly needsGuardian: boolean;
  readonly effort: Effort;
}

async function readOwnCertificate(
  context: Pick<AppContext, "clock" | "db">,
  { id: studentId }: Person,
  classId: string,
): Promise<OwnCertificate> {
  const { db } = context;
  const needsGuardian = !mayAppear(await findConsent(db, context, studentId));
  const [certificate] = await db
    .select()
    .from(certificates)
    .where(and(eq(certificates.studentId, studentId), eq(certificates.classId, classId)));
  if (certificate) {
    const { number, name, isNamed, effort, credential, revokedAt } = certificate;
    const state = revokedAt ? "revoked" : credential ? "issued" : "on-its-way";
    return { state, number, name, isNamed, needsGuardian, effort };
  }
  if (!(await isEnrolled(db, studentId, classId))) throw new Problem(enrollmentProblems["not-enrolled"]);
  const { effort, isFinished } = await readFinishStanding(db, studentId, classId);
  const wanted = await readWantedName(db, studentId, classId);
  const state = isFinished ? "on-its-way" : "studying";
  return { state, number: null, ...wanted, needsGuardian, effort };
}

const newestFirst = byId(certificates.id, "descending");
const wordsOf = sql`lower(${certificates.number} || ' ' || ${certificates.name} || ' ' || ${certificates.className})`;

interface CertificatesQuery extends PageQuery {
  readonly q?: string | undefined;
}

/** @param q words of the number, the name or the class */
async function listCertificates(db: Database, { limit, cursor, q }: CertificatesQuery) {
  const found = !q
    ? undefined
    : isId(q)
      ? eq(certificates.studentId, q)
      : or(
          await searchCondition(db, certificates, wordsOf, q),
          // A certificate prints its number in groups; names have hyphens of their own.
          q.includes("-") ? containsWords(wordsOf, q.replaceAll("-", "")) : undefined,
        );
  return readPage(
    db
      .select({
        id: certificates.id,
        number: certificates.number,
        name: certificates.name,
        studentName: users.name,
        studentEmail: users.email,
        className: certificates.className,
        issuedAt: certificates.issuedAt,
        revokedAt: certificates.revokedAt,
        revokedWhy: certificates.revokedWhy,
      })
      .from(certificates)
      .innerJoin(users, eq(users.id, certificates.studentId)),
    { keys: newestFirst, condition: found, limit, cursor },
    (row) => [row.id],
  );
}

/** Also after the certificate is issued, which is then signed again. */
async function chooseName(
  { clock, db }: Pick<AppContext, "clock" | "db">,
  student: Person,
  classId: string,
  { name, isNamed }: { readonly name: string; readonly isNamed: boolean },
): Promise<void> {
  const { id: studentId } = student;
  await db.transaction(async (tx) => {
    await lockPresent(tx, student);
    // Waits for the job that issues it now, and has read the former choice.
    await lockSeat(tx, studentId, classId);
    const [changed] = await tx
      .update(certificates)
      .set({ name, isNamed, signAt: clock.now(), revision: sql`${certificates.revision} + 1` })
      .where(and(eq(certificates.studentId, studentId), eq(certificates.classId, classId)))
      .returning({ id: certificates.id });
    if (changed) return;
    if (!(await isEnrolled(tx, studentId, classId))) throw new Problem(enrollmentProblems["not-enrolled"]);
    await tx
      .insert(certificateNames)
      .values({ studentId, classId, name, isNamed })
      .onConflictDoUpdate({
        target: [certificateNames.studentId, certificateNames.classId],
        set: { name, isNamed },
      });
    // An earlier version issued none for a name with letters that no font has.
    await issueIfFinished(tx, { clock }, { studentId, classId });
  });
}

function certificatesApi(context: AppContext): Handlers<typeof certificatesContract, CallerFor> {
  const { origin } = context.settings;
  return {
    "GET /certificates/{number}": async ({ params: { number } }) => {
      const certificate = await readCertificate(context, number);
      const { shownName, ...facts } = certificate;
      return {
        number: facts.number,
        name: shownName,
        className: facts.className,
        instructorName: facts.instructorName,
        effort: facts.effort,
        finishedAt: facts.finishedAt,
        issuedAt: facts.issuedAt,
        revokedAt: facts.revokedAt,
        issuer: didOf(origin),
        check: await checkCertificate(context, certificate),
        isReachable: isReachable(origin),
      };
    },
    "GET /learning/{email}/class/{classId}/certificate": ({ caller, params }) =>
      readOwnCertificate(context, caller, params.classId),
    "PATCH /learning/{email}/class/{classId}/certificate": ({ caller, params, body }) =>
      after(chooseName(context, caller, params.classId, body), { isSaved: true }),
    "GET /admin/certificates": async ({ query }) =>
      mapPage(await listCertificates(context.db, query), ({ id, studentName, studentEmail, ...row }) => ({
        _id: id,
        student: { name: studentName, email: studentEmail },
        ...row,
      })),
    "POST /admin/certificates/{id}/revoke": ({ caller, params: { id }, body: { reason } }) =>
      after(revokeCertificate(context, caller, id, reason), { isRevoked: true }),
  };
}

export const certificatesFeature = defineFeature({
  name: "Certificates",
  contract: certificatesContract,
  handlers: certificatesApi,
  mount: (app, context, { cache, rates }) => mountCertificates(app, context, cache, rates.files),
  jobs: [job("certificates", 2, issueCertificates)],
});
