-- Functions for lookups before the tenant is known, and for the metrics and sweepers of each tenant. They return ids,
-- counts and names of keys. Each reads rows of the one organization in its argument, or tables that belong to no tenant:
-- the directory and the list of organizations. Their owner may select only the columns that they read.

GRANT SELECT ON directory TO crc_definer;
GRANT SELECT (id, oauth_enabled) ON organization TO crc_definer;
GRANT SELECT (organization_id, inbox_secret, synced_at, unlinked_at, credentials, downtime_passphrase)
  ON linked_account TO crc_definer;
GRANT SELECT (organization_id, webhook_secret) ON api_client TO crc_definer;
GRANT SELECT (organization_id, private_keys) ON organization_key TO crc_definer;
GRANT SELECT (id, organization_id, password_hash, session_version, deactivated_at, credentials_version)
  ON app_user TO crc_definer;
GRANT SELECT (id, organization_id, user_id) ON app_session TO crc_definer;
GRANT SELECT (organization_id, secret) ON second_factor TO crc_definer;
GRANT SELECT (organization_id, client_secret) ON own_provider TO crc_definer;
GRANT SELECT (id, organization_id, content, status, created_at, next_attempt_at) ON mail TO crc_definer;
GRANT SELECT (id, organization_id, linked_account_id, type, status, next_attempt_at,
    waiting_for, ambiguous, to_reconcile, created_at)
  ON job TO crc_definer;
GRANT SELECT (organization_id, linked_account_id, next_at) ON emr_event_reading TO crc_definer;
GRANT SELECT (organization_id, sealed) ON emr_webhook TO crc_definer;
GRANT SELECT (organization_id, secret, status) ON webhook_endpoint TO crc_definer;
GRANT SELECT (id, organization_id, linked_account_id, status, attempts, next_attempt_at, created_at)
  ON delivery TO crc_definer;

DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY[
    'organization', 'linked_account', 'api_client', 'organization_key', 'directory', 'app_user', 'app_session',
    'second_factor', 'own_provider', 'mail', 'job', 'emr_event_reading', 'emr_webhook', 'webhook_endpoint',
    'delivery'
  ] LOOP
    EXECUTE format('CREATE POLICY lookup ON %I FOR SELECT TO crc_definer USING (true)', name);
  END LOOP;
END
$$;

-- Owner of a credential or email address. The referenced row decides whether the credential is valid.

CREATE FUNCTION find_in_directory(kind text, key text) RETURNS TABLE (organization_id uuid, record_id uuid)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public
  AS $$ SELECT d.organization_id, d.record_id FROM directory d WHERE d.kind = $1 AND d.key = $2 $$;

-- An API client and a linked account of the same organization (interface section 5).
CREATE FUNCTION find_credentials(client_id text, access_token_hash text)
  RETURNS TABLE (organization_id uuid, api_client_id uuid, linked_account_id uuid)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public
  AS $$
    SELECT c.organization_id, c.record_id, a.record_id
    FROM directory c
    JOIN directory a ON a.organization_id = c.organization_id
    WHERE c.kind = 'client_id' AND c.key = $1 AND a.kind = 'access_token' AND a.key = $2
  $$;

-- The organization of a linked account (kind access_token) or an embed session (kind embed_token).
CREATE FUNCTION organization_of(kind text, record_id uuid) RETURNS uuid
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public
  AS $$ SELECT d.organization_id FROM directory d WHERE d.kind = $1 AND d.record_id = $2 $$;

CREATE FUNCTION list_organizations() RETURNS TABLE (organization_id uuid)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public
  AS $$ SELECT o.id FROM organization o $$;

CREATE FUNCTION list_linked_accounts() RETURNS TABLE (organization_id uuid, linked_account_id uuid)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public
  AS $$ SELECT d.organization_id, d.record_id FROM directory d WHERE d.kind = 'access_token' $$;

-- Overdue work of one organization, oldest first: due before the given time and not started, or started and not ended. A
-- job that waits for another job or for a user is not overdue.
CREATE FUNCTION find_overdue(organization uuid, due_before timestamptz, most integer)
  RETURNS TABLE (job_id bigint, delivery_id uuid, waits boolean, linked_account_id uuid, since timestamptz)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public
  AS $$
    (SELECT j.id, NULL::uuid, j.status = 'queued', j.linked_account_id, j.created_at
     FROM job j
     WHERE j.organization_id = $1 AND j.status IN ('queued', 'running') AND j.created_at < $2
       AND coalesce(j.next_attempt_at, j.created_at) < $2 AND j.waiting_for IS NULL AND j.to_reconcile IS NULL
     ORDER BY j.created_at LIMIT $3)
    UNION ALL
    (SELECT NULL, d.id, true, d.linked_account_id, d.created_at
     FROM delivery d
     WHERE d.organization_id = $1 AND d.status = 'pending' AND d.created_at < $2
       AND coalesce(d.next_attempt_at, d.created_at) < $2
     ORDER BY d.created_at LIMIT $3)
  $$;

-- Mails of one organization that were due before the given time, oldest first. A mail has no state between: it waits or has
-- ended.
CREATE FUNCTION find_overdue_mails(organization uuid, due_before timestamptz, most integer)
  RETURNS TABLE(mail_id uuid, since timestamptz)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public
  AS $$
    SELECT m.id, m.created_at FROM mail m
    WHERE m.organization_id = $1 AND m.status = 'queued' AND coalesce(m.next_attempt_at, m.created_at) < $2
    ORDER BY m.created_at LIMIT $3
  $$;

-- Accounts of one organization whose EMR's log of events is due, the longest due first.
CREATE FUNCTION find_event_readings(organization uuid, due_before timestamptz, most integer)
  RETURNS TABLE(linked_account_id uuid)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public
  AS $$
    SELECT r.linked_account_id FROM emr_event_reading r
    WHERE r.organization_id = $1 AND r.next_at <= $2 ORDER BY r.next_at LIMIT $3
  $$;

-- The organizations whose people may grant access: without one the authorization server is not there.
CREATE FUNCTION list_oauth_organizations() RETURNS TABLE(organization_id uuid)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public
  AS $$ SELECT o.id FROM organization o WHERE o.oauth_enabled $$;

-- A write in one organization asks by these two whether what its caller has in another one is still there: the password, and
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

-- Counts and ages for the metrics.

CREATE FUNCTION count_jobs(organization uuid) RETURNS TABLE (operation text, status text, jobs bigint)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public
  AS $$
    SELECT j.type, j.status, count(*) FROM job j
    WHERE j.organization_id = $1 AND j.status IN ('queued', 'running') GROUP BY j.type, j.status
  $$;

CREATE FUNCTION count_ambiguous_jobs(organization uuid) RETURNS TABLE (operation text, state text, jobs bigint)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public
  AS $$
    SELECT j.type, coalesce(j.to_reconcile, 'trying'), count(*) FROM job j
    WHERE j.organization_id = $1 AND j.status IN ('queued', 'running') AND j.ambiguous GROUP BY 1, 2
  $$;

CREATE FUNCTION count_deliveries(organization uuid)
  RETURNS TABLE (held bigint, retrying bigint, oldest_retry_seconds double precision, endpoints_disabled bigint)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public
  AS $$
    SELECT
      (SELECT count(*) FROM delivery WHERE organization_id = $1 AND status = 'held'),
      count(*),
      coalesce(extract(epoch FROM now() - min(created_at)), 0)::double precision,
      (SELECT count(*) FROM webhook_endpoint WHERE organization_id = $1 AND status = 'disabled')
    FROM delivery WHERE organization_id = $1 AND status = 'pending' AND attempts > 0
  $$;

CREATE FUNCTION count_mails(organization uuid) RETURNS TABLE(queued bigint, oldest_seconds double precision)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public
  AS $$
    SELECT count(*), coalesce(extract(epoch FROM now() - min(m.created_at)), 0)::double precision FROM mail m
    WHERE m.organization_id = $1 AND m.status = 'queued'
  $$;

CREATE FUNCTION oldest_sync(organization uuid) RETURNS timestamptz
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public
  AS $$ SELECT min(a.synced_at) FROM linked_account a WHERE a.organization_id = $1 AND a.unlinked_at IS NULL $$;

-- Headers of an organization's sealed secrets. They name the sealing keys, so that a start without one of these keys can
-- report which key is missing.
CREATE FUNCTION list_seals(organization uuid) RETURNS SETOF text
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public
  AS $$
    SELECT split_part(l.inbox_secret, '.', 1) FROM linked_account l WHERE l.organization_id = $1
    UNION SELECT split_part(l.credentials, '.', 1) FROM linked_account l
      WHERE l.organization_id = $1 AND l.credentials IS NOT NULL
    UNION SELECT split_part(l.downtime_passphrase, '.', 1) FROM linked_account l
      WHERE l.organization_id = $1 AND l.downtime_passphrase IS NOT NULL
    UNION SELECT split_part(c.webhook_secret, '.', 1) FROM api_client c WHERE c.organization_id = $1
    UNION SELECT split_part(e.secret, '.', 1) FROM webhook_endpoint e WHERE e.organization_id = $1
    UNION SELECT split_part(k.private_keys, '.', 1) FROM organization_key k WHERE k.organization_id = $1
    UNION SELECT split_part(f.secret, '.', 1) FROM second_factor f
      WHERE f.organization_id = $1 AND f.secret IS NOT NULL
    UNION SELECT split_part(m.content, '.', 1) FROM mail m WHERE m.organization_id = $1 AND m.content IS NOT NULL
    UNION SELECT split_part(p.client_secret, '.', 1) FROM own_provider p WHERE p.organization_id = $1
    UNION SELECT split_part(w.sealed, '.', 1) FROM emr_webhook w WHERE w.organization_id = $1
  $$;

-- A function's new owner needs CREATE on the schema, only while the owner changes.
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
-- The database owner, who is subject to row-level security as well, reads the seals at startup.
REVOKE ALL ON FUNCTION list_seals(uuid) FROM crc_app;
GRANT EXECUTE ON FUNCTION list_seals(uuid), list_organizations() TO CURRENT_USER;
