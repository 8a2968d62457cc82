ALTER TABLE "audit_entries" ADD COLUMN "before_id" uuid;--> statement-breakpoint
ALTER TABLE "audit_entries" ADD COLUMN "after_id" uuid;--> statement-breakpoint
ALTER TABLE "certificates" ADD COLUMN "instructor_id" uuid;