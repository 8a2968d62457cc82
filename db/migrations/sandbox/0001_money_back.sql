CREATE TABLE "sandbox_stripe"."disputes" (
	"id" text PRIMARY KEY NOT NULL,
	"sequence" integer GENERATED ALWAYS AS IDENTITY (sequence name "sandbox_stripe"."disputes_sequence_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"intent_id" text NOT NULL,
	"charge_id" text NOT NULL,
	"amount" integer NOT NULL,
	"currency" text NOT NULL,
	"reason" text NOT NULL,
	"status" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "disputes_amount" CHECK ("sandbox_stripe"."disputes"."amount" > 0)
);
--> statement-breakpoint
ALTER TABLE "sandbox_stripe"."refunds" ADD COLUMN "status" text DEFAULT 'succeeded' NOT NULL;--> statement-breakpoint
ALTER TABLE "sandbox_stripe"."refunds" ADD COLUMN "failure_reason" text;--> statement-breakpoint
ALTER TABLE "sandbox_stripe"."refunds" ADD COLUMN "decided_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "sandbox_stripe"."refunds" ADD COLUMN "decided_as" text;--> statement-breakpoint
ALTER TABLE "sandbox_stripe"."disputes" ADD CONSTRAINT "disputes_intent_id_payment_intents_id_fk" FOREIGN KEY ("intent_id") REFERENCES "sandbox_stripe"."payment_intents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "disputes_by_intent" ON "sandbox_stripe"."disputes" USING btree ("intent_id");--> statement-breakpoint
CREATE INDEX "refunds_to_decide" ON "sandbox_stripe"."refunds" USING btree ("decided_at") WHERE "sandbox_stripe"."refunds"."decided_at" is not null;--> statement-breakpoint
ALTER TABLE "sandbox_stripe"."refunds" ADD CONSTRAINT "refunds_decision" CHECK (("sandbox_stripe"."refunds"."decided_at" is null) = ("sandbox_stripe"."refunds"."decided_as" is null));