ALTER TABLE "payment_methods" ADD COLUMN "is_confirmed" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "contact_information" ADD COLUMN "previous_email" text;--> statement-breakpoint
ALTER TABLE "contact_information" ADD COLUMN "email_changed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "recovery_requests" ADD COLUMN "source_hash" text;--> statement-breakpoint
ALTER TABLE "recovery_requests" ADD COLUMN "notice_id" text;