import type { Notification } from "../../school/notifications/notify.ts";
import type { payments } from "./tables.ts";

/** Once for each payment and kind. */
export const saleNotice = (
  kind: "student-enrolled" | "student-refunded",
  { attemptId, studentId, classId, totalCents }: typeof payments.$inferSelect,
  instructorId: string,
): Notification => ({
  kind,
  personId: instructorId,
  actorId: studentId,
  classId,
  cents: totalCents,
  aboutId: attemptId,
  path: "/dashboard/instructor/my-classes",
});
