ALTER TABLE "audit_entries" DROP CONSTRAINT "audit_entries_kind";--> statement-breakpoint
DROP INDEX "teaching_applications_user";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "suspended_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "classes" ADD COLUMN "archived_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "classes" ADD COLUMN "sent_again_as" uuid;--> statement-breakpoint
ALTER TABLE "teaching_applications" ADD COLUMN "decision" text;--> statement-breakpoint
ALTER TABLE "teaching_applications" ADD COLUMN "decided_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "teaching_applications" ADD COLUMN "decided_by" uuid;--> statement-breakpoint
ALTER TABLE "teaching_applications" ADD COLUMN "note" text;--> statement-breakpoint
ALTER TABLE "classes" ADD CONSTRAINT "classes_sent_again_as_classes_id_fk" FOREIGN KEY ("sent_again_as") REFERENCES "public"."classes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "teaching_applications" ADD CONSTRAINT "teaching_applications_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "users_suspended" ON "users" USING btree ("id") WHERE "users"."suspended_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "classes_sent_again_as" ON "classes" USING btree ("sent_again_as");--> statement-breakpoint
CREATE UNIQUE INDEX "teaching_applications_undecided" ON "teaching_applications" USING btree ("user_id") WHERE "teaching_applications"."decided_at" is null;--> statement-breakpoint
CREATE INDEX "teaching_applications_by_user" ON "teaching_applications" USING btree ("user_id","id");--> statement-breakpoint
ALTER TABLE "audit_entries" ADD CONSTRAINT "audit_entries_kind" CHECK ("audit_entries"."kind" in ('class-approved', 'class-denied', 'class-edited', 'class-handed-over', 'feedback-given', 'role-changed', 'user-suspended', 'user-reinstated', 'application-declined', 'payment-refunded'));--> statement-breakpoint
ALTER TABLE "classes" ADD CONSTRAINT "classes_archived" CHECK (("classes"."archived_at" is null) = ("classes"."sent_again_as" is null) and ("classes"."archived_at" is null or "classes"."status" = 'denied'));--> statement-breakpoint
ALTER TABLE "teaching_applications" ADD CONSTRAINT "teaching_applications_decision" CHECK ("teaching_applications"."decision" in ('accepted', 'declined'));--> statement-breakpoint
ALTER TABLE "teaching_applications" ADD CONSTRAINT "teaching_applications_decided" CHECK (("teaching_applications"."decision" is null) = ("teaching_applications"."decided_at" is null) and ("teaching_applications"."note" is null or "teaching_applications"."decided_at" is not null));--> statement-breakpoint
UPDATE "teaching_applications" SET "decision" = 'accepted', "decided_at" = "teaching_applications"."updated_at" FROM "users" WHERE "users"."id" = "teaching_applications"."user_id" AND "users"."role" <> 'student';
