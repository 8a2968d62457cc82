import type { AppContext } from "../../../context.ts";
import { Problem } from "../../../platform/errors.ts";
import { findConsent } from "../../school/guardians/consent.ts";
import type { Person } from "../../../access/queries.ts";
import { problems as classProblems } from "../../school/classes/contract.ts";
import { problems as enrollmentProblems } from "../../school/enrollments/contract.ts";
import { findClassFor } from "../../classroom/lessons/queries.ts";
import { problems } from "./problems.ts";

/** Throws class-not-found, not-enrolled, guardian-consent-missing, age-unknown. */
export async function admitToGallery(
  context: Pick<AppContext, "clock" | "db">,
  viewer: Person,
  classId: string,
) {
  const found = await findClassFor(context.db, viewer, classId);
  if (!found.isStaff) {
    if (!found.isApproved && !found.hasSeat) throw new Problem(classProblems.noSuchClass);
    if (!found.hasSeat) throw new Problem(enrollmentProblems.notEnrolled);
    const consent = await findConsent(context.db, context, viewer.id);
    if (consent === "missing") throw new Problem(problems.noConsent);
    if (consent === "age-unknown") throw new Problem(problems.ageUnknown);
  }
  return found;
}
