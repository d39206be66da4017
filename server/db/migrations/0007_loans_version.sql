ALTER TABLE "borrowers" ADD COLUMN "loans_version" uuid DEFAULT gen_random_uuid() NOT NULL;--> statement-breakpoint
-- Every change of what a borrower owes gives that borrower another version, in the same transaction, whoever makes it.
CREATE FUNCTION "renew_own_loans_version"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.loans_version := gen_random_uuid();
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE FUNCTION "renew_loans_version"() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  UPDATE borrowers SET loans_version = gen_random_uuid()
  WHERE borrower_key IN (SELECT borrower_key FROM changed);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION "renew_all_loans_versions"() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  UPDATE borrowers SET loans_version = gen_random_uuid();
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "borrowers_loans_version" BEFORE UPDATE ON "borrowers"
  FOR EACH ROW EXECUTE FUNCTION "renew_own_loans_version"();--> statement-breakpoint
CREATE TRIGGER "accounts_loans_version_insert" AFTER INSERT ON "accounts"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "renew_loans_version"();--> statement-breakpoint
CREATE TRIGGER "accounts_loans_version_update" AFTER UPDATE ON "accounts"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "renew_loans_version"();--> statement-breakpoint
CREATE TRIGGER "accounts_loans_version_delete" AFTER DELETE ON "accounts"
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "renew_loans_version"();--> statement-breakpoint
CREATE TRIGGER "accounts_loans_version_truncate" AFTER TRUNCATE ON "accounts"
  FOR EACH STATEMENT EXECUTE FUNCTION "renew_all_loans_versions"();--> statement-breakpoint
CREATE TRIGGER "loan_groups_loans_version_insert" AFTER INSERT ON "loan_groups"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "renew_loans_version"();--> statement-breakpoint
CREATE TRIGGER "loan_groups_loans_version_update" AFTER UPDATE ON "loan_groups"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "renew_loans_version"();--> statement-breakpoint
CREATE TRIGGER "loan_groups_loans_version_delete" AFTER DELETE ON "loan_groups"
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "renew_loans_version"();--> statement-breakpoint
CREATE TRIGGER "loan_groups_loans_version_truncate" AFTER TRUNCATE ON "loan_groups"
  FOR EACH STATEMENT EXECUTE FUNCTION "renew_all_loans_versions"();--> statement-breakpoint
CREATE TRIGGER "loans_loans_version_insert" AFTER INSERT ON "loans"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "renew_loans_version"();--> statement-breakpoint
CREATE TRIGGER "loans_loans_version_update" AFTER UPDATE ON "loans"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "renew_loans_version"();--> statement-breakpoint
CREATE TRIGGER "loans_loans_version_delete" AFTER DELETE ON "loans"
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "renew_loans_version"();--> statement-breakpoint
CREATE TRIGGER "loans_loans_version_truncate" AFTER TRUNCATE ON "loans"
  FOR EACH STATEMENT EXECUTE FUNCTION "renew_all_loans_versions"();--> statement-breakpoint
CREATE TRIGGER "payment_history_loans_version_insert" AFTER INSERT ON "payment_history"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "renew_loans_version"();--> statement-breakpoint
CREATE TRIGGER "payment_history_loans_version_update" AFTER UPDATE ON "payment_history"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "renew_loans_version"();--> statement-breakpoint
CREATE TRIGGER "payment_history_loans_version_delete" AFTER DELETE ON "payment_history"
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "renew_loans_version"();--> statement-breakpoint
CREATE TRIGGER "payment_history_loans_version_truncate" AFTER TRUNCATE ON "payment_history"
  FOR EACH STATEMENT EXECUTE FUNCTION "renew_all_loans_versions"();
