DROP INDEX "documents_by_time";--> statement-breakpoint
DROP INDEX "payment_history_by_day";--> statement-breakpoint
DROP INDEX "payment_history_by_account";--> statement-breakpoint
DROP INDEX "security_events_by_account";--> statement-breakpoint
CREATE INDEX "documents_by_time" ON "documents" USING btree ("borrower_key","uploaded_at" DESC NULLS FIRST,"document_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "payment_history_by_day" ON "payment_history" USING btree ("borrower_key","effective_date" DESC NULLS FIRST,"payment_detail_id");--> statement-breakpoint
CREATE INDEX "payment_history_by_account" ON "payment_history" USING btree ("borrower_key","account_id","effective_date" DESC NULLS FIRST,"payment_detail_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "security_events_by_account" ON "security_events" USING btree ("web_account_id","at" DESC NULLS FIRST);