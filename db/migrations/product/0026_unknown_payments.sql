CREATE TABLE "payment_search" (
	"id" integer PRIMARY KEY NOT NULL,
	"searched_until" timestamp with time zone NOT NULL,
	"next_at" timestamp with time zone NOT NULL,
	CONSTRAINT "payment_search_one" CHECK ("payment_search"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "unknown_payments" (
	"intent_id" text PRIMARY KEY NOT NULL,
	"amount_cents" integer NOT NULL,
	"currency" text NOT NULL,
	"reason" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"checked_at" timestamp with time zone NOT NULL,
	CONSTRAINT "unknown_payments_reason" CHECK ("unknown_payments"."reason" in ('other-site', 'unreadable', 'refund-pending', 'refund-failed'))
);
--> statement-breakpoint
CREATE INDEX "unknown_payments_newest" ON "unknown_payments" USING btree ("created_at");