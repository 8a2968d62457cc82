-- Their seats ended before a critique, and their pictures were removed a month later. The job withdraws such drawings now.
UPDATE "submissions" SET "state" = 'withdrawn', "changed_at" = now()
WHERE "state" = 'handed-in' AND NOT EXISTS (
  SELECT FROM "submission_turns" AS "turn"
  INNER JOIN "submission_pictures" AS "picture" ON "picture"."turn_id" = "turn"."id"
  WHERE "turn"."submission_id" = "submissions"."id" AND "picture"."state" = 'stored'
    AND NOT EXISTS (SELECT FROM "critiques" WHERE "critiques"."turn_id" = "turn"."id")
);
