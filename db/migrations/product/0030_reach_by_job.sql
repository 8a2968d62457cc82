-- Purchases changed the row of their class's instructor, and waited for each other there. A job counts them now.
CREATE OR REPLACE TRIGGER "classes_reach" AFTER INSERT OR DELETE OR UPDATE OF "status", "instructor_id" ON "classes"
FOR EACH ROW EXECUTE FUNCTION "keep_instructor_reach"();
