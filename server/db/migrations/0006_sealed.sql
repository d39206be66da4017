DROP INDEX "borrowers_identity";--> statement-breakpoint
ALTER TABLE "borrowers" ALTER COLUMN "date_of_birth" SET DATA TYPE text;--> statement-breakpoint
ALTER TABLE "payment_history" ALTER COLUMN "drawn_on" SET DATA TYPE text;--> statement-breakpoint
ALTER TABLE "borrowers" ADD COLUMN "identity_hash" text;--> statement-breakpoint
CREATE INDEX "borrowers_identity" ON "borrowers" USING btree ("identity_hash");--> statement-breakpoint
DELETE FROM "oidc_records" WHERE "model" NOT IN ('SignInAttempts', 'Registration');