ALTER TABLE "audit_entries" DROP CONSTRAINT "audit_entries_kind";--> statement-breakpoint
ALTER TABLE "payment_attempts" DROP CONSTRAINT "payment_attempts_state";--> statement-breakpoint
DROP INDEX "payment_attempts_unfinished";--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "refunded_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "payment_attempts_unfinished" ON "payment_attempts" USING btree ("check_at") WHERE "payment_attempts"."state" in ('recorded', 'open', 'seated', 'refunding', 'refused');--> statement-breakpoint
ALTER TABLE "audit_entries" ADD CONSTRAINT "audit_entries_kind" CHECK ("audit_entries"."kind" in ('class-approved', 'class-denied', 'feedback-given', 'role-changed', 'payment-refunded'));--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD CONSTRAINT "payment_attempts_state" CHECK ("payment_attempts"."state" in ('recorded', 'open', 'seated', 'paid', 'refunding', 'refunded', 'reversed', 'refused', 'released', 'abandoned'));--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_refunded" CHECK ("payments"."refunded_at" is null or "payments"."captured_at" is not null);