CREATE TABLE "recovery_requests" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"identity_hash" text NOT NULL,
	"borrower_key" text,
	"code_hash" text,
	"tries" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"verified_at" timestamp with time zone,
	"used_at" timestamp with time zone,
	"used_for" text
);
--> statement-breakpoint
ALTER TABLE "notices" ALTER COLUMN "web_account_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "notices" ADD COLUMN "code" text;--> statement-breakpoint
ALTER TABLE "notices" ADD COLUMN "attempts" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "notices" ADD COLUMN "next_attempt_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "notices" ADD COLUMN "failed_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "recovery_requests_identity" ON "recovery_requests" USING btree ("identity_hash");--> statement-breakpoint
CREATE INDEX "recovery_requests_borrower" ON "recovery_requests" USING btree ("borrower_key","created_at");--> statement-breakpoint
CREATE INDEX "recovery_requests_created" ON "recovery_requests" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "notices_pending" ON "notices" USING btree ("next_attempt_at") WHERE "notices"."sent_at" is null and "notices"."failed_at" is null;--> statement-breakpoint
-- Earlier versions stored notices and sent none of them. They are too old to be sent now.
UPDATE "notices" SET "failed_at" = now() WHERE "sent_at" is null;
