ALTER TABLE "loan_groups" ADD COLUMN "is_variable_rate" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "loans" ADD COLUMN "disbursements" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "loans" ADD COLUMN "regulatory_rate_thousandths" integer;--> statement-breakpoint
ALTER TABLE "loans" ADD COLUMN "lender_name" text;--> statement-breakpoint
ALTER TABLE "loans" ADD COLUMN "school_name" text;--> statement-breakpoint
ALTER TABLE "loans" ADD COLUMN "capitalized_interest_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "loans" ADD COLUMN "incentives" jsonb DEFAULT '[]'::jsonb NOT NULL;