import { accountsFeature } from "./features/accounts/feature.ts";
import { applicationsFeature } from "./features/applications/feature.ts";
import { auditFeature } from "./features/audit/feature.ts";
import { backupsFeature } from "./features/backups/feature.ts";
import { certificatesFeature } from "./features/certificates/feature.ts";
import { classesFeature } from "./features/classes/feature.ts";
import { contactFeature } from "./features/contact/feature.ts";
import { critiqueFeature } from "./features/critique/feature.ts";
import { enrollmentsFeature } from "./features/enrollments/feature.ts";
import type { Feature } from "./features/feature.ts";
import { galleryFeature } from "./features/gallery/feature.ts";
import { healthFeature } from "./features/health/feature.ts";
import { instructorsFeature } from "./features/instructors/feature.ts";
import { lessonsFeature } from "./features/lessons/feature.ts";
import { lessonUploads } from "./features/lessons/lesson-uploads.ts";
import { isVideoInUse } from "./features/lessons/queries.ts";
import { moderationFeature } from "./features/moderation/feature.ts";
import { newsletterFeature } from "./features/newsletter/feature.ts";
import { notificationsFeature } from "./features/notifications/feature.ts";
import { paymentsFeature } from "./features/payments/feature.ts";
import { picturesFeature } from "./features/pictures/feature.ts";
import { playbackFeature } from "./features/playback/feature.ts";
import { privacyFeature } from "./features/privacy/feature.ts";
import { progressFeature } from "./features/progress/feature.ts";
import { selectionsFeature } from "./features/selections/feature.ts";
import { statisticsFeature } from "./features/statistics/feature.ts";
import { uploadsFeature } from "./features/uploads/feature.ts";
import { usersFeature } from "./features/users/feature.ts";
import { videosFeature } from "./features/videos/feature.ts";
import type { Listener } from "./platform/events.ts";
import { notificationSources } from "./notification-sources.ts";

/** In import order: a feature imports only from those before it. What it needs of a later one is handed to it here. */
export const features = [
  auditFeature,
  notificationsFeature(notificationSources),
  picturesFeature,
  accountsFeature,
  contactFeature,
  classesFeature,
  usersFeature,
  applicationsFeature,
  enrollmentsFeature,
  selectionsFeature,
  instructorsFeature,
  uploadsFeature(lessonUploads),
  videosFeature(isVideoInUse),
  lessonsFeature,
  progressFeature,
  playbackFeature,
  critiqueFeature,
  galleryFeature,
  moderationFeature,
  certificatesFeature,
  newsletterFeature,
  paymentsFeature,
  statisticsFeature,
  privacyFeature,
  healthFeature,
  backupsFeature,
] as const satisfies readonly Feature[];

export const listeners: readonly Listener[] = features.flatMap((feature: Feature) => feature.listeners);
