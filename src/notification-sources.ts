import { listNamesAndZones } from "./features/school/classes/queries.ts";
import { listLessonTitles, listSectionTitles } from "./features/classroom/lessons/queries.ts";
import {
  previewCritiques,
  previewHandedIn,
  readSmallPicture,
} from "./features/studio/critique/preview-drawings.ts";
import { previewComments } from "./features/studio/gallery/queries.ts";
import { listDecisionReasons } from "./features/studio/moderation/queries.ts";
import type { NotificationSources } from "./features/school/notifications/word-notifications.ts";

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
