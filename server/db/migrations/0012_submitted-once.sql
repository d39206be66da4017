CREATE TABLE "submissions" (
	"borrower_key" text NOT NULL,
	"call" text NOT NULL,
	"idempotency_key" text NOT NULL,
	"body_hash" text,
	"answer" json,
	"record" json,
	"created_id" text,
	"confirmation_number" text,
	"created_at" timestamp with time zone NOT NULL,
	"actor_web_account_id" text,
	"actor_role" text,
	"actor_is_impersonator" boolean,
	CONSTRAINT "submissions_borrower_key_call_idempotency_key_pk" PRIMARY KEY("borrower_key","call","idempotency_key"),
	CONSTRAINT "submissions_confirmation" UNIQUE("borrower_key","confirmation_number")
);
--> statement-breakpoint
-- Hashes stay sealed for the column that they came from, whose name stands in front; the start that follows seals them for
-- this one (server/db/reseal.ts), as it does those of messages, which had none.
INSERT INTO "submissions"
SELECT "borrower_key", 'payments.submit', "idempotency_key", 'payment_submissions.body_hash:' || "body_hash", "answer",
	"record", "payment_id", "confirmation_number", "created_at", "actor_web_account_id", "actor_role", "actor_is_impersonator"
FROM "payment_submissions";--> statement-breakpoint
INSERT INTO "submissions"
SELECT "own"."borrower_key", 'documents.upload', "own"."idempotency_key", 'document_submissions.body_hash:' || "own"."body_hash",
	"own"."answer", CASE WHEN "own"."answer" IS NOT NULL THEN json_build_object('fileName', "own"."file_name") END,
	"documents"."document_id", "own"."answer"->'receipt'->>'confirmationNumber', "own"."created_at",
	"own"."actor_web_account_id", "own"."actor_role", "own"."actor_is_impersonator"
FROM "document_submissions" AS "own"
LEFT JOIN "documents" ON "documents"."borrower_key" = "own"."borrower_key"
	AND "documents"."confirmation_number" = "own"."answer"->'receipt'->>'confirmationNumber';--> statement-breakpoint
-- The hash is that of the body as JSON.stringify writes it, in the order of its fields.
INSERT INTO "submissions"
SELECT "own"."borrower_key", 'emailUs.send', "own"."idempotency_key",
	encode(sha256(convert_to('{"topic":' || to_json("topic") || ',"accountId":' || to_json(coalesce("own"."account_id", ''))
		|| ',"subject":' || to_json("subject") || ',"text":' || to_json("text") || '}', 'UTF8')), 'hex'),
	json_build_object('outcome', 'sent', 'messageNumber', "message_number",
		'sentAt', to_char("sent_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
	json_build_object('topic', "topic", 'accountNumber', "accounts"."account_number", 'subject', "subject", 'text', "text"),
	"message_number", "message_number", "sent_at", "actor_web_account_id", "actor_role", "actor_is_impersonator"
FROM "sent_messages" AS "own"
LEFT JOIN "accounts" ON "accounts"."borrower_key" = "own"."borrower_key" AND "accounts"."account_id" = "own"."account_id"
WHERE "message_number" IS NOT NULL;--> statement-breakpoint
INSERT INTO "submissions" ("borrower_key", "call", "idempotency_key", "created_at", "actor_web_account_id", "actor_role", "actor_is_impersonator")
SELECT "borrower_key", 'emailUs.send', "idempotency_key", "sent_at", "actor_web_account_id", "actor_role", "actor_is_impersonator"
FROM "sent_messages" WHERE "message_number" IS NULL;--> statement-breakpoint
DELETE FROM "sent_messages" WHERE "message_number" IS NULL;--> statement-breakpoint
DROP TABLE "document_submissions";--> statement-breakpoint
DROP TABLE "payment_submissions";--> statement-breakpoint
ALTER TABLE "sent_messages" DROP CONSTRAINT "sent_messages_number";--> statement-breakpoint
ALTER TABLE "sent_messages" DROP CONSTRAINT "sent_messages_borrower_key_idempotency_key_pk";--> statement-breakpoint
ALTER TABLE "sent_messages" ALTER COLUMN "message_number" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "sent_messages" ALTER COLUMN "topic" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "sent_messages" ALTER COLUMN "subject" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "sent_messages" ALTER COLUMN "text" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "sent_messages" ADD CONSTRAINT "sent_messages_borrower_key_message_number_pk" PRIMARY KEY("borrower_key","message_number");--> statement-breakpoint
ALTER TABLE "sent_messages" DROP COLUMN "idempotency_key";