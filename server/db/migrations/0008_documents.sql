CREATE TABLE "anonymous_documents" (
	"document_id" text PRIMARY KEY NOT NULL,
	"document_type_id" integer NOT NULL,
	"file_name" text NOT NULL,
	"media_type" text NOT NULL,
	"size" integer NOT NULL,
	"file_id" text NOT NULL,
	"confirmation_number" text NOT NULL,
	"uploaded_at" timestamp with time zone NOT NULL,
	"content_key" text NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"unique_id" text,
	"account_number" text,
	"client_id" integer NOT NULL,
	"application_id" integer NOT NULL,
	"web_account_id" text,
	CONSTRAINT "anonymous_documents_confirmation" UNIQUE("confirmation_number")
);
--> statement-breakpoint
CREATE TABLE "document_submissions" (
	"borrower_key" text NOT NULL,
	"idempotency_key" text NOT NULL,
	"body_hash" text,
	"answer" json,
	"file_name" text,
	"created_at" timestamp with time zone NOT NULL,
	"actor_web_account_id" text,
	"actor_role" text,
	"actor_is_impersonator" boolean,
	CONSTRAINT "document_submissions_borrower_key_idempotency_key_pk" PRIMARY KEY("borrower_key","idempotency_key")
);
--> statement-breakpoint
CREATE TABLE "documents" (
	"borrower_key" text NOT NULL,
	"document_id" text NOT NULL,
	"document_type_id" integer NOT NULL,
	"file_name" text NOT NULL,
	"media_type" text NOT NULL,
	"size" integer NOT NULL,
	"file_id" text NOT NULL,
	"confirmation_number" text NOT NULL,
	"uploaded_at" timestamp with time zone NOT NULL,
	"content_key" text NOT NULL,
	"actor_web_account_id" text,
	"actor_role" text,
	"actor_is_impersonator" boolean,
	CONSTRAINT "documents_borrower_key_document_id_pk" PRIMARY KEY("borrower_key","document_id"),
	CONSTRAINT "documents_confirmation" UNIQUE("borrower_key","confirmation_number")
);
--> statement-breakpoint
CREATE TABLE "unfinished_uploads" (
	"file_id" text PRIMARY KEY NOT NULL,
	"started_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "documents_by_time" ON "documents" USING btree ("borrower_key","uploaded_at" DESC NULLS LAST);