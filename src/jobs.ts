import { not } from "drizzle-orm";
import { forgetEndedSessions } from "./features/accounts/ended-sessions.ts";
import { answerBackupRequest } from "./features/backups/backup-requests.ts";
import { collectMaterials } from "./features/lessons/collect-materials.ts";
import { lessonUploads } from "./features/lessons/lesson-uploads.ts";
import { isVideoInUse } from "./features/lessons/queries.ts";
import { processVideos } from "./features/videos/process-video.ts";
import { collectVideos } from "./features/videos/remove-videos.ts";
import { sweepUploads } from "./features/uploads/finish-upload.ts";
import { collectUnusedPictures } from "./features/instructors/collect-unused-pictures.ts";
import { countStudents } from "./features/instructors/count-students.ts";
import { issueCertificates } from "./features/certificates/issue-certificates.ts";
import { collectDrawings } from "./features/critique/remove-drawings.ts";
import { tellOverdue } from "./features/critique/tell-overdue.ts";
import { finishErasures } from "./features/privacy/delete-account.ts";
import { runNewsletter } from "./features/newsletter/run-newsletter.ts";
import { mailNotifications } from "./features/notifications/mail-notifications.ts";
import { removeOldNotifications } from "./features/notifications/remove-old-notifications.ts";
import { announceOpenings } from "./features/lessons/announce-openings.ts";
import { createLostPaymentSearch } from "./features/payments/find-lost-payments.ts";
import { reconcilePayments } from "./features/payments/reconcile-payments.ts";
import { removeAbandonedAttempts } from "./features/payments/remove-abandoned-attempts.ts";
import { reviewPayments } from "./features/payments/review-payments.ts";
import { type TakenMails, removeFailedMail, sendDueMail } from "./platform/outbox.ts";
import { removeEndedLimits } from "./platform/rate-limiter.ts";
import type { AppContext } from "./context.ts";
import { notificationSources } from "./notification-sources.ts";

export type JobName =
  | "abandoned payments"
  | "backups"
  | "certificates"
  | "collected payments"
  | "database"
  | "deleted accounts"
  | "drawings"
  | "ended sessions"
  | "failed mail"
  | "floods"
  | "instructors' students"
  | "mail"
  | "lost payments"
  | "materials"
  | "newsletter"
  | "notifications"
  | "old notifications"
  | "openings"
  | "overdue critiques"
  | "payments"
  | "pictures"
  | "rate limits"
  | "unused videos"
  | "uploads"
  | "videos";

/** Work in the background. All of it is safe in several processes at once: each piece is leased or locked. */
export interface JobDescription {
  readonly name: JobName;
  /** From the end of one run to the next. */
  readonly seconds: number;
  readonly work: (signal: AbortSignal) => Promise<unknown>;
}

export function listJobs(context: AppContext): readonly JobDescription[] {
  return [...ofEachProcess(context), ...(context.settings.runsJobs ? ofSchool(context) : [])];
}

function ofEachProcess({ database, visitorCounts }: AppContext): JobDescription[] {
  const isAlone = database.kind === "PGlite";
  return isAlone ? [] : [job("floods", 1, () => visitorCounts.share())];
}

function ofSchool(context: AppContext): JobDescription[] {
  const { db, clock, log, mail, database } = context;
  const taken: TakenMails = new Map();
  return [
    job("mail", 3, (signal) => sendDueMail(db, clock, log, mail.send, signal, taken)),
    job("notifications", 3, (signal) => mailNotifications(context, notificationSources, signal)),
    job("openings", 30, () => announceOpenings(context)),
    job("ended sessions", 3600, () => forgetEndedSessions(context)),
    job("failed mail", 3600, () => removeFailedMail(context)),
    job("old notifications", 3600, (signal) => removeOldNotifications(context, signal)),
    job("abandoned payments", 3600, (signal) => removeAbandonedAttempts(context, signal)),
    job("rate limits", 60, (signal) => removeEndedLimits(db, signal)),
    job("newsletter", 5, () => runNewsletter(context)),
    job("certificates", 2, (signal) => issueCertificates(context, signal)),
    job("payments", 20, () => reconcilePayments(context)),
    job("lost payments", 60, createLostPaymentSearch(context)),
    job("collected payments", 60, () => reviewPayments(context)),
    job("videos", 2, (signal) => processVideos(context, signal)),
    job("unused videos", 600, () => collectVideos(context, not(isVideoInUse(context.db)))),
    job("uploads", 60, () => sweepUploads(context, lessonUploads(context))),
    job("materials", 600, () => collectMaterials(context)),
    job("pictures", 600, () => collectUnusedPictures(context)),
    job("instructors' students", 300, () => countStudents(context)),
    job("drawings", 600, () => collectDrawings(context)),
    job("overdue critiques", 300, () => tellOverdue(context)),
    job("deleted accounts", 60, () => finishErasures(context)),
    job("database", 900, () => context.database.maintain()),
    ...(database.kind === "PGlite" ? [job("backups", 1, () => answerBackupRequest(context))] : []),
  ];
}

const job = (name: JobName, seconds: number, work: JobDescription["work"]): JobDescription => ({
  name,
  seconds,
  work,
});
