ALTER TABLE "issuer_keys" ADD COLUMN "jwk" jsonb;--> statement-breakpoint
ALTER TABLE "issuer_keys" ADD COLUMN "sealed_jwk" text;