CREATE TABLE "text_alert_codes" (
	"borrower_key" text NOT NULL,
	"code_id" text NOT NULL,
	"phone" text NOT NULL,
	"alerts" jsonb NOT NULL,
	"consent_version" text NOT NULL,
	"consented_at" timestamp with time zone NOT NULL,
	"code_hash" text NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"actor_web_account_id" text,
	"actor_role" text,
	"actor_is_impersonator" boolean,
	CONSTRAINT "text_alert_codes_borrower_key_code_id_pk" PRIMARY KEY("borrower_key","code_id")
);
--> statement-breakpoint
CREATE TABLE "text_alerts" (
	"borrower_key" text PRIMARY KEY NOT NULL,
	"phone" text NOT NULL,
	"alerts" jsonb NOT NULL,
	"consent_version" text NOT NULL,
	"consented_at" timestamp with time zone NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"stopped_at" timestamp with time zone,
	"check_on" date,
	"actor_web_account_id" text,
	"actor_role" text,
	"actor_is_impersonator" boolean
);
--> statement-breakpoint
ALTER TABLE "notices" ADD COLUMN "phone" text;--> statement-breakpoint
ALTER TABLE "notices" ADD COLUMN "about_day" date;--> statement-breakpoint
CREATE INDEX "text_alert_codes_by_time" ON "text_alert_codes" USING btree ("borrower_key","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "text_alerts_by_day" ON "text_alerts" USING btree ("check_on");