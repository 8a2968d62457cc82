-- The job that removes attempts that nobody paid could not find them. They are few; no other rows are locked.
UPDATE "payment_attempts" SET "state" = 'abandoned', "refusal" = NULL, "revision" = "revision" + 1
WHERE "state" = 'released' AND "refusal" = 'replaced';