ALTER TABLE "pictures" DROP CONSTRAINT "pictures_state";--> statement-breakpoint
UPDATE "pictures" SET "state" = CASE "state" WHEN 'drawing' THEN 'processing' WHEN 'kept' THEN 'stored' ELSE 'deleting' END;--> statement-breakpoint
ALTER TABLE "pictures" ADD CONSTRAINT "pictures_state" CHECK ("pictures"."state" in ('processing', 'stored', 'deleting'));
