ALTER TABLE "notifications" ALTER COLUMN "line" SET DEFAULT 'There is something new for you on Senga.';--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "actor_id" uuid;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "parts" jsonb;--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "named_ids" uuid[];--> statement-breakpoint
-- A process of the version before may run for a while, and writes its sentences still.
CREATE FUNCTION "keep_names_out_of_notifications"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."line" := 'There is something new for you on Senga.';
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER "notifications_without_names" BEFORE INSERT OR UPDATE OF "line" ON "notifications"
  FOR EACH ROW EXECUTE FUNCTION "keep_names_out_of_notifications"();
