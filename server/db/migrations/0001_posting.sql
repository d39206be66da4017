CREATE TABLE "payment_instructions" (
	"borrower_key" text NOT NULL,
	"account_id" text NOT NULL,
	"code" text NOT NULL,
	"group_id" text,
	CONSTRAINT "payment_instructions_borrower_key_account_id_pk" PRIMARY KEY("borrower_key","account_id"),
	CONSTRAINT "payment_instructions_group" CHECK (("payment_instructions"."code" = 'GROUP') = ("payment_instructions"."group_id" is not null))
);
--> statement-breakpoint
ALTER TABLE "payment_history" ADD COLUMN "refunded_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_history" ADD COLUMN "payment_id" text;--> statement-breakpoint
ALTER TABLE "payment_history" ADD COLUMN "drawn_on" jsonb;