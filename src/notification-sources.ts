import { listNamesAndZones } from "./features/classes/queries.ts";
import { listLessonTitles, listSectionTitles } from "./features/lessons/queries.ts";
import { listDecisionReasons } from "./features/moderation/queries.ts";
import type { NotificationSources } from "./features/notifications/word-notifications.ts";

export const notificationSources: NotificationSources = {
  classes: listNamesAndZones,
  lessons: listLessonTitles,
  sections: listSectionTitles,
  reasons: listDecisionReasons,
};
