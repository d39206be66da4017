CREATE TABLE "accounts" (
	"borrower_key" text NOT NULL,
	"account_id" text NOT NULL,
	"account_number" text NOT NULL,
	"kind" text NOT NULL,
	"loan_type" text NOT NULL,
	CONSTRAINT "accounts_borrower_key_account_id_pk" PRIMARY KEY("borrower_key","account_id"),
	CONSTRAINT "accounts_number" UNIQUE("borrower_key","account_number")
);
--> statement-breakpoint
CREATE TABLE "borrowers" (
	"borrower_key" text PRIMARY KEY NOT NULL,
	"given_name" text NOT NULL,
	"family_name" text NOT NULL,
	"email" text NOT NULL,
	"auto_debit" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "loan_groups" (
	"borrower_key" text NOT NULL,
	"account_id" text NOT NULL,
	"group_id" text NOT NULL,
	"loan_type" text NOT NULL,
	"plan" text NOT NULL,
	"monthly_payment_cents" bigint NOT NULL,
	"due_day" integer NOT NULL,
	"payment_due_date" date,
	"amount_due_cents" bigint NOT NULL,
	"past_due_cents" bigint NOT NULL,
	"last_bump_date" date,
	"billed_through" date NOT NULL,
	CONSTRAINT "loan_groups_borrower_key_account_id_group_id_pk" PRIMARY KEY("borrower_key","account_id","group_id")
);
--> statement-breakpoint
CREATE TABLE "loans" (
	"borrower_key" text NOT NULL,
	"account_id" text NOT NULL,
	"loan_id" text NOT NULL,
	"group_id" text NOT NULL,
	"disbursed_on" date NOT NULL,
	"disbursed_cents" bigint NOT NULL,
	"rate_thousandths" integer NOT NULL,
	"monthly_payment_cents" bigint NOT NULL,
	"principal_cents" bigint NOT NULL,
	"accrued_interest_micros" bigint NOT NULL,
	"fees_cents" bigint NOT NULL,
	"interest_through" date NOT NULL,
	CONSTRAINT "loans_borrower_key_account_id_loan_id_pk" PRIMARY KEY("borrower_key","account_id","loan_id")
);
--> statement-breakpoint
CREATE TABLE "oidc_records" (
	"model" text NOT NULL,
	"id" text NOT NULL,
	"payload" jsonb NOT NULL,
	"grant_id" text,
	"user_code" text,
	"uid" text,
	"expires_at" timestamp with time zone,
	"consumed_at" timestamp with time zone,
	CONSTRAINT "oidc_records_model_id_pk" PRIMARY KEY("model","id")
);
--> statement-breakpoint
CREATE TABLE "payment_history" (
	"borrower_key" text NOT NULL,
	"payment_detail_id" text NOT NULL,
	"account_id" text NOT NULL,
	"effective_date" date NOT NULL,
	"amount_cents" bigint NOT NULL,
	"principal_cents" bigint NOT NULL,
	"interest_cents" bigint NOT NULL,
	"fees_cents" bigint NOT NULL,
	"description" text NOT NULL,
	"groups" jsonb NOT NULL,
	CONSTRAINT "payment_history_borrower_key_payment_detail_id_pk" PRIMARY KEY("borrower_key","payment_detail_id")
);
--> statement-breakpoint
CREATE TABLE "payment_methods" (
	"borrower_key" text NOT NULL,
	"profile_id" text NOT NULL,
	"profile_name" text NOT NULL,
	"bank_name" text NOT NULL,
	"account_type_id" integer NOT NULL,
	"account_number" text NOT NULL,
	"routing_number" text NOT NULL,
	"account_holder" text NOT NULL,
	"web_account_id" text NOT NULL,
	"created_date" date NOT NULL,
	"last_used_date" date,
	"updated_date" date,
	CONSTRAINT "payment_methods_borrower_key_profile_id_pk" PRIMARY KEY("borrower_key","profile_id")
);
--> statement-breakpoint
CREATE TABLE "payment_submissions" (
	"borrower_key" text NOT NULL,
	"idempotency_key" text NOT NULL,
	"body_hash" text,
	"answer" json,
	"record" json,
	"payment_id" text,
	"confirmation_number" text,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "payment_submissions_borrower_key_idempotency_key_pk" PRIMARY KEY("borrower_key","idempotency_key"),
	CONSTRAINT "payment_submissions_confirmation" UNIQUE("borrower_key","confirmation_number")
);
--> statement-breakpoint
CREATE TABLE "scheduled_payments" (
	"borrower_key" text NOT NULL,
	"payment_id" text NOT NULL,
	"payment_detail_id" text NOT NULL,
	"account_id" text NOT NULL,
	"group_id" text,
	"effective_date" date NOT NULL,
	"amount_cents" bigint NOT NULL,
	"profile_id" text,
	"routing_number" text NOT NULL,
	"bank_account_number" text NOT NULL,
	"account_type_id" integer NOT NULL,
	"account_holder" text NOT NULL,
	"payment_method" text NOT NULL,
	"payment_type" text NOT NULL,
	"keeps_due_date" boolean NOT NULL,
	"authorized_at" timestamp with time zone NOT NULL,
	CONSTRAINT "scheduled_payments_borrower_key_payment_id_payment_detail_id_pk" PRIMARY KEY("borrower_key","payment_id","payment_detail_id")
);
--> statement-breakpoint
CREATE TABLE "server_settings" (
	"key" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "web_accounts" (
	"web_account_id" text PRIMARY KEY NOT NULL,
	"login_name" text NOT NULL,
	"password_hash" text NOT NULL,
	"application_id" text NOT NULL,
	"audience_role" text,
	"given_name" text NOT NULL,
	"family_name" text NOT NULL,
	"borrower_key" text NOT NULL,
	CONSTRAINT "web_accounts_login_name_unique" UNIQUE("login_name")
);
--> statement-breakpoint
CREATE INDEX "oidc_records_grant" ON "oidc_records" USING btree ("grant_id");--> statement-breakpoint
CREATE INDEX "oidc_records_uid" ON "oidc_records" USING btree ("model","uid");--> statement-breakpoint
CREATE INDEX "oidc_records_user_code" ON "oidc_records" USING btree ("model","user_code");--> statement-breakpoint
CREATE INDEX "oidc_records_expiry" ON "oidc_records" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "payment_history_by_day" ON "payment_history" USING btree ("borrower_key","effective_date" DESC NULLS LAST,"payment_detail_id");--> statement-breakpoint
CREATE INDEX "payment_history_by_account" ON "payment_history" USING btree ("borrower_key","account_id","effective_date" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "scheduled_payments_by_day" ON "scheduled_payments" USING btree ("borrower_key","effective_date");--> statement-breakpoint
CREATE INDEX "web_accounts_borrower" ON "web_accounts" USING btree ("borrower_key");