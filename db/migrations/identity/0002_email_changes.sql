CREATE TABLE "identity"."email_changes" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"new_token_hash" text NOT NULL,
	"old_token_hash" text NOT NULL,
	"confirmed_by_new_at" timestamp with time zone,
	"confirmed_by_old_at" timestamp with time zone,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "email_changes_newTokenHash_unique" UNIQUE("new_token_hash"),
	CONSTRAINT "email_changes_oldTokenHash_unique" UNIQUE("old_token_hash"),
	CONSTRAINT "email_changes_email_lower" CHECK ("identity"."email_changes"."email" = lower("identity"."email_changes"."email"))
);
--> statement-breakpoint
ALTER TABLE "identity"."email_changes" ADD CONSTRAINT "email_changes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "identity"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "email_changes_expires" ON "identity"."email_changes" USING btree ("expires_at");