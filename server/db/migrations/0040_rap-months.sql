ALTER TABLE "loan_entries" ADD COLUMN "changes" jsonb;--> statement-breakpoint
ALTER TABLE "loan_groups" ADD COLUMN "rap_month" jsonb;--> statement-breakpoint
ALTER TABLE "loan_groups" ADD COLUMN "rap_month_on" date;--> statement-breakpoint
CREATE INDEX "loan_groups_by_rap_month" ON "loan_groups" USING btree ("borrower_key","rap_month_on");--> statement-breakpoint
-- Groups on RAP: the server finds the present month with the first work. Earlier months stay as they were.
UPDATE "loan_groups" AS "g" SET "rap_month_on" = '2026-07-01'
FROM "group_terms" AS "t"
WHERE "t"."borrower_key" = "g"."borrower_key" AND "t"."account_id" = "g"."account_id" AND "t"."group_id" = "g"."group_id"
  AND "g"."next_due" IS NOT NULL AND "t"."plan" = 'RAP' AND NOT EXISTS (
    SELECT 1 FROM "group_terms" AS "later"
    WHERE "later"."borrower_key" = "t"."borrower_key" AND "later"."account_id" = "t"."account_id"
      AND "later"."group_id" = "t"."group_id"
      AND ("later"."from_day", "later"."position") > ("t"."from_day", "t"."position")
  );
