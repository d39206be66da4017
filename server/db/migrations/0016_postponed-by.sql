ALTER TABLE "loan_groups" ADD COLUMN "postponed_by" text;--> statement-breakpoint
-- A postponement that ends with an approved application was granted by it.
UPDATE "loan_groups" SET "postponed_by" = "granted"."kind" FROM "applications" AS "granted"
WHERE "granted"."borrower_key" = "loan_groups"."borrower_key" AND "granted"."status" = 'approved'
	AND "granted"."kind" NOT IN ('idr', 'term') AND "granted"."end_date" = "loan_groups"."postponed_through";