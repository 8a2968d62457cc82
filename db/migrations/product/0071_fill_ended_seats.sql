-- In a large school the job could not find them.
UPDATE "submissions" SET "seat_ended_at" = now() WHERE "seat_ended_at" IS NULL AND NOT EXISTS (
	SELECT FROM "enrollments"
	WHERE "enrollments"."student_id" = "submissions"."student_id" AND "enrollments"."class_id" = "submissions"."class_id"
);
