-- Work that is due is looked for once for each version of the loans, so all tables with days of work renew it (0007, 0036).
DO $$
BEGIN
  CREATE TRIGGER "payment_returns_loans_version_insert" AFTER INSERT ON "payment_returns"
    REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION renew_loans_version();
  CREATE TRIGGER "payment_returns_loans_version_update" AFTER UPDATE ON "payment_returns"
    REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION renew_loans_version();
  CREATE TRIGGER "payment_returns_loans_version_delete" AFTER DELETE ON "payment_returns"
    REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION renew_loans_version();
  CREATE TRIGGER "payment_returns_loans_version_truncate" AFTER TRUNCATE ON "payment_returns"
    FOR EACH STATEMENT EXECUTE FUNCTION renew_all_loans_versions();
END $$;
