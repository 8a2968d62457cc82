CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"image" text NOT NULL,
	"role" text DEFAULT 'student' NOT NULL,
	"identity_issuer" text,
	"identity_subject" text,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "users_role" CHECK ("users"."role" in ('student', 'instructor', 'admin')),
	CONSTRAINT "users_email_lower" CHECK ("users"."email" = lower("users"."email"))
);
--> statement-breakpoint
CREATE TABLE "classes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"instructor_id" uuid NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"level" text DEFAULT 'beginner' NOT NULL,
	"price_cents" integer NOT NULL,
	"available_seats" integer NOT NULL,
	"enrolled_students" integer DEFAULT 0 NOT NULL,
	"image" text NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"feedback" text,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"decided_at" timestamp with time zone,
	"decided_by" uuid,
	CONSTRAINT "classes_level" CHECK ("classes"."level" in ('beginner', 'intermediate', 'advanced')),
	CONSTRAINT "classes_status" CHECK ("classes"."status" in ('pending', 'approved', 'denied')),
	CONSTRAINT "classes_price" CHECK ("classes"."price_cents" >= 50),
	CONSTRAINT "classes_seats" CHECK ("classes"."available_seats" >= 0),
	CONSTRAINT "classes_enrolled" CHECK ("classes"."enrolled_students" >= 0),
	CONSTRAINT "classes_decided" CHECK (("classes"."status" = 'pending') = ("classes"."decided_at" is null))
);
--> statement-breakpoint
CREATE TABLE "contact_messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"message" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "enrollments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"student_id" uuid NOT NULL,
	"class_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payment_attempts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"student_id" uuid NOT NULL,
	"class_id" uuid NOT NULL,
	"amount_cents" integer NOT NULL,
	"currency" text NOT NULL,
	"intent_id" text,
	"state" text DEFAULT 'recorded' NOT NULL,
	"refusal" text,
	"revision" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"check_at" timestamp with time zone NOT NULL,
	"checks" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "payment_attempts_amount" CHECK ("payment_attempts"."amount_cents" > 0),
	CONSTRAINT "payment_attempts_state" CHECK ("payment_attempts"."state" in ('recorded', 'open', 'seated', 'paid', 'reversed', 'refused', 'released', 'abandoned')),
	CONSTRAINT "payment_attempts_refusal" CHECK (("payment_attempts"."refusal" is not null) = ("payment_attempts"."state" in ('refused', 'released'))),
	CONSTRAINT "payment_attempts_intent_known" CHECK ("payment_attempts"."intent_id" is not null or "payment_attempts"."state" in ('recorded', 'refused', 'released', 'abandoned'))
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"attempt_id" uuid NOT NULL,
	"intent_id" text NOT NULL,
	"student_id" uuid NOT NULL,
	"class_id" uuid NOT NULL,
	"class_name" text NOT NULL,
	"class_image" text NOT NULL,
	"instructor_name" text NOT NULL,
	"instructor_email" text NOT NULL,
	"price_cents" integer NOT NULL,
	"tax_cents" integer NOT NULL,
	"total_cents" integer NOT NULL,
	"currency" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"captured_at" timestamp with time zone,
	"voided_at" timestamp with time zone,
	CONSTRAINT "payments_sum" CHECK ("payments"."total_cents" = "payments"."price_cents" + "payments"."tax_cents"),
	CONSTRAINT "payments_amounts" CHECK ("payments"."price_cents" > 0 and "payments"."tax_cents" >= 0),
	CONSTRAINT "payments_one_end" CHECK ("payments"."captured_at" is null or "payments"."voided_at" is null)
);
--> statement-breakpoint
CREATE TABLE "selections" (
	"id" uuid PRIMARY KEY NOT NULL,
	"student_id" uuid NOT NULL,
	"class_id" uuid NOT NULL,
	"class_name" text NOT NULL,
	"class_image" text NOT NULL,
	"instructor_name" text NOT NULL,
	"instructor_email" text NOT NULL,
	"price_cents" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "outbox" (
	"id" uuid PRIMARY KEY NOT NULL,
	"recipient" text NOT NULL,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"html" text NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "classes" ADD CONSTRAINT "classes_instructor_id_users_id_fk" FOREIGN KEY ("instructor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "classes" ADD CONSTRAINT "classes_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "enrollments" ADD CONSTRAINT "enrollments_student_id_users_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "enrollments" ADD CONSTRAINT "enrollments_class_id_classes_id_fk" FOREIGN KEY ("class_id") REFERENCES "public"."classes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD CONSTRAINT "payment_attempts_student_id_users_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD CONSTRAINT "payment_attempts_class_id_classes_id_fk" FOREIGN KEY ("class_id") REFERENCES "public"."classes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_attempt_id_payment_attempts_id_fk" FOREIGN KEY ("attempt_id") REFERENCES "public"."payment_attempts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_student_id_users_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_class_id_classes_id_fk" FOREIGN KEY ("class_id") REFERENCES "public"."classes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "selections" ADD CONSTRAINT "selections_student_id_users_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "selections" ADD CONSTRAINT "selections_class_id_classes_id_fk" FOREIGN KEY ("class_id") REFERENCES "public"."classes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "users_email" ON "users" USING btree ("email");--> statement-breakpoint
CREATE UNIQUE INDEX "users_identity" ON "users" USING btree ("identity_issuer","identity_subject");--> statement-breakpoint
CREATE INDEX "classes_by_instructor" ON "classes" USING btree ("instructor_id","id");--> statement-breakpoint
CREATE INDEX "classes_by_status" ON "classes" USING btree ("status","id");--> statement-breakpoint
CREATE INDEX "classes_popular" ON "classes" USING btree ("status","enrolled_students","id");--> statement-breakpoint
CREATE INDEX "classes_by_price" ON "classes" USING btree ("status","price_cents","id");--> statement-breakpoint
CREATE INDEX "classes_by_name" ON "classes" USING gin (lower("name") gin_trgm_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "enrollments_once" ON "enrollments" USING btree ("student_id","class_id");--> statement-breakpoint
CREATE UNIQUE INDEX "enrollments_by_class" ON "enrollments" USING btree ("class_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_attempts_intent" ON "payment_attempts" USING btree ("intent_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_attempts_one_open" ON "payment_attempts" USING btree ("student_id","class_id") WHERE "payment_attempts"."state" in ('recorded', 'open');--> statement-breakpoint
CREATE INDEX "payment_attempts_unfinished" ON "payment_attempts" USING btree ("check_at") WHERE "payment_attempts"."state" in ('recorded', 'open', 'seated', 'refused');--> statement-breakpoint
CREATE UNIQUE INDEX "payments_attempt" ON "payments" USING btree ("attempt_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payments_intent" ON "payments" USING btree ("intent_id");--> statement-breakpoint
CREATE INDEX "payments_by_student" ON "payments" USING btree ("student_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "selections_once" ON "selections" USING btree ("student_id","class_id");--> statement-breakpoint
CREATE INDEX "selections_by_student" ON "selections" USING btree ("student_id","id");--> statement-breakpoint
CREATE INDEX "outbox_due" ON "outbox" USING btree ("next_try_at");