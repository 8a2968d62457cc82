import { accountsFeature } from "./features/school/accounts/feature.ts";
import { applicationsFeature } from "./features/school/applications/feature.ts";
import { auditFeature } from "./features/school/audit/feature.ts";
import { backupsFeature } from "./features/office/backups/feature.ts";
import { certificatesFeature } from "./features/studio/certificates/feature.ts";
import { classesFeature } from "./features/school/classes/feature.ts";
import { listNamesAndZones } from "./features/school/classes/queries.ts";
import { contactFeature } from "./features/school/contact/feature.ts";
import { critiqueFeature } from "./features/studio/critique/feature.ts";
import {
  previewCritiques,
  previewHandedIn,
  readSmallPicture,
} from "./features/studio/critique/preview-drawings.ts";
import { enrollmentsFeature } from "./features/school/enrollments/feature.ts";
import type { Feature } from "./features/feature.ts";
import { galleryFeature } from "./features/studio/gallery/feature.ts";
import { previewComments } from "./features/studio/gallery/queries.ts";
import { guardiansFeature } from "./features/school/guardians/feature.ts";
import { healthFeature } from "./features/office/health/feature.ts";
import { instructorsFeature } from "./features/school/instructors/feature.ts";
import { lessonsFeature } from "./features/classroom/lessons/feature.ts";
import { lessonUploads } from "./features/classroom/lessons/lesson-uploads.ts";
import { isVideoInUse, listLessonTitles, listSectionTitles } from "./features/classroom/lessons/queries.ts";
import { moderationFeature } from "./features/studio/moderation/feature.ts";
import { isReported, listDecisionReasons } from "./features/studio/moderation/queries.ts";
import { newsletterFeature } from "./features/office/newsletter/feature.ts";
import { notificationsFeature } from "./features/school/notifications/feature.ts";
import type { NotificationSources } from "./features/school/notifications/word-notifications.ts";
import { overviewFeature } from "./features/office/overview/feature.ts";
import { paymentsFeature } from "./features/office/payments/feature.ts";
import { picturesFeature } from "./features/school/pictures/feature.ts";
import { playbackFeature } from "./features/classroom/playback/feature.ts";
import { privacyFeature } from "./features/office/privacy/feature.ts";
import { progressFeature } from "./features/classroom/progress/feature.ts";
import { selectionsFeature } from "./features/school/selections/feature.ts";
import { statisticsFeature } from "./features/office/statistics/feature.ts";
import { uploadsFeature } from "./features/classroom/uploads/feature.ts";
import { usersFeature } from "./features/school/users/feature.ts";
import { videosFeature } from "./features/classroom/videos/feature.ts";
import type { Listener } from "./platform/events.ts";

/** Read the titles and pictures that notifications mention. */
export const notificationSources: NotificationSources = {
  classes: listNamesAndZones,
  lessons: listLessonTitles,
  sections: listSectionTitles,
  reasons: listDecisionReasons,
  previews: {
    "critique-received": previewCritiques,
    "drawing-handed-in": previewHandedIn,
    "comment-received": previewComments,
  },
  readPicture: readSmallPicture,
};

/** In import order: a feature imports only from earlier ones. Dependencies on later ones are injected here. */
export const features = [
  auditFeature,
  notificationsFeature(notificationSources),
  picturesFeature,
  guardiansFeature,
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
  critiqueFeature(isReported),
  galleryFeature,
  moderationFeature,
  certificatesFeature,
  newsletterFeature,
  paymentsFeature,
  statisticsFeature,
  overviewFeature,
  privacyFeature,
  healthFeature,
  backupsFeature,
] as const satisfies readonly Feature[];

export const listeners: readonly Listener[] = features.flatMap((feature: Feature) => feature.listeners);

type Merged<T> = (T extends unknown ? (each: T) => void : never) extends (all: infer All) => void
  ? { readonly [Key in keyof All]: All[Key] }
  : never;

export type Contracts = Merged<(typeof features)[number]["contract"]>;

export const contracts = Object.assign({}, ...features.map(({ contract }) => contract)) as Contracts;
