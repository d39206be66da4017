CREATE TABLE "payment_instruction_changes" (
	"borrower_key" text NOT NULL,
	"change_id" uuid NOT NULL,
	"account_id" text NOT NULL,
	"code" text NOT NULL,
	"group_id" text,
	"effective_from" date NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	"actor_web_account_id" text,
	"actor_role" text,
	"actor_is_impersonator" boolean,
	CONSTRAINT "payment_instruction_changes_borrower_key_change_id_pk" PRIMARY KEY("borrower_key","change_id"),
	CONSTRAINT "payment_instruction_changes_group" CHECK (("payment_instruction_changes"."code" = 'GROUP') = ("payment_instruction_changes"."group_id" is not null))
);
