-- The sentences of the version before named people, also such as have deleted their account since.
UPDATE "notifications" SET "line" = DEFAULT WHERE "line" <> 'There is something new for you on Senga.';
