-- Citus plans no statement of an SQL function that reads tables of the coordinator beside distributed ones, or that compares a
-- parameter beside the organization. Of PL/pgSQL it gets the values.

CREATE OR REPLACE FUNCTION find_overdue(organization uuid, due_before timestamptz, most integer)
  RETURNS TABLE (job_id bigint, delivery_id uuid, waits boolean, linked_account_id uuid, since timestamptz)
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, public
  AS $$
  #variable_conflict use_column
  BEGIN
    RETURN QUERY SELECT j.id, NULL::uuid, j.status = 'queued', j.linked_account_id, j.created_at
      FROM job j
      WHERE j.organization_id = $1 AND j.status IN ('queued', 'running') AND j.created_at < $2
        AND coalesce(j.next_attempt_at, j.created_at) < $2 AND j.waiting_for IS NULL AND j.to_reconcile IS NULL
      ORDER BY j.created_at LIMIT $3;
    RETURN QUERY SELECT NULL::bigint, d.id, true, d.linked_account_id, d.created_at
      FROM delivery d
      WHERE d.organization_id = $1 AND d.status = 'pending' AND d.created_at < $2
        AND coalesce(d.next_attempt_at, d.created_at) < $2
      ORDER BY d.created_at LIMIT $3;
  END
  $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION credentials_stand(organization uuid, person uuid, mark text) RETURNS boolean
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, public
  AS $$
  BEGIN
    RETURN EXISTS (
      SELECT FROM app_user u WHERE u.organization_id = $1 AND u.id = $2 AND $3 = encode(sha256(convert_to(
        E'home\n' || coalesce(u.password_hash, '')
          || CASE WHEN u.credentials_version > 0 THEN E'\n' || u.credentials_version ELSE '' END, 'UTF8')), 'hex'));
  END
  $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION session_stands(organization uuid, session uuid, person uuid, version integer) RETURNS boolean
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, public
  AS $$
  BEGIN
    RETURN EXISTS (SELECT FROM app_session s WHERE s.organization_id = $1 AND s.id = $2 AND s.user_id = $3)
      AND EXISTS (
        SELECT FROM app_user u WHERE u.organization_id = $1 AND u.id = $3 AND u.session_version = $4
          AND u.deactivated_at IS NULL);
  END
  $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION count_deliveries(organization uuid)
  RETURNS TABLE (held bigint, retrying bigint, oldest_retry_seconds double precision, endpoints_disabled bigint)
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, public
  AS $$
  DECLARE
    disabled bigint := (SELECT count(*) FROM webhook_endpoint e WHERE e.organization_id = $1 AND e.status = 'disabled');
  BEGIN
    RETURN QUERY SELECT
        (SELECT count(*) FROM delivery d WHERE d.organization_id = $1 AND d.status = 'held'),
        count(*),
        coalesce(extract(epoch FROM now() - min(d.created_at)), 0)::double precision,
        disabled
      FROM delivery d WHERE d.organization_id = $1 AND d.status = 'pending' AND d.attempts > 0;
  END
  $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION list_seals(organization uuid) RETURNS SETOF text
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, public
  AS $$
  #variable_conflict use_column
  BEGIN
    RETURN QUERY SELECT split_part(l.inbox_secret, '.', 1) FROM linked_account l WHERE l.organization_id = $1
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
    UNION SELECT split_part(w.sealed, '.', 1) FROM emr_webhook w WHERE w.organization_id = $1;
  END
  $$;
