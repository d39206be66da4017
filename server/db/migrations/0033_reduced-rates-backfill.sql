-- Loans had their reduced rate in `rate_thousandths` during a granted period, and the rate before it in the period's row.
UPDATE "loan_postponements" AS "p" SET "reduced_rates" = jsonb_build_array(jsonb_build_object(
  'benefit', CASE WHEN "l"."rate_thousandths" = 0 THEN 'hostileDuty' ELSE 'scra' END,
  'from', "p"."start_date",
  'until', "p"."end_date",
  'rate', "l"."rate_thousandths"
))
FROM "loans" AS "l"
WHERE "l"."borrower_key" = "p"."borrower_key" AND "l"."account_id" = "p"."account_id" AND "l"."loan_id" = "p"."loan_id"
  AND "p"."rate_before_thousandths" IS NOT NULL AND "p"."accrued_cents" IS NULL;--> statement-breakpoint
UPDATE "loans" AS "l" SET "rate_thousandths" = "p"."rate_before_thousandths", "reduced_rates" = "p"."reduced_rates"
FROM "loan_postponements" AS "p"
WHERE "l"."borrower_key" = "p"."borrower_key" AND "l"."account_id" = "p"."account_id" AND "l"."loan_id" = "p"."loan_id"
  AND "p"."rate_before_thousandths" IS NOT NULL AND "p"."accrued_cents" IS NULL;
