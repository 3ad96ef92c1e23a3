-- Roles, row-level security and grants.

-- Group roles without login. The migrator creates login roles for each deployment.
DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['crc_app', 'crc_sandbox', 'crc_definer'] LOOP
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = name) THEN
      EXECUTE format('CREATE ROLE %I NOLOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOBYPASSRLS', name);
    END IF;
    -- Only a member of a role can make the role a function's owner.
    EXECUTE format('GRANT %I TO CURRENT_USER', name);
  END LOOP;
END
$$;

REVOKE ALL ON SCHEMA public FROM PUBLIC;
GRANT USAGE ON SCHEMA public TO crc_app, crc_definer;

-- The tenant of this transaction. NULL if none was set: then no policy passes a row.
CREATE FUNCTION current_organization() RETURNS uuid
  LANGUAGE sql STABLE PARALLEL SAFE
  RETURN nullif(current_setting('app.organization_id', true), '')::uuid;

CREATE FUNCTION current_linked_account() RETURNS uuid
  LANGUAGE sql STABLE PARALLEL SAFE
  RETURN nullif(current_setting('app.linked_account_id', true), '')::uuid;

-- Tables of a whole organization. What is found before its account is known is among them (tokens, embed sessions), and what
-- concerns all accounts: the removal of an origin ends the sessions of all.
ALTER TABLE organization ENABLE ROW LEVEL SECURITY;
ALTER TABLE organization FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON organization TO crc_app
  USING (id = (SELECT current_organization())) WITH CHECK (id = (SELECT current_organization()));

DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY[
    'linked_account', 'api_client', 'organization_key', 'directory', 'app_user', 'app_session', 'second_factor',
    'second_factor_challenge', 'recovery_code', 'own_provider', 'own_identity', 'scim_token', 'mcp_token',
    'oauth_credential', 'embed_origin', 'embed_session', 'audit_log', 'audit_link', 'audit_seal', 'connection_probe',
    'mail', 'record_version', 'emr_webhook'
  ] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format(
      'CREATE POLICY tenant ON %I TO crc_app USING (organization_id = (SELECT current_organization())) '
      'WITH CHECK (organization_id = (SELECT current_organization()))', name);
  END LOOP;

  -- Tables of one linked account, visible only to that account.
  FOREACH name IN ARRAY ARRAY[
    'saved_view', 'patient', 'patient_name', 'patient_word', 'location', 'provider', 'staff', 'referring_provider',
    'visit_status', 'visit_type', 'form', 'order_catalog_item', 'appointment', 'claim', 'referral', 'recall',
    'document', 'document_content', 'document_part', 'booking', 'visit_move', 'visit_note', 'payment',
    'patient_note', 'patient_insurance', 'message', 'task', 'service', 'patient_order', 'recall_action',
    'downtime_packet', 'draft', 'record_change', 'change_head', 'job', 'job_attempt', 'idempotency_key', 'passed_on',
    'sync_kind', 'sync_seen', 'sync_set_aside', 'account_freshness', 'emr_budget', 'emr_event_reading',
    'emr_event_taken', 'emr_event_arrived', 'webhook_endpoint', 'event', 'delivery', 'delivery_attempt',
    'inbox_receipt', 'stream_message', 'stream_head'
  ] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format(
      'CREATE POLICY tenant ON %I TO crc_app '
      'USING (organization_id = (SELECT current_organization()) AND linked_account_id = (SELECT current_linked_account())) '
      'WITH CHECK (organization_id = (SELECT current_organization()) AND linked_account_id = (SELECT current_linked_account()))',
      name);
  END LOOP;

  -- Every account of the organization may read a document (interface 4.12); only the document's account may write it.
  FOREACH name IN ARRAY ARRAY['document', 'document_content'] LOOP
    EXECUTE format(
      'CREATE POLICY organization_reads ON %I FOR SELECT TO crc_app '
      'USING (organization_id = (SELECT current_organization()))', name);
  END LOOP;
END
$$;

GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO crc_app;
GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO crc_app;
-- The audit log and its chain are append-only.
REVOKE UPDATE, DELETE ON audit_log, audit_link, audit_seal FROM crc_app;
-- An address never changes its bytes, so the application can neither change nor delete a package.
REVOKE UPDATE, DELETE ON client_package FROM crc_app;
-- Rows stay: the audit log names them.
REVOKE DELETE ON mcp_token, scim_token FROM crc_app;
-- A record's version, and the last position of a stream, are never deleted.
REVOKE DELETE ON record_version, stream_head FROM crc_app;
