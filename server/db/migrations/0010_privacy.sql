CREATE TABLE "privacy_forms" (
	"form_id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"confirmation_number" text NOT NULL,
	"body" text NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	CONSTRAINT "privacy_forms_confirmation" UNIQUE("confirmation_number")
);
--> statement-breakpoint
CREATE INDEX "privacy_forms_received" ON "privacy_forms" USING btree ("received_at");