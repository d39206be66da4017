CREATE TABLE "payer_invitations" (
	"borrower_key" text NOT NULL,
	"invitation_id" text NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"email" text NOT NULL,
	"token_hash" text,
	"notice_id" text NOT NULL,
	"invited_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"accepted_at" timestamp with time zone,
	"web_account_id" text,
	"removed_at" timestamp with time zone,
	"actor_web_account_id" text,
	"actor_role" text,
	"actor_is_impersonator" boolean,
	CONSTRAINT "payer_invitations_borrower_key_invitation_id_pk" PRIMARY KEY("borrower_key","invitation_id")
);
--> statement-breakpoint
ALTER TABLE "web_accounts" ADD COLUMN "revoked_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "payer_invitations_token" ON "payer_invitations" USING btree ("token_hash");