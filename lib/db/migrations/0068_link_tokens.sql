CREATE TABLE "link_token" (
	"id" uuid NOT NULL,
	"organization_id" uuid NOT NULL,
	"linked_account_id" uuid NOT NULL,
	"api_client_id" uuid NOT NULL,
	"user_id" text NOT NULL,
	"organization_name" text NOT NULL,
	"redirect_url" text,
	"emr_types" text[],
	"writes" text[] NOT NULL,
	"locale" text,
	"linked_at" timestamp with time zone,
	"public_hash" text,
	"public_expires_at" timestamp with time zone,
	"exchanged_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "link_token_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
ALTER TABLE "api_client" ADD COLUMN "may_link" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "link_token" ADD CONSTRAINT "link_token_organization_id_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organization"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "link_token" ADD CONSTRAINT "link_token_embed_session_fk" FOREIGN KEY ("organization_id","id") REFERENCES "public"."embed_session"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "link_token_public_hash" ON "link_token" USING btree ("organization_id","public_hash");--> statement-breakpoint

-- The tenant of the other tables of an organization (0001_tenancy): the account does not exist before it is linked.
ALTER TABLE link_token ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE link_token FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY tenant ON link_token TO crc_app
  USING (organization_id = (SELECT current_organization()))
  WITH CHECK (organization_id = (SELECT current_organization()));--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON link_token TO crc_app;
