CREATE TABLE "inbox_messages" (
	"borrower_key" text NOT NULL,
	"document_id" text NOT NULL,
	"is_direct" boolean NOT NULL,
	"is_plain_text" boolean NOT NULL,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"received_on" date NOT NULL,
	"read_at" timestamp with time zone,
	"actor_web_account_id" text,
	"actor_role" text,
	"actor_is_impersonator" boolean,
	CONSTRAINT "inbox_messages_borrower_key_document_id_pk" PRIMARY KEY("borrower_key","document_id")
);
--> statement-breakpoint
CREATE TABLE "paperless_enrollments" (
	"borrower_key" text PRIMARY KEY NOT NULL,
	"enrolled" boolean NOT NULL,
	"is_eligible" boolean DEFAULT true NOT NULL,
	"updated_at" timestamp with time zone,
	"actor_web_account_id" text,
	"actor_role" text,
	"actor_is_impersonator" boolean
);
--> statement-breakpoint
CREATE TABLE "sent_messages" (
	"borrower_key" text NOT NULL,
	"idempotency_key" text NOT NULL,
	"message_number" text,
	"topic" text DEFAULT '' NOT NULL,
	"account_id" text,
	"subject" text DEFAULT '' NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"sent_at" timestamp with time zone NOT NULL,
	"actor_web_account_id" text,
	"actor_role" text,
	"actor_is_impersonator" boolean,
	CONSTRAINT "sent_messages_borrower_key_idempotency_key_pk" PRIMARY KEY("borrower_key","idempotency_key"),
	CONSTRAINT "sent_messages_number" UNIQUE("borrower_key","message_number")
);
--> statement-breakpoint
CREATE INDEX "inbox_messages_by_day" ON "inbox_messages" USING btree ("borrower_key","received_on" DESC NULLS FIRST,"document_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "inbox_messages_unread" ON "inbox_messages" USING btree ("borrower_key","received_on" DESC NULLS FIRST,"document_id" DESC NULLS FIRST) WHERE "inbox_messages"."read_at" is null;--> statement-breakpoint
CREATE INDEX "sent_messages_by_time" ON "sent_messages" USING btree ("borrower_key","sent_at" DESC NULLS FIRST);