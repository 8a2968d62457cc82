CREATE TABLE "audit_entries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"actor_id" uuid,
	"actor_name" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"subject_name" text NOT NULL,
	"before" text,
	"after" text,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "audit_entries_kind" CHECK ("audit_entries"."kind" in ('class-approved', 'class-denied', 'feedback-given', 'role-changed'))
);
--> statement-breakpoint
CREATE TABLE "newsletter_links" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"subscription_id" uuid NOT NULL,
	"purpose" text NOT NULL,
	"valid_until" timestamp with time zone,
	CONSTRAINT "newsletter_links_purpose" CHECK ("newsletter_links"."purpose" in ('confirm', 'unsubscribe'))
);
--> statement-breakpoint
CREATE TABLE "newsletter_subscriptions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"state" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"mailed_at" timestamp with time zone,
	"confirmed_at" timestamp with time zone,
	"unsubscribed_at" timestamp with time zone,
	CONSTRAINT "newsletter_subscriptions_state" CHECK ("newsletter_subscriptions"."state" in ('pending', 'confirmed', 'unsubscribed')),
	CONSTRAINT "newsletter_subscriptions_email_lower" CHECK ("newsletter_subscriptions"."email" = lower("newsletter_subscriptions"."email")),
	CONSTRAINT "newsletter_subscriptions_times" CHECK (("newsletter_subscriptions"."state" <> 'confirmed' or "newsletter_subscriptions"."confirmed_at" is not null) and ("newsletter_subscriptions"."state" <> 'unsubscribed' or "newsletter_subscriptions"."unsubscribed_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "pictures" (
	"id" uuid PRIMARY KEY NOT NULL,
	"url" text NOT NULL,
	"state" text NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"widths" integer[] NOT NULL,
	"placeholder" text NOT NULL,
	"uploaded_by" uuid,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "pictures_state" CHECK ("pictures"."state" in ('drawing', 'kept', 'leaving'))
);
--> statement-breakpoint
CREATE TABLE "teaching_applications" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"text" text NOT NULL,
	"portfolio_url" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "teaching_applications_text" CHECK (char_length("teaching_applications"."text") between 20 and 2000),
	CONSTRAINT "teaching_applications_portfolio" CHECK ("teaching_applications"."portfolio_url" ~* '^https?://' and char_length("teaching_applications"."portfolio_url") <= 500)
);
--> statement-breakpoint
DROP INDEX "classes_by_name";--> statement-breakpoint
ALTER TABLE "classes" ADD COLUMN "outcomes" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "classes" ADD COLUMN "search_text" text;--> statement-breakpoint
ALTER TABLE "classes" ADD COLUMN "updated_at" timestamp with time zone;--> statement-breakpoint
-- Classes that are there already get what a new one is made with.
UPDATE "classes" SET
	"search_text" = lower("classes"."name" || ' ' || "users"."name"),
	"updated_at" = coalesce("classes"."decided_at", "classes"."created_at")
FROM "users" WHERE "users"."id" = "classes"."instructor_id";--> statement-breakpoint
ALTER TABLE "classes" ALTER COLUMN "search_text" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "classes" ALTER COLUMN "updated_at" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "unsubscribe_url" text;--> statement-breakpoint
ALTER TABLE "newsletter_links" ADD CONSTRAINT "newsletter_links_subscription_id_newsletter_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."newsletter_subscriptions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pictures" ADD CONSTRAINT "pictures_uploaded_by_users_id_fk" FOREIGN KEY ("uploaded_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "teaching_applications" ADD CONSTRAINT "teaching_applications_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_entries_by_kind" ON "audit_entries" USING btree ("kind","id");--> statement-breakpoint
CREATE INDEX "newsletter_links_by_subscription" ON "newsletter_links" USING btree ("subscription_id");--> statement-breakpoint
CREATE UNIQUE INDEX "newsletter_subscriptions_email" ON "newsletter_subscriptions" USING btree ("email");--> statement-breakpoint
CREATE UNIQUE INDEX "pictures_url" ON "pictures" USING btree ("url");--> statement-breakpoint
CREATE INDEX "pictures_by_age" ON "pictures" USING btree ("state","changed_at");--> statement-breakpoint
CREATE UNIQUE INDEX "teaching_applications_user" ON "teaching_applications" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "users_by_role" ON "users" USING btree ("role","id");--> statement-breakpoint
CREATE INDEX "users_by_words" ON "users" USING gin (lower("name" || ' ' || "email") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "classes_by_words" ON "classes" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "enrollments_by_time" ON "enrollments" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "payments_by_class" ON "payments" USING btree ("class_id") WHERE "payments"."captured_at" is not null;--> statement-breakpoint
CREATE INDEX "payments_collected" ON "payments" USING btree ("captured_at") WHERE "payments"."captured_at" is not null;