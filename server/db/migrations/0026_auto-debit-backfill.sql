-- Enrolls the accounts of borrowers who were on auto debit before enrollments were stored per account: from the first
-- saved bank account. Borrowers without one are no longer on auto debit, because nothing could be drawn.
INSERT INTO "auto_debit_changes" ("borrower_key", "change_id", "account_id", "kind", "profile_id", "payment_method", "extra_amount_cents", "changed_on", "changed_at")
SELECT a."borrower_key", 'before-' || a."account_id", a."account_id", 'enrolled', m."profile_id", m."bank_name", 0, m."created_date", m."created_date"
FROM "accounts" a
JOIN "borrowers" b ON b."borrower_key" = a."borrower_key" AND b."auto_debit"
JOIN (
	SELECT DISTINCT ON ("borrower_key") "borrower_key", "profile_id", "bank_name", "created_date"
	FROM "payment_methods" ORDER BY "borrower_key", "created_date", "profile_id"
) m ON m."borrower_key" = a."borrower_key";
--> statement-breakpoint
INSERT INTO "auto_debits" ("borrower_key", "account_id", "drafted_through", "action_on")
SELECT "borrower_key", "account_id", current_date, current_date + 1 FROM "auto_debit_changes";
--> statement-breakpoint
UPDATE "accounts" SET "auto_debit" = true FROM "auto_debits" d
WHERE d."borrower_key" = "accounts"."borrower_key" AND d."account_id" = "accounts"."account_id";
--> statement-breakpoint
UPDATE "borrowers" SET "auto_debit" = EXISTS (
	SELECT 1 FROM "auto_debits" d WHERE d."borrower_key" = "borrowers"."borrower_key"
) WHERE "auto_debit";
