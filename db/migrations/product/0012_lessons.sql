CREATE TABLE "curricula" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "lesson_pictures" (
	"lesson_id" uuid NOT NULL,
	"url" text NOT NULL,
	CONSTRAINT "lesson_pictures_lesson_id_url_pk" PRIMARY KEY("lesson_id","url")
);
--> statement-breakpoint
CREATE TABLE "lesson_versions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"lesson_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"title" text NOT NULL,
	"body" text NOT NULL,
	"html" text NOT NULL,
	"words" integer NOT NULL,
	"video_id" uuid,
	"published_at" timestamp with time zone NOT NULL,
	"published_by" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "lessons" (
	"id" uuid PRIMARY KEY NOT NULL,
	"curriculum_id" uuid NOT NULL,
	"section_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"kind" text NOT NULL,
	"is_preview" boolean DEFAULT false NOT NULL,
	"is_required" boolean DEFAULT true NOT NULL,
	"draft" jsonb NOT NULL,
	"draft_version" integer DEFAULT 1 NOT NULL,
	"published_version_id" uuid,
	"published_draft_version" integer,
	"retired_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "lessons_kind" CHECK ("lessons"."kind" in ('video', 'text', 'exercise')),
	CONSTRAINT "lessons_retired" CHECK ("lessons"."retired_at" is null or "lessons"."published_version_id" is not null)
);
--> statement-breakpoint
CREATE TABLE "materials" (
	"id" uuid PRIMARY KEY NOT NULL,
	"lesson_id" uuid,
	"file_name" text NOT NULL,
	"bytes" bigint NOT NULL,
	"type" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"removed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "opened_lessons" (
	"student_id" uuid NOT NULL,
	"lesson_id" uuid NOT NULL,
	"opened_at" timestamp with time zone NOT NULL,
	"last_opened_at" timestamp with time zone NOT NULL,
	CONSTRAINT "opened_lessons_student_id_lesson_id_pk" PRIMARY KEY("student_id","lesson_id")
);
--> statement-breakpoint
CREATE TABLE "sections" (
	"id" uuid PRIMARY KEY NOT NULL,
	"curriculum_id" uuid NOT NULL,
	"title" text NOT NULL,
	"position" integer NOT NULL,
	"opens_after_days" integer,
	"opens_at" time DEFAULT '18:00' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "completed_lessons" (
	"student_id" uuid NOT NULL,
	"lesson_id" uuid NOT NULL,
	"how" text NOT NULL,
	"completed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "completed_lessons_student_id_lesson_id_pk" PRIMARY KEY("student_id","lesson_id")
);
--> statement-breakpoint
CREATE TABLE "learners" (
	"student_id" uuid PRIMARY KEY NOT NULL,
	"counted_until" timestamp with time zone NOT NULL,
	"reported_at" timestamp with time zone NOT NULL,
	"credited" integer DEFAULT 0 NOT NULL,
	"days" datemultirange NOT NULL
);
--> statement-breakpoint
CREATE TABLE "watching" (
	"student_id" uuid NOT NULL,
	"lesson_id" uuid NOT NULL,
	"video_id" uuid NOT NULL,
	"watched" "int4multirange" NOT NULL,
	"sent" "int4multirange" NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "watching_student_id_lesson_id_video_id_pk" PRIMARY KEY("student_id","lesson_id","video_id")
);
--> statement-breakpoint
CREATE TABLE "uploads" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"purpose" text NOT NULL,
	"target_id" uuid NOT NULL,
	"file_name" text NOT NULL,
	"bytes" bigint NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "uploads_purpose" CHECK ("uploads"."purpose" in ('video', 'material'))
);
--> statement-breakpoint
CREATE TABLE "video_captions" (
	"video_id" uuid NOT NULL,
	"language" text NOT NULL,
	"vtt" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "video_captions_video_id_language_pk" PRIMARY KEY("video_id","language")
);
--> statement-breakpoint
CREATE TABLE "video_renditions" (
	"video_id" uuid NOT NULL,
	"height" integer NOT NULL,
	"width" integer NOT NULL,
	"bytes" bigint NOT NULL,
	"bandwidth" integer NOT NULL,
	"codecs" text NOT NULL,
	"init_bytes" integer NOT NULL,
	"segments" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "video_renditions_video_id_height_pk" PRIMARY KEY("video_id","height")
);
--> statement-breakpoint
CREATE TABLE "videos" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"file_name" text NOT NULL,
	"bytes" bigint NOT NULL,
	"state" text NOT NULL,
	"refusal" text,
	"broken_at" integer,
	"milliseconds" integer,
	"width" integer,
	"height" integer,
	"has_sound" boolean,
	"has_no_speech" boolean DEFAULT false NOT NULL,
	"poster_at" integer,
	"stored_bytes" bigint DEFAULT 0 NOT NULL,
	"progress" integer DEFAULT 0 NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"claimed_until" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "videos_state" CHECK ("videos"."state" in ('uploaded', 'playable', 'ready', 'refused', 'deleting')),
	CONSTRAINT "videos_refusal" CHECK ("videos"."refusal" in ('not-a-video', 'damaged', 'empty', 'too-long', 'too-large-picture', 'codec', 'too-much-work', 'encoder-crashed'))
);
--> statement-breakpoint
ALTER TABLE "classes" ADD COLUMN "tools" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "classes" ADD COLUMN "curriculum_id" uuid;--> statement-breakpoint
-- Every class has a curriculum, empty at first.
INSERT INTO "curricula" ("id", "created_at") SELECT "id", "created_at" FROM "classes";--> statement-breakpoint
UPDATE "classes" SET "curriculum_id" = "id";--> statement-breakpoint
ALTER TABLE "classes" ALTER COLUMN "curriculum_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "classes" ADD COLUMN "starts_on" date;--> statement-breakpoint
ALTER TABLE "classes" ADD COLUMN "time_zone" text;--> statement-breakpoint
ALTER TABLE "lesson_pictures" ADD CONSTRAINT "lesson_pictures_lesson_id_lessons_id_fk" FOREIGN KEY ("lesson_id") REFERENCES "public"."lessons"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lesson_versions" ADD CONSTRAINT "lesson_versions_lesson_id_lessons_id_fk" FOREIGN KEY ("lesson_id") REFERENCES "public"."lessons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lesson_versions" ADD CONSTRAINT "lesson_versions_video_id_videos_id_fk" FOREIGN KEY ("video_id") REFERENCES "public"."videos"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lesson_versions" ADD CONSTRAINT "lesson_versions_published_by_users_id_fk" FOREIGN KEY ("published_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lessons" ADD CONSTRAINT "lessons_curriculum_id_curricula_id_fk" FOREIGN KEY ("curriculum_id") REFERENCES "public"."curricula"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lessons" ADD CONSTRAINT "lessons_section_id_sections_id_fk" FOREIGN KEY ("section_id") REFERENCES "public"."sections"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lessons" ADD CONSTRAINT "lessons_published_version_id_lesson_versions_id_fk" FOREIGN KEY ("published_version_id") REFERENCES "public"."lesson_versions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "materials" ADD CONSTRAINT "materials_lesson_id_lessons_id_fk" FOREIGN KEY ("lesson_id") REFERENCES "public"."lessons"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sections" ADD CONSTRAINT "sections_curriculum_id_curricula_id_fk" FOREIGN KEY ("curriculum_id") REFERENCES "public"."curricula"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "video_captions" ADD CONSTRAINT "video_captions_video_id_videos_id_fk" FOREIGN KEY ("video_id") REFERENCES "public"."videos"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "video_renditions" ADD CONSTRAINT "video_renditions_video_id_videos_id_fk" FOREIGN KEY ("video_id") REFERENCES "public"."videos"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "videos" ADD CONSTRAINT "videos_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "lesson_pictures_by_url" ON "lesson_pictures" USING btree ("url");--> statement-breakpoint
CREATE UNIQUE INDEX "lesson_versions_once" ON "lesson_versions" USING btree ("lesson_id","number");--> statement-breakpoint
CREATE INDEX "lesson_versions_by_video" ON "lesson_versions" USING btree ("video_id");--> statement-breakpoint
CREATE INDEX "lesson_versions_by_time" ON "lesson_versions" USING btree ("published_at");--> statement-breakpoint
CREATE INDEX "lessons_in_order" ON "lessons" USING btree ("curriculum_id","section_id","position");--> statement-breakpoint
CREATE INDEX "lessons_by_draft_video" ON "lessons" USING btree (("draft" ->> 'videoId'));--> statement-breakpoint
CREATE INDEX "materials_by_lesson" ON "materials" USING btree ("lesson_id","id");--> statement-breakpoint
CREATE INDEX "materials_removed" ON "materials" USING btree ("removed_at") WHERE "materials"."removed_at" is not null;--> statement-breakpoint
CREATE INDEX "opened_lessons_latest" ON "opened_lessons" USING btree ("student_id","last_opened_at");--> statement-breakpoint
CREATE INDEX "sections_in_order" ON "sections" USING btree ("curriculum_id","position");--> statement-breakpoint
CREATE INDEX "completed_lessons_by_lesson" ON "completed_lessons" USING btree ("lesson_id");--> statement-breakpoint
CREATE INDEX "uploads_by_owner" ON "uploads" USING btree ("owner_id","id");--> statement-breakpoint
CREATE INDEX "uploads_by_age" ON "uploads" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "videos_by_owner" ON "videos" USING btree ("owner_id","id");--> statement-breakpoint
CREATE INDEX "videos_by_state" ON "videos" USING btree ("state","created_at");--> statement-breakpoint
ALTER TABLE "classes" ADD CONSTRAINT "classes_curriculum_id_curricula_id_fk" FOREIGN KEY ("curriculum_id") REFERENCES "public"."curricula"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "classes_by_curriculum" ON "classes" USING btree ("curriculum_id");--> statement-breakpoint
ALTER TABLE "classes" ADD CONSTRAINT "classes_cohort" CHECK (("classes"."starts_on" is null) = ("classes"."time_zone" is null));