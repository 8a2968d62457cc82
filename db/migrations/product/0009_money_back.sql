ALTER TABLE "payment_attempts" DROP CONSTRAINT "payment_attempts_state";--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "selection_id" uuid;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "card_brand" text;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "card_last4" text;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "seat_returned_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "repaid_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "refunded_cents" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "refund_id" text;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "refund_status" text;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "refund_failure" text;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "dispute_id" text;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "dispute_status" text;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "disputed_cents" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "dispute_reason" text;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "review_at" timestamp with time zone;--> statement-breakpoint
UPDATE "payments" SET "refunded_cents" = "total_cents", "seat_returned_at" = "refunded_at" WHERE "refunded_at" IS NOT NULL;--> statement-breakpoint
UPDATE "payments" SET "review_at" = now() WHERE "captured_at" > now() - interval '90 days';--> statement-breakpoint
CREATE INDEX "payments_by_selection" ON "payments" USING btree ("selection_id") WHERE "payments"."selection_id" is not null;--> statement-breakpoint
CREATE INDEX "payments_to_review" ON "payments" USING btree ("review_at") WHERE "payments"."review_at" is not null;--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD CONSTRAINT "payment_attempts_state" CHECK ("payment_attempts"."state" in ('recorded', 'open', 'seated', 'paid', 'refunding', 'refunded', 'refund-failed', 'repaid', 'reversed', 'refused', 'released', 'abandoned'));--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_money_back" CHECK ("payments"."refunded_cents" between 0 and "payments"."total_cents" and "payments"."disputed_cents" >= 0);--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_repaid" CHECK ("payments"."repaid_at" is null or "payments"."seat_returned_at" is not null);--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_dispute" CHECK (("payments"."dispute_id" is null) = ("payments"."dispute_status" is null));