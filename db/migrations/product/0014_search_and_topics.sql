CREATE TABLE "class_search" (
	"class_id" uuid PRIMARY KEY NOT NULL,
	"names" "tsvector" NOT NULL,
	"words" "tsvector" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "vocabulary" (
	"word" text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE "instructor_reach" (
	"instructor_id" uuid PRIMARY KEY NOT NULL,
	"students" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "classes" ADD COLUMN "topics" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "class_search" ADD CONSTRAINT "class_search_class_id_classes_id_fk" FOREIGN KEY ("class_id") REFERENCES "public"."classes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "instructor_reach" ADD CONSTRAINT "instructor_reach_instructor_id_users_id_fk" FOREIGN KEY ("instructor_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "class_search_names" ON "class_search" USING gin ("names");--> statement-breakpoint
CREATE INDEX "class_search_words" ON "class_search" USING gin ("words");--> statement-breakpoint
CREATE INDEX "vocabulary_alike" ON "vocabulary" USING gin ("word" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "instructor_reach_most" ON "instructor_reach" USING btree ("students" DESC NULLS LAST,"instructor_id");--> statement-breakpoint
ALTER TABLE "classes" ADD CONSTRAINT "classes_topics" CHECK ("classes"."topics" <@ array['backgrounds', 'characters', 'inking', 'lettering', 'tone', 'tools'] and cardinality("classes"."topics") <= 3);--> statement-breakpoint
-- Stems find other forms of a word; the words as written find what is still being typed.
CREATE FUNCTION "searchable"("text" text) RETURNS tsvector LANGUAGE sql IMMUTABLE AS $$
	SELECT strip(to_tsvector('pg_catalog.english', "text") || to_tsvector('pg_catalog.simple', "text"))
$$;
--> statement-breakpoint
CREATE FUNCTION "class_text"("class" "classes") RETURNS text LANGUAGE sql STABLE AS $$
	SELECT concat_ws(' ', "class"."search_text", "class"."level", array_to_string("class"."topics", ' '),
		array_to_string("class"."outcomes", ' '), "class"."description", "class"."tools")
$$;
--> statement-breakpoint
CREATE FUNCTION "words_of"("text" text) RETURNS SETOF text LANGUAGE sql IMMUTABLE AS $$
	SELECT "word" FROM unnest(tsvector_to_array(to_tsvector('pg_catalog.simple', "text"))) "word"
	WHERE length("word") BETWEEN 3 AND 40 AND "word" !~ '[0-9]'
$$;
--> statement-breakpoint
CREATE FUNCTION "keep_class_search"() RETURNS trigger LANGUAGE plpgsql AS $$
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
		INSERT INTO "class_search" ("class_id", "names", "words")
		VALUES (NEW."id", searchable(NEW."search_text"), searchable("now"))
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
CREATE TRIGGER "classes_search" AFTER INSERT OR DELETE OR UPDATE OF "search_text", "level", "topics", "outcomes", "description", "tools" ON "classes"
FOR EACH ROW EXECUTE FUNCTION "keep_class_search"();
--> statement-breakpoint
CREATE FUNCTION "keep_instructor_reach"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP <> 'INSERT' AND OLD."status" = 'approved' THEN
		UPDATE "instructor_reach" SET "students" = "students" - OLD."enrolled_students" WHERE "instructor_id" = OLD."instructor_id";
	END IF;
	IF TG_OP <> 'DELETE' AND NEW."status" = 'approved' THEN
		INSERT INTO "instructor_reach" VALUES (NEW."instructor_id", NEW."enrolled_students")
		ON CONFLICT ("instructor_id") DO UPDATE SET "students" = "instructor_reach"."students" + excluded."students";
	END IF;
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "classes_reach" AFTER INSERT OR DELETE OR UPDATE OF "status", "enrolled_students", "instructor_id" ON "classes"
FOR EACH ROW EXECUTE FUNCTION "keep_instructor_reach"();
--> statement-breakpoint
INSERT INTO "class_search" SELECT "id", searchable("search_text"), searchable(class_text("classes")) FROM "classes";
--> statement-breakpoint
INSERT INTO "vocabulary" SELECT DISTINCT "word" FROM "classes", words_of(class_text("classes")) "word";
--> statement-breakpoint
INSERT INTO "instructor_reach" SELECT "instructor_id", sum("enrolled_students") FROM "classes" WHERE "status" = 'approved' GROUP BY "instructor_id";
