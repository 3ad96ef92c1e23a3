DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY[
    'visit_type', 'staff', 'referring_provider', 'form', 'appointment', 'claim', 'referral', 'recall', 'document',
    'document_content', 'patient_note', 'message', 'task', 'service', 'patient_order', 'recall_action',
    'order_catalog_item', 'webhook_endpoint'
  ] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format(
      'CREATE POLICY tenant ON %I TO crc_app '
      'USING (organization_id = (SELECT current_organization()) AND linked_account_id = (SELECT current_linked_account())) '
      'WITH CHECK (organization_id = (SELECT current_organization()) AND linked_account_id = (SELECT current_linked_account()))',
      name);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO crc_app', name);
  END LOOP;

  -- Documents may be read by any account of the organization (interface 4.12), and written by their own alone.
  FOREACH name IN ARRAY ARRAY['document', 'document_content'] LOOP
    EXECUTE format(
      'CREATE POLICY organization_reads ON %I FOR SELECT TO crc_app '
      'USING (organization_id = (SELECT current_organization()))', name);
  END LOOP;
END
$$;

-- Whose nightly work is to be planned. It returns ids only; the rest is read as that tenant.
GRANT CREATE ON SCHEMA public TO crc_definer;
CREATE FUNCTION list_linked_accounts() RETURNS TABLE (organization_id uuid, linked_account_id uuid)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public
  AS $$ SELECT a.organization_id, a.id FROM linked_account a $$;
ALTER FUNCTION list_linked_accounts() OWNER TO crc_definer;
REVOKE CREATE ON SCHEMA public FROM crc_definer;
REVOKE ALL ON FUNCTION list_linked_accounts() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION list_linked_accounts() TO crc_app;
