CREATE SCHEMA "sandbox_google";
--> statement-breakpoint
CREATE SCHEMA "sandbox_mailbox";
--> statement-breakpoint
CREATE SCHEMA "sandbox_stripe";
--> statement-breakpoint
CREATE TABLE "sandbox_google"."accounts" (
	"subject" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"picture" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox_google"."records" (
	"kind" text NOT NULL,
	"id" text NOT NULL,
	"payload" jsonb NOT NULL,
	"grant_id" text,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "records_kind_id_pk" PRIMARY KEY("kind","id")
);
--> statement-breakpoint
CREATE TABLE "sandbox_mailbox"."messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"recipients" text[] NOT NULL,
	"subject" text NOT NULL,
	"raw" "bytea" NOT NULL,
	"received_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox_stripe"."deliveries" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sandbox_stripe"."deliveries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"event_id" text NOT NULL,
	"intent_id" text NOT NULL,
	"position" integer NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp with time zone,
	"delivered_at" timestamp with time zone,
	"last_result" text,
	"fault_id" integer
);
--> statement-breakpoint
CREATE TABLE "sandbox_stripe"."events" (
	"id" text PRIMARY KEY NOT NULL,
	"sequence" integer GENERATED ALWAYS AS IDENTITY (sequence name "sandbox_stripe"."events_sequence_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"type" text NOT NULL,
	"intent_id" text NOT NULL,
	"object" json NOT NULL,
	"request_id" text,
	"idempotency_key" text,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox_stripe"."faults" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sandbox_stripe"."faults_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"target" text NOT NULL,
	"kind" text NOT NULL,
	"remaining" integer NOT NULL,
	"milliseconds" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox_stripe"."idempotency_keys" (
	"key" text PRIMARY KEY NOT NULL,
	"endpoint" text NOT NULL,
	"fingerprint" text NOT NULL,
	"request_id" text NOT NULL,
	"used_at" timestamp with time zone NOT NULL,
	"status" integer,
	"body" json
);
--> statement-breakpoint
CREATE TABLE "sandbox_stripe"."payment_intents" (
	"id" text PRIMARY KEY NOT NULL,
	"sequence" integer GENERATED ALWAYS AS IDENTITY (sequence name "sandbox_stripe"."payment_intents_sequence_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"client_secret" text NOT NULL,
	"amount" integer NOT NULL,
	"currency" text NOT NULL,
	"status" text NOT NULL,
	"capture_method" text NOT NULL,
	"amount_capturable" integer DEFAULT 0 NOT NULL,
	"amount_received" integer DEFAULT 0 NOT NULL,
	"amount_refunded" integer DEFAULT 0 NOT NULL,
	"metadata" json NOT NULL,
	"description" text,
	"is_cards_only" boolean NOT NULL,
	"card" json,
	"last_payment_error" json,
	"charge_id" text,
	"cancellation_reason" text,
	"created_at" timestamp with time zone NOT NULL,
	"canceled_at" timestamp with time zone,
	"capture_before" timestamp with time zone,
	CONSTRAINT "payment_intents_amounts" CHECK ("sandbox_stripe"."payment_intents"."amount_refunded" between 0 and "sandbox_stripe"."payment_intents"."amount_received"),
	CONSTRAINT "payment_intents_lapse" CHECK (("sandbox_stripe"."payment_intents"."status" = 'requires_capture') = ("sandbox_stripe"."payment_intents"."capture_before" is not null))
);
--> statement-breakpoint
CREATE TABLE "sandbox_stripe"."refunds" (
	"id" text PRIMARY KEY NOT NULL,
	"sequence" integer GENERATED ALWAYS AS IDENTITY (sequence name "sandbox_stripe"."refunds_sequence_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"intent_id" text NOT NULL,
	"charge_id" text NOT NULL,
	"amount" integer NOT NULL,
	"currency" text NOT NULL,
	"reason" text,
	"metadata" json NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "refunds_amount" CHECK ("sandbox_stripe"."refunds"."amount" > 0)
);
--> statement-breakpoint
ALTER TABLE "sandbox_stripe"."deliveries" ADD CONSTRAINT "deliveries_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "sandbox_stripe"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox_stripe"."events" ADD CONSTRAINT "events_intent_id_payment_intents_id_fk" FOREIGN KEY ("intent_id") REFERENCES "sandbox_stripe"."payment_intents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox_stripe"."refunds" ADD CONSTRAINT "refunds_intent_id_payment_intents_id_fk" FOREIGN KEY ("intent_id") REFERENCES "sandbox_stripe"."payment_intents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "records_grant" ON "sandbox_google"."records" USING btree ("grant_id");--> statement-breakpoint
CREATE INDEX "records_expires" ON "sandbox_google"."records" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "messages_recipients" ON "sandbox_mailbox"."messages" USING gin ("recipients");--> statement-breakpoint
CREATE INDEX "deliveries_by_event" ON "sandbox_stripe"."deliveries" USING btree ("event_id");--> statement-breakpoint
CREATE INDEX "deliveries_by_intent" ON "sandbox_stripe"."deliveries" USING btree ("intent_id");--> statement-breakpoint
CREATE INDEX "deliveries_due" ON "sandbox_stripe"."deliveries" USING btree ("next_try_at") WHERE "sandbox_stripe"."deliveries"."next_try_at" is not null;--> statement-breakpoint
CREATE INDEX "events_newest" ON "sandbox_stripe"."events" USING btree ("sequence");--> statement-breakpoint
CREATE INDEX "events_by_intent" ON "sandbox_stripe"."events" USING btree ("intent_id");--> statement-breakpoint
CREATE INDEX "events_age" ON "sandbox_stripe"."events" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "idempotency_keys_age" ON "sandbox_stripe"."idempotency_keys" USING btree ("used_at");--> statement-breakpoint
CREATE INDEX "payment_intents_newest" ON "sandbox_stripe"."payment_intents" USING btree ("sequence");--> statement-breakpoint
CREATE INDEX "payment_intents_lapsing" ON "sandbox_stripe"."payment_intents" USING btree ("capture_before") WHERE "sandbox_stripe"."payment_intents"."status" = 'requires_capture';--> statement-breakpoint
CREATE INDEX "refunds_by_intent" ON "sandbox_stripe"."refunds" USING btree ("intent_id");