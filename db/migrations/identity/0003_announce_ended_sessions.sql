-- Whatever deletes a session, better-auth, a foreign key or an operator, ends its tokens in the same transaction.
CREATE FUNCTION "identity"."announce_ended_sessions"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "public"."ended_sessions" ("session_id") SELECT "id"::text FROM "ended" ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "sessions_announce_end" AFTER DELETE ON "identity"."sessions"
REFERENCING OLD TABLE AS "ended" FOR EACH STATEMENT EXECUTE FUNCTION "identity"."announce_ended_sessions"();
