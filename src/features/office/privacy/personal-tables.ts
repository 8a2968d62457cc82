import { type SQL, eq, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Person } from "../../../access/queries.ts";
import { blocks, guardians, users } from "../../../access/tables.ts";
import { anyOf } from "../../../platform/drizzle.ts";
import { teachingApplications } from "../../school/users/tables.ts";
import { auditEntries } from "../../school/audit/tables.ts";
import { certificateNames, certificates } from "../../studio/certificates/tables.ts";
import { classes } from "../../school/classes/tables.ts";
import { contactMessages, contactReplies } from "../../school/contact/tables.ts";
import {
  critiquePromises,
  critiques,
  submissionPictures,
  submissionTurns,
  submissions,
} from "../../studio/critique/tables.ts";
import { enrollments } from "../../school/enrollments/tables.ts";
import { comments, nices } from "../../studio/gallery/tables.ts";
import { instructorProfiles, instructorReach, portfolioPictures } from "../../school/instructors/tables.ts";
import { finishChecks, lessons, openedLessons, sections } from "../../classroom/lessons/tables.ts";
import { reports } from "../../studio/moderation/tables.ts";
import { newsletterSubscriptions } from "../newsletter/tables.ts";
import { notificationChoices, notifications } from "../../school/notifications/tables.ts";
import { paymentAttempts, payments, refundRequests } from "../payments/tables.ts";
import { pictures } from "../../school/pictures/tables.ts";
import { completedLessons, learners, openedMaterials, watching } from "../../classroom/progress/tables.ts";
import { selections } from "../../school/selections/tables.ts";
import { uploads } from "../../classroom/uploads/tables.ts";
import { videos } from "../../classroom/videos/tables.ts";

export interface PersonalTable {
  readonly table: PgTable;
  readonly isOf: (person: Person) => SQL;
  /** `delete`: the rows go. `keep`: they stay, anonymous without the person's row. `custom`: `erase-person.ts`. */
  readonly atDeletion: "delete" | "keep" | "custom";
  /** Rows go with this class once its instructor is deleted: they are in no book, and nobody's work. */
  readonly goesWithClass?: PgColumn;
}

const by =
  (column: Parameters<typeof eq>[0]) =>
  ({ id }: Person): SQL =>
    eq(column, id);

const ofOwnSubmission =
  (column: typeof submissionTurns.submissionId) =>
  ({ id }: Person): SQL =>
    sql`${column} in (select id from ${submissions} where ${submissions.studentId} = ${id})`;

const ofOwnCurriculum =
  (column: typeof lessons.curriculumId | typeof sections.curriculumId) =>
  ({ id }: Person): SQL =>
    sql`${column} in (select curriculum_id from ${classes} where ${classes.instructorId} = ${id})`;

/** All tables with personal data: file names of exports, and order of deletions. Tests find missing ones. */
export const personalTables = {
  account: { table: users, isOf: by(users.id), atDeletion: "custom" },
  guardian: { table: guardians, isOf: by(guardians.personId), atDeletion: "delete" },
  blocks: { table: blocks, isOf: by(blocks.blockerId), atDeletion: "custom" },
  notifications: { table: notifications, isOf: by(notifications.personId), atDeletion: "delete" },
  notificationChoices: {
    table: notificationChoices,
    isOf: by(notificationChoices.personId),
    atDeletion: "delete",
  },
  applications: { table: teachingApplications, isOf: by(teachingApplications.userId), atDeletion: "delete" },
  reach: { table: instructorReach, isOf: by(instructorReach.instructorId), atDeletion: "keep" },
  profile: { table: instructorProfiles, isOf: by(instructorProfiles.userId), atDeletion: "delete" },
  portfolio: { table: portfolioPictures, isOf: by(portfolioPictures.instructorId), atDeletion: "delete" },
  pictures: { table: pictures, isOf: by(pictures.uploadedBy), atDeletion: "custom" },
  uploads: { table: uploads, isOf: by(uploads.ownerId), atDeletion: "keep" },
  videos: { table: videos, isOf: by(videos.ownerId), atDeletion: "custom" },
  classes: { table: classes, isOf: by(classes.instructorId), atDeletion: "custom" },
  sections: { table: sections, isOf: ofOwnCurriculum(sections.curriculumId), atDeletion: "custom" },
  lessons: { table: lessons, isOf: ofOwnCurriculum(lessons.curriculumId), atDeletion: "custom" },
  selections: {
    table: selections,
    isOf: by(selections.studentId),
    atDeletion: "delete",
    goesWithClass: selections.classId,
  },
  enrollments: { table: enrollments, isOf: by(enrollments.studentId), atDeletion: "keep" },
  payments: { table: payments, isOf: by(payments.studentId), atDeletion: "custom" },
  paymentAttempts: { table: paymentAttempts, isOf: by(paymentAttempts.studentId), atDeletion: "keep" },
  refundRequests: {
    table: refundRequests,
    isOf: ({ id }) =>
      sql`${refundRequests.paymentId} in (select id from ${payments} where ${payments.studentId} = ${id})`,
    atDeletion: "custom",
  },
  learningDays: { table: learners, isOf: by(learners.studentId), atDeletion: "delete" },
  openedLessons: { table: openedLessons, isOf: by(openedLessons.studentId), atDeletion: "delete" },
  completedLessons: { table: completedLessons, isOf: by(completedLessons.studentId), atDeletion: "delete" },
  watched: { table: watching, isOf: by(watching.studentId), atDeletion: "delete" },
  openedMaterials: { table: openedMaterials, isOf: by(openedMaterials.studentId), atDeletion: "delete" },
  finishChecks: { table: finishChecks, isOf: by(finishChecks.studentId), atDeletion: "delete" },
  certificates: { table: certificates, isOf: by(certificates.studentId), atDeletion: "custom" },
  certificateNames: { table: certificateNames, isOf: by(certificateNames.studentId), atDeletion: "delete" },
  submissions: { table: submissions, isOf: by(submissions.studentId), atDeletion: "custom" },
  submissionRounds: {
    table: submissionTurns,
    isOf: ofOwnSubmission(submissionTurns.submissionId),
    atDeletion: "custom",
  },
  drawings: { table: submissionPictures, isOf: by(submissionPictures.studentId), atDeletion: "custom" },
  critiquesReceived: {
    table: critiques,
    isOf: ({ id }) =>
      sql`${critiques.turnId} in (
        select ${submissionTurns.id} from ${submissionTurns}
        inner join ${submissions} on ${submissions.id} = ${submissionTurns.submissionId}
        where ${submissions.studentId} = ${id}
      )`,
    atDeletion: "custom",
  },
  critiquePromises: {
    table: critiquePromises,
    isOf: by(critiquePromises.instructorId),
    atDeletion: "delete",
  },
  critiquesWritten: { table: critiques, isOf: by(critiques.instructorId), atDeletion: "keep" },
  comments: { table: comments, isOf: by(comments.authorId), atDeletion: "delete" },
  nices: { table: nices, isOf: by(nices.personId), atDeletion: "delete" },
  reportsMade: { table: reports, isOf: by(reports.reporterId), atDeletion: "keep" },
  messages: {
    table: contactMessages,
    isOf: ({ email }) => sql`lower(${contactMessages.email}) = ${email}`,
    atDeletion: "custom",
  },
  messageReplies: {
    table: contactReplies,
    isOf: ({ email }) =>
      sql`${contactReplies.messageId} in (select id from ${contactMessages} where lower(${contactMessages.email}) = ${email})`,
    atDeletion: "custom",
  },
  newsletter: {
    table: newsletterSubscriptions,
    isOf: ({ email }) => eq(newsletterSubscriptions.email, email),
    atDeletion: "custom",
  },
  decisions: {
    table: auditEntries,
    isOf: ({ id }) => anyOf(eq(auditEntries.subjectId, id), eq(auditEntries.actorId, id)),
    atDeletion: "custom",
  },
} as const satisfies Record<string, PersonalTable>;
