CREATE TABLE "blocks" (
	"blocker_id" uuid NOT NULL,
	"blocked_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "blocks_blocker_id_blocked_id_pk" PRIMARY KEY("blocker_id","blocked_id"),
	CONSTRAINT "blocks_others" CHECK ("blocks"."blocker_id" <> "blocks"."blocked_id")
);
--> statement-breakpoint
CREATE TABLE "guardians" (
	"person_id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"adult_on" date NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	"consented_at" timestamp with time zone,
	"withdrawn_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "certificate_names" (
	"student_id" uuid NOT NULL,
	"class_id" uuid NOT NULL,
	"name" text NOT NULL,
	"is_named" boolean NOT NULL,
	CONSTRAINT "certificate_names_student_id_class_id_pk" PRIMARY KEY("student_id","class_id")
);
--> statement-breakpoint
CREATE TABLE "certificates" (
	"id" uuid PRIMARY KEY NOT NULL,
	"number" text NOT NULL,
	"student_id" uuid NOT NULL,
	"class_id" uuid NOT NULL,
	"name" text NOT NULL,
	"is_named" boolean NOT NULL,
	"class_name" text NOT NULL,
	"instructor_name" text NOT NULL,
	"effort" jsonb NOT NULL,
	"finished_at" timestamp with time zone NOT NULL,
	"issued_at" timestamp with time zone NOT NULL,
	"status_list" integer NOT NULL,
	"status_index" integer NOT NULL,
	"revision" integer DEFAULT 0 NOT NULL,
	"credential" json,
	"key_id" uuid,
	"sign_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	"revoked_why" text,
	CONSTRAINT "certificates_revoked" CHECK (("certificates"."revoked_at" is null) = ("certificates"."revoked_why" is null))
);
--> statement-breakpoint
CREATE TABLE "issuer_keys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"public_key" text NOT NULL,
	"sealed_secret" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"retired_at" timestamp with time zone,
	"struck_at" timestamp with time zone,
	CONSTRAINT "issuer_keys_struck" CHECK ("issuer_keys"."struck_at" is null or "issuer_keys"."retired_at" is not null)
);
--> statement-breakpoint
CREATE TABLE "status_lists" (
	"number" integer PRIMARY KEY NOT NULL,
	"taken" integer DEFAULT 0 NOT NULL,
	"revision" integer DEFAULT 0 NOT NULL,
	"credential" json,
	"key_id" uuid
);
--> statement-breakpoint
CREATE TABLE "class_promises" (
	"class_id" uuid PRIMARY KEY NOT NULL,
	"days" integer NOT NULL,
	CONSTRAINT "class_promises_days" CHECK ("class_promises"."days" between 1 and 30)
);
--> statement-breakpoint
CREATE TABLE "critique_promises" (
	"instructor_id" uuid PRIMARY KEY NOT NULL,
	"days" integer NOT NULL,
	CONSTRAINT "critique_promises_days" CHECK ("critique_promises"."days" between 1 and 30)
);
--> statement-breakpoint
CREATE TABLE "critiques" (
	"id" uuid PRIMARY KEY NOT NULL,
	"turn_id" uuid NOT NULL,
	"instructor_id" uuid NOT NULL,
	"text" text NOT NULL,
	"pins" jsonb NOT NULL,
	"verdict" text NOT NULL,
	"hidden_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "critiques_verdict" CHECK ("critiques"."verdict" in ('accepted', 'again'))
);
--> statement-breakpoint
CREATE TABLE "submission_pictures" (
	"id" uuid PRIMARY KEY NOT NULL,
	"student_id" uuid NOT NULL,
	"class_id" uuid NOT NULL,
	"lesson_id" uuid NOT NULL,
	"turn_id" uuid,
	"position" integer DEFAULT 0 NOT NULL,
	"state" text NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	"hash" text NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"widths" integer[] NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "submission_pictures_state" CHECK ("submission_pictures"."state" in ('processing', 'stored', 'deleting'))
);
--> statement-breakpoint
CREATE TABLE "submission_turns" (
	"id" uuid PRIMARY KEY NOT NULL,
	"submission_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"note" text NOT NULL,
	"handed_in_at" timestamp with time zone NOT NULL,
	"promised_by" timestamp with time zone NOT NULL,
	"overdue_told_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "submissions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"class_id" uuid NOT NULL,
	"lesson_id" uuid NOT NULL,
	"student_id" uuid NOT NULL,
	"state" text NOT NULL,
	"accepted_at" timestamp with time zone,
	"shared_at" timestamp with time zone,
	"hidden_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	"seat_ended_at" timestamp with time zone,
	CONSTRAINT "submissions_state" CHECK ("submissions"."state" in ('handed-in', 'again', 'accepted', 'withdrawn')),
	CONSTRAINT "submissions_accepted" CHECK (("submissions"."accepted_at" is not null) = ("submissions"."state" = 'accepted'))
);
--> statement-breakpoint
CREATE TABLE "comments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"submission_id" uuid NOT NULL,
	"author_id" uuid NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"hidden_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "announced_sections" (
	"class_id" uuid NOT NULL,
	"section_id" uuid NOT NULL,
	"announced_at" timestamp with time zone NOT NULL,
	CONSTRAINT "announced_sections_class_id_section_id_pk" PRIMARY KEY("class_id","section_id")
);
--> statement-breakpoint
CREATE TABLE "finish_checks" (
	"student_id" uuid NOT NULL,
	"lesson_id" uuid NOT NULL,
	"requested_at" timestamp with time zone NOT NULL,
	CONSTRAINT "finish_checks_student_id_lesson_id_pk" PRIMARY KEY("student_id","lesson_id")
);
--> statement-breakpoint
CREATE TABLE "reports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"reporter_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"author_id" uuid NOT NULL,
	"class_id" uuid NOT NULL,
	"snapshot" jsonb NOT NULL,
	"reason" text NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"decision" text,
	"decided_by" uuid,
	"decided_at" timestamp with time zone,
	"decision_reason" text,
	CONSTRAINT "reports_kind" CHECK ("reports"."kind" in ('drawing', 'comment', 'critique')),
	CONSTRAINT "reports_reason" CHECK ("reports"."reason" in ('unkind', 'sexual', 'personal', 'copied', 'spam', 'other')),
	CONSTRAINT "reports_decided" CHECK (("reports"."decided_at" is null) = ("reports"."decision" is null)
        and ("reports"."decided_at" is null) = ("reports"."decided_by" is null))
);
--> statement-breakpoint
CREATE TABLE "notification_choices" (
	"person_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"frequency" text NOT NULL,
	CONSTRAINT "notification_choices_person_id_kind_pk" PRIMARY KEY("person_id","kind"),
	CONSTRAINT "notification_choices_frequency" CHECK ("notification_choices"."frequency" in ('now', 'daily', 'never'))
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"id" uuid PRIMARY KEY NOT NULL,
	"person_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"about_id" uuid NOT NULL,
	"class_id" uuid,
	"line" text NOT NULL,
	"path" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"read_at" timestamp with time zone,
	"mail_at" timestamp with time zone,
	"mailed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "refund_requests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"payment_id" uuid NOT NULL,
	"text" text NOT NULL,
	"standing" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"decision" text,
	"decided_at" timestamp with time zone,
	"decided_by" uuid,
	"answer" text,
	CONSTRAINT "refund_requests_decision" CHECK ("refund_requests"."decision" in ('granted', 'declined')),
	CONSTRAINT "refund_requests_decided" CHECK (("refund_requests"."decision" is null) = ("refund_requests"."decided_at" is null)),
	CONSTRAINT "refund_requests_answer" CHECK (("refund_requests"."answer" is not null) = ("refund_requests"."decision" is not null and "refund_requests"."decision" = 'declined'))
);
--> statement-breakpoint
CREATE TABLE "erasures" (
	"person_id" uuid PRIMARY KEY NOT NULL,
	"issuer" text NOT NULL,
	"subject" text NOT NULL,
	"requested_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "opened_materials" (
	"student_id" uuid NOT NULL,
	"material_id" uuid NOT NULL,
	"opened_at" timestamp with time zone NOT NULL,
	CONSTRAINT "opened_materials_student_id_material_id_pk" PRIMARY KEY("student_id","material_id")
);
--> statement-breakpoint
ALTER TABLE "audit_entries" DROP CONSTRAINT "audit_entries_kind";--> statement-breakpoint
ALTER TABLE "lesson_versions" DROP CONSTRAINT "lesson_versions_video_id_videos_id_fk";
--> statement-breakpoint
ALTER TABLE "videos" ALTER COLUMN "owner_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "email_changed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "deleted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "lesson_versions" ADD COLUMN "video_name" text;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "weight_seconds" integer;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "withdrawn_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "withdrawal_standing" jsonb;--> statement-breakpoint
ALTER TABLE "blocks" ADD CONSTRAINT "blocks_blocker_id_users_id_fk" FOREIGN KEY ("blocker_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "blocks" ADD CONSTRAINT "blocks_blocked_id_users_id_fk" FOREIGN KEY ("blocked_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "guardians" ADD CONSTRAINT "guardians_person_id_users_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "certificate_names" ADD CONSTRAINT "certificate_names_student_id_users_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "certificate_names" ADD CONSTRAINT "certificate_names_class_id_classes_id_fk" FOREIGN KEY ("class_id") REFERENCES "public"."classes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "certificates" ADD CONSTRAINT "certificates_student_id_users_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "certificates" ADD CONSTRAINT "certificates_class_id_classes_id_fk" FOREIGN KEY ("class_id") REFERENCES "public"."classes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "certificates" ADD CONSTRAINT "certificates_status_list_status_lists_number_fk" FOREIGN KEY ("status_list") REFERENCES "public"."status_lists"("number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "certificates" ADD CONSTRAINT "certificates_key_id_issuer_keys_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."issuer_keys"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "status_lists" ADD CONSTRAINT "status_lists_key_id_issuer_keys_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."issuer_keys"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "class_promises" ADD CONSTRAINT "class_promises_class_id_classes_id_fk" FOREIGN KEY ("class_id") REFERENCES "public"."classes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "critique_promises" ADD CONSTRAINT "critique_promises_instructor_id_users_id_fk" FOREIGN KEY ("instructor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "critiques" ADD CONSTRAINT "critiques_turn_id_submission_turns_id_fk" FOREIGN KEY ("turn_id") REFERENCES "public"."submission_turns"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "critiques" ADD CONSTRAINT "critiques_instructor_id_users_id_fk" FOREIGN KEY ("instructor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submission_pictures" ADD CONSTRAINT "submission_pictures_turn_id_submission_turns_id_fk" FOREIGN KEY ("turn_id") REFERENCES "public"."submission_turns"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submission_turns" ADD CONSTRAINT "submission_turns_submission_id_submissions_id_fk" FOREIGN KEY ("submission_id") REFERENCES "public"."submissions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submissions" ADD CONSTRAINT "submissions_class_id_classes_id_fk" FOREIGN KEY ("class_id") REFERENCES "public"."classes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submissions" ADD CONSTRAINT "submissions_lesson_id_lessons_id_fk" FOREIGN KEY ("lesson_id") REFERENCES "public"."lessons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submissions" ADD CONSTRAINT "submissions_student_id_users_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_submission_id_submissions_id_fk" FOREIGN KEY ("submission_id") REFERENCES "public"."submissions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "announced_sections" ADD CONSTRAINT "announced_sections_class_id_classes_id_fk" FOREIGN KEY ("class_id") REFERENCES "public"."classes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "announced_sections" ADD CONSTRAINT "announced_sections_section_id_sections_id_fk" FOREIGN KEY ("section_id") REFERENCES "public"."sections"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_reporter_id_users_id_fk" FOREIGN KEY ("reporter_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_class_id_classes_id_fk" FOREIGN KEY ("class_id") REFERENCES "public"."classes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_choices" ADD CONSTRAINT "notification_choices_person_id_users_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_person_id_users_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_requests" ADD CONSTRAINT "refund_requests_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_requests" ADD CONSTRAINT "refund_requests_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "blocks_by_blocked" ON "blocks" USING btree ("blocked_id");--> statement-breakpoint
CREATE UNIQUE INDEX "certificates_number" ON "certificates" USING btree ("number");--> statement-breakpoint
CREATE UNIQUE INDEX "certificates_once" ON "certificates" USING btree ("student_id","class_id");--> statement-breakpoint
CREATE UNIQUE INDEX "certificates_by_place" ON "certificates" USING btree ("status_list","status_index");--> statement-breakpoint
CREATE INDEX "certificates_by_key" ON "certificates" USING btree ("key_id");--> statement-breakpoint
CREATE INDEX "certificates_to_sign" ON "certificates" USING btree ("sign_at") WHERE "certificates"."sign_at" is not null;--> statement-breakpoint
CREATE INDEX "certificates_by_words" ON "certificates" USING gin (lower("number" || ' ' || "name" || ' ' || "class_name") gin_trgm_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "issuer_keys_public" ON "issuer_keys" USING btree ("public_key");--> statement-breakpoint
CREATE UNIQUE INDEX "issuer_keys_one_current" ON "issuer_keys" USING btree (("retired_at" is null)) WHERE "issuer_keys"."retired_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "critiques_once" ON "critiques" USING btree ("turn_id");--> statement-breakpoint
CREATE INDEX "submission_pictures_by_turn" ON "submission_pictures" USING btree ("turn_id","position");--> statement-breakpoint
CREATE INDEX "submission_pictures_waiting" ON "submission_pictures" USING btree ("student_id","created_at") WHERE "submission_pictures"."turn_id" is null;--> statement-breakpoint
CREATE INDEX "submission_pictures_unfinished" ON "submission_pictures" USING btree ("changed_at") WHERE "submission_pictures"."state" <> 'stored';--> statement-breakpoint
CREATE UNIQUE INDEX "submission_turns_once" ON "submission_turns" USING btree ("submission_id","number");--> statement-breakpoint
CREATE UNIQUE INDEX "submissions_once" ON "submissions" USING btree ("student_id","class_id","lesson_id");--> statement-breakpoint
CREATE INDEX "submissions_by_lesson" ON "submissions" USING btree ("lesson_id");--> statement-breakpoint
CREATE INDEX "submissions_waiting" ON "submissions" USING btree ("class_id") WHERE "submissions"."state" = 'handed-in';--> statement-breakpoint
CREATE INDEX "submissions_shared" ON "submissions" USING btree ("class_id","shared_at") WHERE "submissions"."shared_at" is not null and "submissions"."hidden_at" is null;--> statement-breakpoint
CREATE INDEX "comments_in_order" ON "comments" USING btree ("submission_id","id");--> statement-breakpoint
CREATE INDEX "comments_by_author" ON "comments" USING btree ("author_id","id");--> statement-breakpoint
CREATE INDEX "announced_sections_by_section" ON "announced_sections" USING btree ("section_id");--> statement-breakpoint
CREATE INDEX "finish_checks_in_order" ON "finish_checks" USING btree ("requested_at");--> statement-breakpoint
CREATE UNIQUE INDEX "reports_once" ON "reports" USING btree ("reporter_id","kind","subject_id");--> statement-breakpoint
CREATE INDEX "reports_by_subject" ON "reports" USING btree ("kind","subject_id","id");--> statement-breakpoint
CREATE INDEX "reports_open" ON "reports" USING btree ("id") WHERE "reports"."decided_at" is null;--> statement-breakpoint
CREATE INDEX "reports_by_author" ON "reports" USING btree ("author_id");--> statement-breakpoint
CREATE UNIQUE INDEX "notifications_once" ON "notifications" USING btree ("person_id","kind","about_id");--> statement-breakpoint
CREATE INDEX "notifications_latest" ON "notifications" USING btree ("person_id","id");--> statement-breakpoint
CREATE INDEX "notifications_unread" ON "notifications" USING btree ("person_id") WHERE "notifications"."read_at" is null;--> statement-breakpoint
CREATE INDEX "notifications_to_mail" ON "notifications" USING btree ("mail_at") WHERE "notifications"."mail_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "refund_requests_payment" ON "refund_requests" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "refund_requests_open" ON "refund_requests" USING btree ("id") WHERE "refund_requests"."decision" is null;--> statement-breakpoint
ALTER TABLE "lesson_versions" ADD CONSTRAINT "lesson_versions_video_id_videos_id_fk" FOREIGN KEY ("video_id") REFERENCES "public"."videos"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "classes_cohorts" ON "classes" USING btree ("starts_on") WHERE "classes"."starts_on" is not null;--> statement-breakpoint
ALTER TABLE "audit_entries" ADD CONSTRAINT "audit_entries_kind" CHECK ("audit_entries"."kind" in ('class-approved', 'class-denied', 'class-edited', 'class-handed-over', 'feedback-given', 'role-changed', 'user-suspended', 'user-reinstated', 'application-declined', 'payment-refunded', 'report-decided', 'refund-declined', 'certificate-revoked', 'certificate-key-rotated', 'certificate-key-struck'));--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_withdrawn" CHECK (("payments"."withdrawn_at" is null) = ("payments"."withdrawal_standing" is null));--> statement-breakpoint
ALTER TABLE "videos" ADD CONSTRAINT "videos_owner" CHECK ("videos"."owner_id" is not null or "videos"."state" = 'deleting');--> statement-breakpoint
-- A deleted account leaves no name in the log: the names, and they alone, may then be replaced.
CREATE OR REPLACE FUNCTION "refuse_to_change_the_audit_log"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND current_setting('senga.removes_names', true) = 'on' THEN
    RETURN NULL;
  END IF;
  RAISE EXCEPTION 'The audit log is only ever added to: no % of %', TG_OP, TG_TABLE_NAME;
END
$$;
--> statement-breakpoint
CREATE FUNCTION "keep_the_facts_of_the_audit_log"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (OLD."id", OLD."kind", OLD."actor_id", OLD."subject_id", OLD."created_at")
    IS DISTINCT FROM (NEW."id", NEW."kind", NEW."actor_id", NEW."subject_id", NEW."created_at") THEN
    RAISE EXCEPTION 'The audit log is only ever added to: only names may be removed from %', TG_TABLE_NAME;
  END IF;
  RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "audit_entries_facts" BEFORE UPDATE ON "audit_entries"
FOR EACH ROW EXECUTE FUNCTION "keep_the_facts_of_the_audit_log"();
--> statement-breakpoint
UPDATE "lesson_versions" SET "video_name" = "videos"."file_name" FROM "videos" WHERE "videos"."id" = "lesson_versions"."video_id";
