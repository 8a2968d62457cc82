-- The audit log is only ever added to. Whoever owns the database can take this away, but not by mistake.
CREATE FUNCTION "refuse_to_change_the_audit_log"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'The audit log is only ever added to: no % of %', TG_OP, TG_TABLE_NAME;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "audit_entries_append_only" BEFORE UPDATE OR DELETE ON "audit_entries"
FOR EACH STATEMENT EXECUTE FUNCTION "refuse_to_change_the_audit_log"();
