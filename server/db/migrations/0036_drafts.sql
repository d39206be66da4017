CREATE TABLE "auto_debit_drafts" (
	"borrower_key" text NOT NULL,
	"account_id" text NOT NULL,
	"due_date" date NOT NULL,
	"profile_id" text NOT NULL,
	"parts" jsonb NOT NULL,
	"fixed_on" date NOT NULL,
	"action_on" date,
	"is_second_attempt" boolean DEFAULT false NOT NULL,
	"outcome" text,
	CONSTRAINT "auto_debit_drafts_borrower_key_account_id_due_date_pk" PRIMARY KEY("borrower_key","account_id","due_date")
);
--> statement-breakpoint
CREATE INDEX "auto_debit_drafts_by_day" ON "auto_debit_drafts" USING btree ("borrower_key","action_on");--> statement-breakpoint
-- A draft that the bank refused once is drawn again from the new table.
INSERT INTO "auto_debit_drafts"
  ("borrower_key", "account_id", "due_date", "profile_id", "parts", "fixed_on", "action_on", "is_second_attempt")
  SELECT "borrower_key", "account_id", ("refused"->>'dueDate')::date, "profile_id", "refused"->'parts',
    ("refused"->>'dueDate')::date, "action_on", true
  FROM "auto_debits" CROSS JOIN LATERAL (
    SELECT "profile_id" FROM "auto_debit_changes" AS "change"
    WHERE "change"."borrower_key" = "auto_debits"."borrower_key" AND "change"."account_id" = "auto_debits"."account_id"
      AND "profile_id" IS NOT NULL
    ORDER BY "changed_at" DESC LIMIT 1
  ) AS "last" WHERE "refused" IS NOT NULL AND "action_on" IS NOT NULL;--> statement-breakpoint
ALTER TABLE "auto_debits" DROP COLUMN "refused";--> statement-breakpoint
-- Payments under way and drafts decide whether a bill is paid in time, so they renew the version of the loans (migration 0007).
DO $$
DECLARE
  changing text;
BEGIN
  FOREACH changing IN ARRAY ARRAY['scheduled_payments', 'auto_debits', 'auto_debit_drafts', 'auto_debit_changes',
    'payment_instructions', 'payment_instruction_changes'] LOOP
    EXECUTE format('CREATE TRIGGER %I AFTER INSERT ON %I REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION renew_loans_version()', changing || '_loans_version_insert', changing);
    EXECUTE format('CREATE TRIGGER %I AFTER UPDATE ON %I REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION renew_loans_version()', changing || '_loans_version_update', changing);
    EXECUTE format('CREATE TRIGGER %I AFTER DELETE ON %I REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION renew_loans_version()', changing || '_loans_version_delete', changing);
    EXECUTE format('CREATE TRIGGER %I AFTER TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION renew_all_loans_versions()', changing || '_loans_version_truncate', changing);
  END LOOP;
END $$;