CREATE TABLE "applications" (
	"borrower_key" text NOT NULL,
	"confirmation_number" text NOT NULL,
	"kind" text NOT NULL,
	"status" text NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	"review_started_at" timestamp with time zone,
	"decided_at" timestamp with time zone,
	"start_date" date,
	"end_date" date,
	"asked" text,
	"actor_web_account_id" text,
	"actor_role" text,
	"actor_is_impersonator" boolean,
	CONSTRAINT "applications_borrower_key_confirmation_number_pk" PRIMARY KEY("borrower_key","confirmation_number")
);
--> statement-breakpoint
ALTER TABLE "borrowers" ADD COLUMN "borrower_type" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "borrowers" ADD COLUMN "schools" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "loan_groups" ADD COLUMN "repayment_starts" date;--> statement-breakpoint
ALTER TABLE "loan_groups" ADD COLUMN "postponed_through" date;--> statement-breakpoint
ALTER TABLE "loan_groups" ADD COLUMN "unemployment_months" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "loan_groups" ADD COLUMN "economic_hardship_months" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "loans" ADD COLUMN "is_subsidized" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "applications_by_time" ON "applications" USING btree ("borrower_key","received_at" DESC NULLS FIRST,"confirmation_number" DESC NULLS FIRST);--> statement-breakpoint
-- Loans whose names say so; and groups that no payment has moved and that have no bill yet begin with the next due date.
UPDATE "loans" SET "is_subsidized" = true FROM "loan_groups" AS "own"
WHERE "own"."borrower_key" = "loans"."borrower_key" AND "own"."account_id" = "loans"."account_id"
	AND "own"."group_id" = "loans"."group_id" AND "own"."loan_type" ~* '\msubsidized';--> statement-breakpoint
UPDATE "loan_groups" SET "repayment_starts" = "payment_due_date"
WHERE "last_bump_date" IS NULL AND "amount_due_cents" = 0 AND "payment_due_date" >= "billed_through" + interval '1 month';
