CREATE TABLE "demonstrations" (
	"loaded_at" timestamp with time zone PRIMARY KEY NOT NULL
);
--> statement-breakpoint
DROP INDEX "enrollments_by_class";--> statement-breakpoint
DROP INDEX "outbox_due";--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "failed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "failure" text;--> statement-breakpoint
CREATE INDEX "audit_entries_by_words" ON "audit_entries" USING gin (lower("actor_name" || ' ' || "subject_name") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "enrollments_by_class" ON "enrollments" USING btree ("class_id");--> statement-breakpoint
CREATE INDEX "outbox_due" ON "outbox" USING btree ("next_try_at") WHERE "outbox"."failed_at" is null;--> statement-breakpoint
UPDATE "outbox" SET "failed_at" = now(), "failure" = 'given up after 12 tries' WHERE "next_try_at" > '9000-01-01';
