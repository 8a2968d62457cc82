CREATE OR REPLACE FUNCTION "keep_class_search"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	"now" text;
	"before" text := '';
BEGIN
	IF TG_OP <> 'INSERT' THEN
		"before" := class_text(OLD);
	END IF;
	IF TG_OP <> 'DELETE' THEN
		"now" := class_text(NEW);
		IF TG_OP = 'UPDATE' AND "now" = "before" AND NEW."search_text" = OLD."search_text" THEN
			RETURN NULL;
		END IF;
		INSERT INTO "class_search" ("class_id", "names", "words", "enrolled_students")
		VALUES (NEW."id", searchable(NEW."search_text"), searchable("now"), NEW."enrolled_students")
		ON CONFLICT ("class_id") DO UPDATE SET "names" = excluded."names", "words" = excluded."words";
		-- In one order, so that two writers do not wait for each other.
		INSERT INTO "vocabulary" SELECT "word" FROM words_of("now") "word" ORDER BY "word" ON CONFLICT DO NOTHING;
	END IF;
	-- No name of a person stays when nobody bears it. A word lost to a concurrent writer is only not suggested.
	DELETE FROM "vocabulary" USING words_of("before") "gone"
	WHERE "vocabulary"."word" = "gone" AND NOT EXISTS (
		SELECT FROM "class_search" WHERE "words" @@ plainto_tsquery('pg_catalog.simple', "gone")
	);
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE FUNCTION "keep_search_order"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE "class_search" SET "enrolled_students" = NEW."enrolled_students" WHERE "class_id" = NEW."id";
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "classes_search_order" AFTER UPDATE OF "enrolled_students" ON "classes"
FOR EACH ROW WHEN (NEW."enrolled_students" <> OLD."enrolled_students") EXECUTE FUNCTION "keep_search_order"();
--> statement-breakpoint
UPDATE "class_search" SET "enrolled_students" = "classes"."enrolled_students" FROM "classes"
WHERE "classes"."id" = "class_search"."class_id" AND "classes"."enrolled_students" <> "class_search"."enrolled_students";
