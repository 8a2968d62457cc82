ALTER TABLE "classes" ADD COLUMN "edited_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "classes" ADD COLUMN "edited_by" uuid;--> statement-breakpoint
ALTER TABLE "lessons" ADD COLUMN "edited_by" uuid;