import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import type { AppContext } from "../../../context.ts";
import type { Database } from "../../../platform/database.ts";
import { Problem } from "../../../platform/errors.ts";
import { type Page, type SortKey, afterCursor, orderOf, toPage } from "../../../platform/keyset.ts";
import { searchCondition } from "../../../platform/search-words.ts";
import { findConsent } from "../../school/guardians/consent.ts";
import { mayAppear } from "../../school/guardians/state.ts";
import type { Person } from "../../../access/queries.ts";
import { users } from "../../../access/tables.ts";
import { problems as enrollmentProblems } from "../../school/enrollments/contract.ts";
import { isEnrolled } from "../../school/enrollments/queries.ts";
import { readFinishStanding } from "./finish-standing.ts";
import { readWantedName } from "./issue-certificates.ts";
import { type Effort, isFinished } from "./policy.ts";
import type { CertificateState } from "./state.ts";
import { certificates } from "./tables.ts";

export interface OwnCertificate {
  readonly state: CertificateState;
  readonly number: string | null;
  readonly name: string;
  readonly isNamed: boolean;
  readonly needsGuardian: boolean;
  readonly effort: Effort;
}

/** How far a student is toward their certificate of a class. Throws not-enrolled. */
export async function readOwnCertificate(
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
  if (!(await isEnrolled(db, studentId, classId))) throw new Problem(enrollmentProblems.notEnrolled);
  const { effort } = await readFinishStanding(db, studentId, classId);
  const wanted = await readWantedName(db, studentId, classId);
  const state = isFinished(effort) ? "on-its-way" : "studying";
  return { state, number: null, ...wanted, needsGuardian, effort };
}

const newestFirst: SortKey[] = [{ column: certificates.id, direction: "descending", value: z.uuid() }];
const wordsOf = sql`lower(${certificates.number} || ' ' || ${certificates.name} || ' ' || ${certificates.className})`;

export interface CertificatesQuery {
  readonly limit: number;
  readonly cursor?: string | undefined;
  readonly q?: string | undefined;
}

/** @param q words of the number, of the name on it, or of the class */
export async function listCertificates(db: Database, { limit, cursor, q }: CertificatesQuery) {
  const found = q ? await searchCondition(db, certificates, wordsOf, q.replaceAll("-", "")) : undefined;
  const rows = await db
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
    .innerJoin(users, eq(users.id, certificates.studentId))
    .where(and(found, afterCursor(newestFirst, cursor)))
    .orderBy(...orderOf(newestFirst))
    .limit(limit + 1);
  return toPage(rows, limit, (row) => [row.id]) satisfies Page<unknown>;
}
