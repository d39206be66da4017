CREATE TABLE "log_ins" (
	"web_account_id" text PRIMARY KEY NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	"previous_at" timestamp with time zone
);
