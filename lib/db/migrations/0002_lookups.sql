-- Functions that cross tenants: they return ids, counts and names of keys, and their owner sees only the columns that they
-- read.

GRANT SELECT (id) ON organization TO crc_definer;
GRANT SELECT (id, organization_id, access_token_hash, inbox_secret, synced_at, unlinked_at) ON linked_account TO crc_definer;
GRANT SELECT (id, organization_id, client_id, secret_hash, webhook_secret, revoked_at) ON api_client TO crc_definer;
GRANT SELECT (id, organization_id, email, invitation_hash, identity_issuer, identity_subject) ON app_user TO crc_definer;
GRANT SELECT (id, organization_id, linked_account_id, token_hash) ON embed_session TO crc_definer;
GRANT SELECT (id, organization_id, linked_account_id, type, status, created_at, next_attempt_at, waiting_for, to_reconcile, ambiguous)
  ON job TO crc_definer;
GRANT SELECT (id, organization_id, linked_account_id, status, attempts, next_attempt_at, created_at) ON delivery TO crc_definer;
GRANT SELECT (status, secret) ON webhook_endpoint TO crc_definer;

DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY[
    'organization', 'linked_account', 'api_client', 'app_user', 'embed_session', 'job', 'delivery', 'webhook_endpoint'
  ] LOOP
    EXECUTE format('CREATE POLICY lookup ON %I FOR SELECT TO crc_definer USING (true)', name);
  END LOOP;
END
$$;

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

CREATE FUNCTION find_user_by_identity(issuer text, subject text)
  RETURNS TABLE (organization_id uuid, user_id uuid)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public
  AS $$ SELECT u.organization_id, u.id FROM app_user u WHERE u.identity_issuer = $1 AND u.identity_subject = $2 $$;

CREATE FUNCTION find_invitation(token_hash text)
  RETURNS TABLE (organization_id uuid, user_id uuid)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public
  AS $$ SELECT u.organization_id, u.id FROM app_user u WHERE u.invitation_hash = $1 $$;

CREATE FUNCTION organization_of_account(account uuid) RETURNS uuid
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public
  AS $$ SELECT organization_id FROM linked_account WHERE id = $1 $$;

CREATE FUNCTION find_embed_token(token_hash text)
  RETURNS TABLE (organization_id uuid, linked_account_id uuid, embed_session_id uuid)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public
  AS $$ SELECT s.organization_id, s.linked_account_id, s.id FROM embed_session s WHERE s.token_hash = $1 $$;

CREATE FUNCTION organization_of_embed_session(session uuid) RETURNS uuid
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public
  AS $$ SELECT organization_id FROM embed_session WHERE id = $1 $$;

CREATE FUNCTION list_organizations() RETURNS TABLE (organization_id uuid)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public
  AS $$ SELECT o.id FROM organization o $$;

CREATE FUNCTION list_linked_accounts() RETURNS TABLE (organization_id uuid, linked_account_id uuid)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public
  AS $$ SELECT a.organization_id, a.id FROM linked_account a $$;

CREATE FUNCTION find_overdue(due_before timestamptz, most integer)
  RETURNS TABLE (job_id bigint, delivery_id uuid, waits boolean, organization_id uuid, linked_account_id uuid)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public
  AS $$
    (SELECT j.id, NULL::uuid, j.status = 'queued', j.organization_id, j.linked_account_id
     FROM job j
     WHERE j.status IN ('queued', 'running') AND j.created_at < $1 AND coalesce(j.next_attempt_at, j.created_at) < $1
       AND j.waiting_for IS NULL AND j.to_reconcile IS NULL
     ORDER BY j.created_at LIMIT $2)
    UNION ALL
    (SELECT NULL, d.id, true, d.organization_id, d.linked_account_id
     FROM delivery d
     WHERE d.status = 'pending' AND d.created_at < $1 AND coalesce(d.next_attempt_at, d.created_at) < $1
     ORDER BY d.created_at LIMIT $2)
  $$;

CREATE FUNCTION count_jobs()
  RETURNS TABLE (operation text, status text, jobs bigint)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public
  AS $$
    SELECT j.type, j.status, count(*) FROM job j WHERE j.status IN ('queued', 'running') GROUP BY j.type, j.status
  $$;

CREATE FUNCTION count_ambiguous_jobs()
  RETURNS TABLE (operation text, state text, jobs bigint)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public
  AS $$
    SELECT j.type, coalesce(j.to_reconcile, 'trying'), count(*) FROM job j
    WHERE j.status IN ('queued', 'running') AND j.ambiguous GROUP BY 1, 2
  $$;

CREATE FUNCTION count_deliveries()
  RETURNS TABLE (held bigint, retrying bigint, oldest_retry_seconds double precision, endpoints_disabled bigint)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public
  AS $$
    SELECT
      (SELECT count(*) FROM delivery WHERE status = 'held'),
      count(*),
      coalesce(extract(epoch FROM now() - min(created_at)), 0)::double precision,
      (SELECT count(*) FROM webhook_endpoint WHERE status = 'disabled')
    FROM delivery WHERE status = 'pending' AND attempts > 0
  $$;

CREATE FUNCTION oldest_sync() RETURNS timestamptz
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public
  AS $$ SELECT min(a.synced_at) FROM linked_account a WHERE a.unlinked_at IS NULL $$;

CREATE FUNCTION list_seals() RETURNS SETOF text
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public
  AS $$
    SELECT split_part(l.inbox_secret, '.', 1) FROM linked_account l
    UNION SELECT split_part(c.webhook_secret, '.', 1) FROM api_client c
    UNION SELECT split_part(e.secret, '.', 1) FROM webhook_endpoint e
  $$;

-- The owner of a function needs the right to create in its schema, for the moment of the change alone.
GRANT CREATE ON SCHEMA public TO crc_definer;
DO $$
DECLARE
  definer regprocedure;
BEGIN
  FOR definer IN SELECT oid FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND prosecdef LOOP
    EXECUTE format('ALTER FUNCTION %s OWNER TO crc_definer', definer);
    EXECUTE format('REVOKE ALL ON FUNCTION %s FROM PUBLIC', definer);
    EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO crc_app', definer);
  END LOOP;
END
$$;
REVOKE CREATE ON SCHEMA public FROM crc_definer;
-- The keys of secrets are asked for at the start, by the owner, whom row-level security binds as well.
REVOKE ALL ON FUNCTION list_seals() FROM crc_app;
GRANT EXECUTE ON FUNCTION list_seals() TO CURRENT_USER;
