CREATE TABLE "application_events" (
	"borrower_key" text NOT NULL,
	"confirmation_number" text NOT NULL,
	"event" text NOT NULL,
	"happened_on" date NOT NULL,
	"position" integer NOT NULL,
	"recorded_at" timestamp with time zone NOT NULL,
	"actor_web_account_id" text,
	"actor_role" text,
	"actor_is_impersonator" boolean,
	CONSTRAINT "application_events_borrower_key_confirmation_number_event_pk" PRIMARY KEY("borrower_key","confirmation_number","event")
);
--> statement-breakpoint
CREATE TABLE "loan_postponements" (
	"borrower_key" text NOT NULL,
	"account_id" text NOT NULL,
	"loan_id" text NOT NULL,
	"confirmation_number" text NOT NULL,
	"group_id" text NOT NULL,
	"kind" text NOT NULL,
	"start_date" date NOT NULL,
	"end_date" date NOT NULL,
	"rate_before_thousandths" integer,
	"accrued_cents" bigint,
	"capitalized_cents" bigint,
	CONSTRAINT "loan_postponements_pk" PRIMARY KEY("borrower_key","account_id","loan_id","confirmation_number")
);
--> statement-breakpoint
ALTER TABLE "applications" ADD COLUMN "denial_reason" text;--> statement-breakpoint
ALTER TABLE "applications" ADD COLUMN "next_step_on" date;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "sha256" text;--> statement-breakpoint
ALTER TABLE "loan_groups" ADD COLUMN "postponed_from" date;--> statement-breakpoint
CREATE INDEX "applications_by_step" ON "applications" USING btree ("next_step_on","borrower_key") WHERE "applications"."next_step_on" is not null;