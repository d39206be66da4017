CREATE TABLE "bills" (
	"borrower_key" text NOT NULL,
	"account_id" text NOT NULL,
	"group_id" text NOT NULL,
	"due_date" date NOT NULL,
	"kind" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"issued_on" date NOT NULL,
	"cancelled_on" date,
	"cancelled_by" text,
	"paid_cents" bigint DEFAULT 0 NOT NULL,
	"is_ahead" boolean DEFAULT false NOT NULL,
	"is_reconstructed" boolean DEFAULT false NOT NULL,
	CONSTRAINT "bills_borrower_key_account_id_group_id_due_date_pk" PRIMARY KEY("borrower_key","account_id","group_id","due_date")
);
--> statement-breakpoint
CREATE TABLE "group_terms" (
	"borrower_key" text NOT NULL,
	"account_id" text NOT NULL,
	"group_id" text NOT NULL,
	"from_day" date NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"plan" text NOT NULL,
	"monthly_payment_cents" bigint NOT NULL,
	"payment_steps" jsonb,
	"loan_payments" jsonb NOT NULL,
	"recertify_by" date,
	"is_permanent_standard" boolean DEFAULT false NOT NULL,
	"ibr_cap_cents" bigint,
	"cause" text NOT NULL,
	"confirmation_number" text,
	"is_reconstructed" boolean DEFAULT false NOT NULL,
	CONSTRAINT "group_terms_pk" PRIMARY KEY("borrower_key","account_id","group_id","from_day","position")
);
--> statement-breakpoint
CREATE TABLE "loan_entries" (
	"borrower_key" text NOT NULL,
	"account_id" text NOT NULL,
	"loan_id" text NOT NULL,
	"entry_id" text NOT NULL,
	"on_day" date NOT NULL,
	"kind" text NOT NULL,
	"cause" text,
	"principal_cents" bigint DEFAULT 0 NOT NULL,
	"interest_micros" bigint DEFAULT 0 NOT NULL,
	"fees_cents" bigint DEFAULT 0 NOT NULL,
	"until" date,
	"confirmation_number" text,
	"is_reconstructed" boolean DEFAULT false NOT NULL,
	CONSTRAINT "loan_entries_borrower_key_account_id_loan_id_entry_id_pk" PRIMARY KEY("borrower_key","account_id","loan_id","entry_id")
);
--> statement-breakpoint
CREATE TABLE "issued_documents" (
	"borrower_key" text NOT NULL,
	"document_id" text NOT NULL,
	"kind" text NOT NULL,
	"account_id" text,
	"issued_on" date NOT NULL,
	"title" text NOT NULL,
	"about" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"content" jsonb NOT NULL,
	"ssn_last_four" text,
	"replaces" text,
	CONSTRAINT "issued_documents_borrower_key_document_id_pk" PRIMARY KEY("borrower_key","document_id")
);
--> statement-breakpoint
DROP INDEX "payment_history_by_amount";--> statement-breakpoint
ALTER TABLE "loan_groups" ALTER COLUMN "plan" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "loan_groups" ALTER COLUMN "monthly_payment_cents" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "loan_groups" ALTER COLUMN "amount_due_cents" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "loan_groups" ALTER COLUMN "past_due_cents" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "loan_groups" ALTER COLUMN "billed_through" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "loans" ALTER COLUMN "monthly_payment_cents" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_returns" ALTER COLUMN "before" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_returns" ALTER COLUMN "later" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "loan_postponements" ALTER COLUMN "kind" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "records_since" date;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "statements_from" date;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "statement_on" date;--> statement-breakpoint
ALTER TABLE "borrowers" ADD COLUMN "tax_forms_from" integer DEFAULT extract(year from now())::integer NOT NULL;--> statement-breakpoint
ALTER TABLE "borrowers" ADD COLUMN "tax_forms_on" date DEFAULT make_date(extract(year from now())::integer + 1, 1, 31) NOT NULL;--> statement-breakpoint
ALTER TABLE "loan_groups" ADD COLUMN "opening" jsonb;--> statement-breakpoint
ALTER TABLE "loan_groups" ADD COLUMN "next_due" date;--> statement-breakpoint
ALTER TABLE "loan_groups" ADD COLUMN "next_bill_on" date;--> statement-breakpoint
ALTER TABLE "loan_groups" ADD COLUMN "recertification_on" date;--> statement-breakpoint
ALTER TABLE "loan_groups" ADD COLUMN "paid_ahead_to" date;--> statement-breakpoint
ALTER TABLE "payment_history" ADD COLUMN "target_group_id" text;--> statement-breakpoint
ALTER TABLE "payment_history" ADD COLUMN "keeps_due_date" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_history" ADD COLUMN "instruction" jsonb;--> statement-breakpoint
ALTER TABLE "payment_history" ADD COLUMN "bill_due_date" date;--> statement-breakpoint
ALTER TABLE "payment_history" ADD COLUMN "is_extra" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_history" ADD COLUMN "authorized_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "payment_history" ADD COLUMN "posted_on" date;--> statement-breakpoint
ALTER TABLE "payment_history" ADD COLUMN "refunded_on" date;--> statement-breakpoint
ALTER TABLE "payment_history" ADD COLUMN "part_of" text;--> statement-breakpoint
ALTER TABLE "payment_history" ADD COLUMN "other_parts_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_history" ADD COLUMN "applied_again" jsonb;--> statement-breakpoint
ALTER TABLE "scheduled_payments" ADD COLUMN "bill_due_date" date;--> statement-breakpoint
ALTER TABLE "scheduled_payments" ADD COLUMN "is_extra" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "applications" ADD COLUMN "plans" jsonb;--> statement-breakpoint
ALTER TABLE "loan_postponements" ADD COLUMN "granted_on" date;--> statement-breakpoint
CREATE INDEX "bills_open" ON "bills" USING btree ("borrower_key","account_id","group_id","due_date") WHERE "bills"."cancelled_on" is null and not "bills"."is_ahead" and "bills"."paid_cents" < "bills"."amount_cents";--> statement-breakpoint
CREATE INDEX "loan_entries_by_day" ON "loan_entries" USING btree ("borrower_key","account_id","on_day");--> statement-breakpoint
CREATE INDEX "issued_documents_by_kind" ON "issued_documents" USING btree ("borrower_key","kind","issued_on" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "accounts_to_convert" ON "accounts" USING btree ("borrower_key") WHERE "accounts"."records_since" is null;--> statement-breakpoint
CREATE INDEX "accounts_by_statement" ON "accounts" USING btree ("borrower_key","statement_on");--> statement-breakpoint
CREATE INDEX "borrowers_by_tax_forms" ON "borrowers" USING btree ("tax_forms_on","borrower_key");--> statement-breakpoint
CREATE INDEX "loan_groups_by_bill" ON "loan_groups" USING btree ("borrower_key","next_bill_on");--> statement-breakpoint
CREATE INDEX "loan_groups_by_recertification" ON "loan_groups" USING btree ("borrower_key","recertification_on");--> statement-breakpoint
CREATE INDEX "payment_history_parts" ON "payment_history" USING btree ("borrower_key","part_of") WHERE "payment_history"."part_of" is not null;--> statement-breakpoint
CREATE INDEX "payment_history_by_amount" ON "payment_history" USING btree ("borrower_key",("amount_cents" + "other_parts_cents") desc nulls first,"effective_date" DESC NULLS FIRST,"payment_detail_id") WHERE "payment_history"."part_of" is null;--> statement-breakpoint
-- The new tables change what is shown of a borrower's loans, so they renew the version of the loans (migration 0007).
CREATE TRIGGER "bills_loans_version_insert" AFTER INSERT ON "bills"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "renew_loans_version"();--> statement-breakpoint
CREATE TRIGGER "bills_loans_version_update" AFTER UPDATE ON "bills"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "renew_loans_version"();--> statement-breakpoint
CREATE TRIGGER "bills_loans_version_delete" AFTER DELETE ON "bills"
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "renew_loans_version"();--> statement-breakpoint
CREATE TRIGGER "bills_loans_version_truncate" AFTER TRUNCATE ON "bills"
  FOR EACH STATEMENT EXECUTE FUNCTION "renew_all_loans_versions"();--> statement-breakpoint
CREATE TRIGGER "group_terms_loans_version_insert" AFTER INSERT ON "group_terms"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "renew_loans_version"();--> statement-breakpoint
CREATE TRIGGER "group_terms_loans_version_update" AFTER UPDATE ON "group_terms"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "renew_loans_version"();--> statement-breakpoint
CREATE TRIGGER "group_terms_loans_version_delete" AFTER DELETE ON "group_terms"
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "renew_loans_version"();--> statement-breakpoint
CREATE TRIGGER "group_terms_loans_version_truncate" AFTER TRUNCATE ON "group_terms"
  FOR EACH STATEMENT EXECUTE FUNCTION "renew_all_loans_versions"();--> statement-breakpoint
CREATE TRIGGER "loan_entries_loans_version_insert" AFTER INSERT ON "loan_entries"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "renew_loans_version"();--> statement-breakpoint
CREATE TRIGGER "loan_entries_loans_version_update" AFTER UPDATE ON "loan_entries"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "renew_loans_version"();--> statement-breakpoint
CREATE TRIGGER "loan_entries_loans_version_delete" AFTER DELETE ON "loan_entries"
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "renew_loans_version"();--> statement-breakpoint
CREATE TRIGGER "loan_entries_loans_version_truncate" AFTER TRUNCATE ON "loan_entries"
  FOR EACH STATEMENT EXECUTE FUNCTION "renew_all_loans_versions"();--> statement-breakpoint
-- Parts of debits in the history of earlier versions: the first part lists the debit (ruling 105).
UPDATE "payment_history" AS "part" SET
  "part_of" = nullif("debit"."first", "part"."payment_detail_id"),
  "other_parts_cents" = CASE WHEN "part"."payment_detail_id" = "debit"."first" THEN "debit"."total" - "part"."amount_cents" ELSE 0 END
  FROM (
    SELECT "borrower_key", "account_id", "payment_id", "description", min("payment_detail_id") AS "first", sum("amount_cents") AS "total"
    FROM "payment_history" WHERE "payment_id" IS NOT NULL AND "description" <> 'Cancelled'
    GROUP BY "borrower_key", "account_id", "payment_id", "description" HAVING count(*) > 1
  ) AS "debit"
  WHERE "part"."borrower_key" = "debit"."borrower_key" AND "part"."account_id" = "debit"."account_id"
    AND "part"."payment_id" = "debit"."payment_id" AND "part"."description" = "debit"."description";
