CREATE TABLE "security_events" (
	"event_id" text PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"kind" text NOT NULL,
	"web_account_id" text,
	"role" text,
	"is_impersonator" boolean,
	"address" text,
	"detail" text
);
--> statement-breakpoint
ALTER TABLE "contact_information" ADD COLUMN "actor_web_account_id" text;--> statement-breakpoint
ALTER TABLE "contact_information" ADD COLUMN "actor_role" text;--> statement-breakpoint
ALTER TABLE "contact_information" ADD COLUMN "actor_is_impersonator" boolean;--> statement-breakpoint
ALTER TABLE "oidc_records" ADD COLUMN "used_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "payment_history" ADD COLUMN "actor_web_account_id" text;--> statement-breakpoint
ALTER TABLE "payment_history" ADD COLUMN "actor_role" text;--> statement-breakpoint
ALTER TABLE "payment_history" ADD COLUMN "actor_is_impersonator" boolean;--> statement-breakpoint
ALTER TABLE "payment_methods" ADD COLUMN "actor_web_account_id" text;--> statement-breakpoint
ALTER TABLE "payment_methods" ADD COLUMN "actor_role" text;--> statement-breakpoint
ALTER TABLE "payment_methods" ADD COLUMN "actor_is_impersonator" boolean;--> statement-breakpoint
ALTER TABLE "payment_submissions" ADD COLUMN "actor_web_account_id" text;--> statement-breakpoint
ALTER TABLE "payment_submissions" ADD COLUMN "actor_role" text;--> statement-breakpoint
ALTER TABLE "payment_submissions" ADD COLUMN "actor_is_impersonator" boolean;--> statement-breakpoint
ALTER TABLE "pending_actions" ADD COLUMN "actor_web_account_id" text;--> statement-breakpoint
ALTER TABLE "pending_actions" ADD COLUMN "actor_role" text;--> statement-breakpoint
ALTER TABLE "pending_actions" ADD COLUMN "actor_is_impersonator" boolean;--> statement-breakpoint
ALTER TABLE "scheduled_payments" ADD COLUMN "actor_web_account_id" text;--> statement-breakpoint
ALTER TABLE "scheduled_payments" ADD COLUMN "actor_role" text;--> statement-breakpoint
ALTER TABLE "scheduled_payments" ADD COLUMN "actor_is_impersonator" boolean;--> statement-breakpoint
CREATE INDEX "security_events_by_account" ON "security_events" USING btree ("web_account_id","at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "security_events_by_time" ON "security_events" USING btree ("at");