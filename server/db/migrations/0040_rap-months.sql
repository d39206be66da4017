ALTER TABLE "loan_entries" ADD COLUMN "changes" jsonb;--> statement-breakpoint
ALTER TABLE "loan_groups" ADD COLUMN "rap_month" jsonb;--> statement-breakpoint
ALTER TABLE "loan_groups" ADD COLUMN "rap_month_on" date;--> statement-breakpoint
CREATE INDEX "loan_groups_by_rap_month" ON "loan_groups" USING btree ("borrower_key","rap_month_on");--> statement-breakpoint
-- Groups on RAP: the server finds the present month with the first work. Earlier months stay as they were.
UPDATE "loan_groups" AS "g" SET "rap_month_on" = '2026-07-01'
WHERE "g"."next_due" IS NOT NULL AND (
  SELECT "t"."plan" FROM "group_terms" AS "t"
  WHERE "t"."borrower_key" = "g"."borrower_key" AND "t"."account_id" = "g"."account_id" AND "t"."group_id" = "g"."group_id"
  ORDER BY "t"."from_day" DESC, "t"."position" DESC LIMIT 1
) = 'RAP';
