-- Infinity: the job that removes drawings sets the time.
CREATE FUNCTION "note_ended_seat"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE "submissions" SET "seat_ended_at" = 'infinity' WHERE "student_id" = OLD."student_id" AND "class_id" = OLD."class_id";
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "enrollments_ended" AFTER DELETE ON "enrollments"
FOR EACH ROW EXECUTE FUNCTION "note_ended_seat"();
