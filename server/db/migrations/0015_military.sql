ALTER TABLE "loan_groups" ADD COLUMN "recertify_by" date;--> statement-breakpoint
ALTER TABLE "loan_groups" ADD COLUMN "is_permanent_standard" boolean DEFAULT false NOT NULL;