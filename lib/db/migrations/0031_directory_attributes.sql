ALTER TABLE "app_user" ADD COLUMN "external_id_vouched" boolean DEFAULT false NOT NULL;
ALTER TABLE "app_user" ADD COLUMN "directory_attributes" jsonb;
ALTER TABLE "app_user" ADD COLUMN "user_name" text;
ALTER TABLE "app_user" ADD COLUMN "modified_at" timestamp with time zone;
ALTER TABLE "own_identity" ADD COLUMN "external_id" text;

-- Nobody knows any more who came by an invitation: a change of the directory's id ends the binding of all others, too.
ALTER TABLE app_user NO FORCE ROW LEVEL SECURITY;
ALTER TABLE own_identity NO FORCE ROW LEVEL SECURITY;
UPDATE own_identity i SET external_id = u.external_id FROM app_user u
  WHERE u.organization_id = i.organization_id AND u.id = i.user_id AND u.external_id IS NOT NULL;
ALTER TABLE app_user FORCE ROW LEVEL SECURITY;
ALTER TABLE own_identity FORCE ROW LEVEL SECURITY;
