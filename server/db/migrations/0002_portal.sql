CREATE TABLE "contact_information" (
	"borrower_key" text NOT NULL,
	"web_account_id" text NOT NULL,
	"email" text NOT NULL,
	"home_phone" text NOT NULL,
	"mobile_phone" text NOT NULL,
	"street" text NOT NULL,
	"city" text NOT NULL,
	"state" text NOT NULL,
	"zip" text NOT NULL,
	"country" text NOT NULL,
	"updated_at" timestamp with time zone,
	CONSTRAINT "contact_information_borrower_key_web_account_id_pk" PRIMARY KEY("borrower_key","web_account_id")
);
--> statement-breakpoint
CREATE TABLE "drafts" (
	"borrower_key" text NOT NULL,
	"web_account_id" text NOT NULL,
	"flow" text NOT NULL,
	"revision" integer NOT NULL,
	"data" jsonb NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "drafts_borrower_key_web_account_id_flow_pk" PRIMARY KEY("borrower_key","web_account_id","flow")
);
--> statement-breakpoint
CREATE TABLE "pending_actions" (
	"borrower_key" text NOT NULL,
	"web_account_id" text NOT NULL,
	"action" text NOT NULL,
	"position" integer NOT NULL,
	"done_at" timestamp with time zone,
	CONSTRAINT "pending_actions_borrower_key_web_account_id_action_pk" PRIMARY KEY("borrower_key","web_account_id","action")
);
--> statement-breakpoint
ALTER TABLE "borrowers" ADD COLUMN "date_of_birth" date;--> statement-breakpoint
ALTER TABLE "borrowers" ADD COLUMN "ssn_last_four" text;--> statement-breakpoint
ALTER TABLE "web_accounts" ADD COLUMN "identity_provider" text DEFAULT 'local' NOT NULL;