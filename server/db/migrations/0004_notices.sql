CREATE TABLE "notices" (
	"borrower_key" text NOT NULL,
	"notice_id" text NOT NULL,
	"web_account_id" text NOT NULL,
	"kind" text NOT NULL,
	"email" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"sent_at" timestamp with time zone,
	CONSTRAINT "notices_borrower_key_notice_id_pk" PRIMARY KEY("borrower_key","notice_id")
);
