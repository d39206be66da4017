ALTER TABLE "payment_history" ADD COLUMN "predicted" jsonb;--> statement-breakpoint
ALTER TABLE "scheduled_payments" ADD COLUMN "predicted" jsonb;