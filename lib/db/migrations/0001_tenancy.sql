-- Group roles: nobody signs in as one of them. The migrator gives each deployment its own login roles.
DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['crc_app', 'crc_sandbox', 'crc_definer'] LOOP
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = name) THEN
      EXECUTE format('CREATE ROLE %I NOLOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOBYPASSRLS', name);
    END IF;
    -- Ownership of a function can only be handed to a role that one is a member of.
    EXECUTE format('GRANT %I TO CURRENT_USER', name);
  END LOOP;
END
$$;

REVOKE ALL ON SCHEMA public FROM PUBLIC;
GRANT USAGE ON SCHEMA public TO crc_app, crc_definer;

-- The tenant of this transaction; NULL where none was set, and then no policy lets a row through.
CREATE FUNCTION current_organization() RETURNS uuid
  LANGUAGE sql STABLE PARALLEL SAFE
  RETURN nullif(current_setting('app.organization_id', true), '')::uuid;

CREATE FUNCTION current_linked_account() RETURNS uuid
  LANGUAGE sql STABLE PARALLEL SAFE
  RETURN nullif(current_setting('app.linked_account_id', true), '')::uuid;

-- What belongs to an organization as a whole.
ALTER TABLE organization ENABLE ROW LEVEL SECURITY;
ALTER TABLE organization FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON organization TO crc_app
  USING (id = (SELECT current_organization())) WITH CHECK (id = (SELECT current_organization()));

DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['linked_account', 'api_client', 'app_user', 'audit_log'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format(
      'CREATE POLICY tenant ON %I TO crc_app USING (organization_id = (SELECT current_organization())) '
      'WITH CHECK (organization_id = (SELECT current_organization()))', name);
  END LOOP;

  -- What belongs to one linked account and is seen through that account alone.
  FOREACH name IN ARRAY ARRAY[
    'patient', 'location', 'provider', 'visit_status', 'job', 'job_attempt', 'payment', 'idempotency_key',
    'event', 'delivery', 'delivery_attempt', 'inbox_receipt', 'stream_message'
  ] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format(
      'CREATE POLICY tenant ON %I TO crc_app '
      'USING (organization_id = (SELECT current_organization()) AND linked_account_id = (SELECT current_linked_account())) '
      'WITH CHECK (organization_id = (SELECT current_organization()) AND linked_account_id = (SELECT current_linked_account()))',
      name);
  END LOOP;
END
$$;

GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO crc_app;
GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO crc_app;
-- The audit log can be added to and read, neither changed nor deleted.
REVOKE UPDATE, DELETE, TRUNCATE ON audit_log FROM crc_app;

-- What must be known before there is a tenant. Each function returns ids only, and its owner sees only
-- the columns that it compares.
GRANT SELECT (id, organization_id, access_token_hash) ON linked_account TO crc_definer;
GRANT SELECT (id, organization_id, client_id, secret_hash, revoked_at) ON api_client TO crc_definer;
GRANT SELECT (id, organization_id, email) ON app_user TO crc_definer;
CREATE POLICY lookup ON linked_account FOR SELECT TO crc_definer USING (true);
CREATE POLICY lookup ON api_client FOR SELECT TO crc_definer USING (true);
CREATE POLICY lookup ON app_user FOR SELECT TO crc_definer USING (true);

-- The three headers of interface section 5: all must match, and the token must be of the client's organization.
CREATE FUNCTION find_credentials(client_id text, client_secret_hash text, access_token_hash text)
  RETURNS TABLE (organization_id uuid, api_client_id uuid, linked_account_id uuid)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public
  AS $$
    SELECT c.organization_id, c.id, a.id
    FROM api_client c
    JOIN linked_account a ON a.organization_id = c.organization_id
    WHERE c.client_id = $1 AND c.secret_hash = $2 AND c.revoked_at IS NULL AND a.access_token_hash = $3
  $$;

CREATE FUNCTION find_user(email text)
  RETURNS TABLE (organization_id uuid, user_id uuid)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public
  AS $$ SELECT u.organization_id, u.id FROM app_user u WHERE u.email = $1 $$;

CREATE FUNCTION organization_of_account(account uuid) RETURNS uuid
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public
  AS $$ SELECT organization_id FROM linked_account WHERE id = $1 $$;

-- Owner of a function needs the right to create in its schema, for the moment of the change alone.
GRANT CREATE ON SCHEMA public TO crc_definer;
ALTER FUNCTION find_credentials(text, text, text) OWNER TO crc_definer;
ALTER FUNCTION find_user(text) OWNER TO crc_definer;
ALTER FUNCTION organization_of_account(uuid) OWNER TO crc_definer;
REVOKE CREATE ON SCHEMA public FROM crc_definer;
REVOKE ALL ON FUNCTION find_credentials(text, text, text), find_user(text), organization_of_account(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION find_credentials(text, text, text), find_user(text), organization_of_account(uuid) TO crc_app;
