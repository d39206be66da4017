CREATE TABLE "payment_returns" (
	"borrower_key" text NOT NULL,
	"payment_detail_id" text NOT NULL,
	"account_id" text NOT NULL,
	"returns_on" date NOT NULL,
	"before" jsonb NOT NULL,
	"later" jsonb NOT NULL,
	CONSTRAINT "payment_returns_borrower_key_payment_detail_id_pk" PRIMARY KEY("borrower_key","payment_detail_id")
);
--> statement-breakpoint
CREATE INDEX "payment_returns_by_day" ON "payment_returns" USING btree ("borrower_key","returns_on");