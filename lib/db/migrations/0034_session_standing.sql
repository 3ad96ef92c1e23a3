ALTER TABLE "app_user" ADD COLUMN "credentials_version" integer DEFAULT 0 NOT NULL;
GRANT SELECT (id, organization_id, session_version, deactivated_at, password_hash, credentials_version) ON app_user TO crc_definer;
GRANT SELECT (id, organization_id, user_id) ON app_session TO crc_definer;
CREATE POLICY lookup ON app_user FOR SELECT TO crc_definer USING (true);
CREATE POLICY lookup ON app_session FOR SELECT TO crc_definer USING (true);

-- A write in one organization asks by these whether what its caller has in another one is still there: the password, and
-- the session from which a person comes over.

CREATE FUNCTION credentials_stand(organization uuid, person uuid, mark text) RETURNS boolean
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public
  AS $$
    SELECT EXISTS (
      SELECT FROM app_user u WHERE u.organization_id = $1 AND u.id = $2 AND $3 = encode(sha256(convert_to(
        E'home\n' || coalesce(u.password_hash, '')
          || CASE WHEN u.credentials_version > 0 THEN E'\n' || u.credentials_version ELSE '' END, 'UTF8')), 'hex'))
  $$;

CREATE FUNCTION session_stands(organization uuid, session uuid, person uuid, version integer) RETURNS boolean
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public
  AS $$
    SELECT EXISTS (SELECT FROM app_session s WHERE s.organization_id = $1 AND s.id = $2 AND s.user_id = $3)
      AND EXISTS (
        SELECT FROM app_user u WHERE u.organization_id = $1 AND u.id = $3 AND u.session_version = $4
          AND u.deactivated_at IS NULL)
  $$;

DO $$
DECLARE
  definer text;
BEGIN
  -- A function's new owner needs CREATE on the schema, only while the owner changes.
  GRANT CREATE ON SCHEMA public TO crc_definer;
  FOREACH definer IN ARRAY ARRAY['credentials_stand(uuid, uuid, text)', 'session_stands(uuid, uuid, uuid, integer)'] LOOP
    EXECUTE format('ALTER FUNCTION %s OWNER TO crc_definer', definer);
    EXECUTE format('REVOKE ALL ON FUNCTION %s FROM PUBLIC', definer);
    EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO crc_app', definer);
  END LOOP;
  REVOKE CREATE ON SCHEMA public FROM crc_definer;
END
$$;
