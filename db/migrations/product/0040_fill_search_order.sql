-- Before the trigger exists, so that no enrollment waits. The next migration corrects what changes meanwhile.
UPDATE "class_search" SET "enrolled_students" = "classes"."enrolled_students" FROM "classes"
WHERE "classes"."id" = "class_search"."class_id" AND "classes"."enrolled_students" <> 0;
