CREATE TABLE "auto_debit_changes" (
	"borrower_key" text NOT NULL,
	"change_id" text NOT NULL,
	"account_id" text NOT NULL,
	"kind" text NOT NULL,
	"profile_id" text,
	"payment_method" text,
	"extra_amount_cents" bigint NOT NULL,
	"changed_on" date NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	"actor_web_account_id" text,
	"actor_role" text,
	"actor_is_impersonator" boolean,
	CONSTRAINT "auto_debit_changes_borrower_key_change_id_pk" PRIMARY KEY("borrower_key","change_id")
);
--> statement-breakpoint
CREATE TABLE "auto_debits" (
	"borrower_key" text NOT NULL,
	"account_id" text NOT NULL,
	"drafted_through" date NOT NULL,
	"action_on" date,
	"refused" jsonb,
	CONSTRAINT "auto_debits_borrower_key_account_id_pk" PRIMARY KEY("borrower_key","account_id")
);
--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "auto_debit" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "auto_debits_by_day" ON "auto_debits" USING btree ("borrower_key","action_on");