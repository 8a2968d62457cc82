CREATE TABLE "instructor_profiles" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"headline" text NOT NULL,
	"bio" text NOT NULL,
	"links" text[] NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "portfolio_pictures" (
	"id" uuid PRIMARY KEY NOT NULL,
	"instructor_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"image" text NOT NULL,
	"description" text NOT NULL,
	CONSTRAINT "portfolio_pictures_position" CHECK ("portfolio_pictures"."position" between 0 and 5)
);
--> statement-breakpoint
ALTER TABLE "instructor_profiles" ADD CONSTRAINT "instructor_profiles_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "portfolio_pictures" ADD CONSTRAINT "portfolio_pictures_instructor_id_users_id_fk" FOREIGN KEY ("instructor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "portfolio_pictures_in_order" ON "portfolio_pictures" USING btree ("instructor_id","position");--> statement-breakpoint
CREATE INDEX "portfolio_pictures_by_image" ON "portfolio_pictures" USING btree ("image");