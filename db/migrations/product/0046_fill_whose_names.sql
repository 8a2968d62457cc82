-- Unless the class was handed over later. Other rows are still found by the name.
UPDATE "certificates" SET "instructor_id" = "classes"."instructor_id" FROM "classes"
WHERE "classes"."id" = "certificates"."class_id" AND "certificates"."instructor_id" IS NULL AND NOT EXISTS (
	SELECT FROM "audit_entries" "later" WHERE "later"."kind" = 'class-handed-over'
	AND "later"."subject_id" = "certificates"."class_id" AND "later"."created_at" > "certificates"."issued_at"
);
--> statement-breakpoint
SELECT set_config('senga.removes_names', 'on', true);
--> statement-breakpoint
UPDATE "audit_entries" SET "after_id" = "classes"."instructor_id" FROM "classes"
WHERE "audit_entries"."kind" = 'class-handed-over' AND "classes"."id" = "audit_entries"."subject_id"
AND "audit_entries"."after_id" IS NULL AND NOT EXISTS (
	SELECT FROM "audit_entries" "later" WHERE "later"."kind" = 'class-handed-over'
	AND "later"."subject_id" = "audit_entries"."subject_id" AND "later"."id" > "audit_entries"."id"
);
--> statement-breakpoint
SELECT set_config('senga.removes_names', 'off', true);
