ALTER TABLE "loan_groups" ADD COLUMN "payment_steps" jsonb;--> statement-breakpoint
ALTER TABLE "scheduled_payments" ADD COLUMN "kept_by_application" text;