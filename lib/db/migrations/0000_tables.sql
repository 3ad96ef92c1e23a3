-- Tables, keys and indexes of the drizzle schema (lib/db/schema.ts, lib/resources/*/table.ts). Row-level security: 0001_tenancy.sql.

-- Sequences

-- Job ids, drawn before the insert.
CREATE SEQUENCE job_id_seq;

-- Orders EMR reads and changes to synchronized rows without clocks (lib/db/as-of.ts).
CREATE SEQUENCE as_of_seq;

-- Organizations, with their accounts, users and API clients

CREATE TABLE organization (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  created_at timestamptz DEFAULT now() NOT NULL
);

CREATE TABLE linked_account (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  name text NOT NULL,
  emr_type text NOT NULL,
  timezone text NOT NULL,
  access_token_hash text NOT NULL,
  access_token_reference_id text NOT NULL,
  user_active boolean DEFAULT true NOT NULL,
  inbox_secret text NOT NULL,
  settings jsonb,
  synced_at timestamptz,
  as_of bigint DEFAULT 0 NOT NULL,
  unlinked_at timestamptz,
  created_at timestamptz DEFAULT now() NOT NULL,
  CONSTRAINT linked_account_pk PRIMARY KEY (organization_id, id),
  CONSTRAINT linked_account_organization_id_organization_id_fk
    FOREIGN KEY (organization_id) REFERENCES organization (id)
);

CREATE TABLE api_client (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  name text NOT NULL,
  client_id text NOT NULL,
  secret_hash text NOT NULL,
  webhook_secret text NOT NULL,
  event_types text[],
  unknown_fields text DEFAULT 'warn' NOT NULL,
  revoked_at timestamptz,
  last_used_at timestamptz,
  created_at timestamptz DEFAULT now() NOT NULL,
  CONSTRAINT api_client_pk PRIMARY KEY (organization_id, id),
  CONSTRAINT api_client_organization_id_organization_id_fk FOREIGN KEY (organization_id) REFERENCES organization (id)
);

CREATE TABLE app_user (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  email text NOT NULL,
  name text NOT NULL,
  password_hash text,
  invitation_hash text,
  invitation_expires_at timestamptz,
  identity_issuer text,
  identity_subject text,
  role text NOT NULL,
  session_version integer DEFAULT 1 NOT NULL,
  ended_sessions uuid[] DEFAULT '{}' NOT NULL,
  deactivated_at timestamptz,
  created_at timestamptz DEFAULT now() NOT NULL,
  CONSTRAINT app_user_pk PRIMARY KEY (organization_id, id),
  CONSTRAINT app_user_identity_whole CHECK ((identity_issuer IS NULL) = (identity_subject IS NULL)),
  CONSTRAINT app_user_organization_id_organization_id_fk FOREIGN KEY (organization_id) REFERENCES organization (id)
);
CREATE UNIQUE INDEX app_user_email_index ON app_user (organization_id, email);
CREATE UNIQUE INDEX app_user_identity_index ON app_user (organization_id, identity_issuer, identity_subject);

CREATE TABLE audit_log (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  linked_account_id uuid,
  actor jsonb NOT NULL,
  action text NOT NULL,
  route text NOT NULL,
  status integer NOT NULL,
  job_id bigint,
  resource text,
  patient_mrn text,
  address text,
  at timestamptz DEFAULT now() NOT NULL,
  CONSTRAINT audit_log_pk PRIMARY KEY (organization_id, id)
);
CREATE INDEX audit_log_organization_id_at_id_index ON audit_log (organization_id, at, id);

-- Lookups before the tenant is known

CREATE TABLE directory (
  kind text NOT NULL,
  key text NOT NULL,
  organization_id uuid NOT NULL,
  record_id uuid NOT NULL,
  CONSTRAINT directory_pk PRIMARY KEY (kind, key, organization_id)
);
CREATE UNIQUE INDEX directory_key ON directory (kind, key) WHERE kind <> 'email';
CREATE INDEX directory_record_id_kind_index ON directory (record_id, kind);

-- The practice as synchronized from the EMR: patients, staff, locations and lists

CREATE TABLE patient (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  linked_account_id uuid NOT NULL,
  mrn text NOT NULL,
  ehr_id text NOT NULL,
  first_name text NOT NULL,
  last_name text NOT NULL,
  dob date NOT NULL,
  gender text NOT NULL,
  phone text NOT NULL,
  email text NOT NULL,
  address jsonb NOT NULL,
  search_text text NOT NULL,
  CONSTRAINT patient_pk PRIMARY KEY (organization_id, id),
  CONSTRAINT patient_mrn_key UNIQUE (organization_id, linked_account_id, mrn)
);
CREATE INDEX patient_linked_account_id_last_name_first_name_mrn_index
  ON patient (linked_account_id, last_name, first_name, mrn);

CREATE TABLE location (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  linked_account_id uuid NOT NULL,
  emr_id text NOT NULL,
  name text NOT NULL,
  address_street text NOT NULL,
  address_city text NOT NULL,
  address_state text NOT NULL,
  address_zip text NOT NULL,
  phone text NOT NULL,
  CONSTRAINT location_pk PRIMARY KEY (organization_id, id),
  CONSTRAINT location_emr_id_key UNIQUE (organization_id, linked_account_id, emr_id)
);

CREATE TABLE provider (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  linked_account_id uuid NOT NULL,
  ehr_id text NOT NULL,
  first_name text NOT NULL,
  last_name text NOT NULL,
  npi text NOT NULL,
  specialty text NOT NULL,
  status text NOT NULL,
  hide_in_availability boolean DEFAULT false NOT NULL,
  hours jsonb DEFAULT '[]'::jsonb NOT NULL,
  changed_by jsonb,
  changed_at timestamptz,
  CONSTRAINT provider_pk PRIMARY KEY (organization_id, id),
  CONSTRAINT provider_ehr_id_key UNIQUE (organization_id, linked_account_id, ehr_id)
);

CREATE TABLE visit_status (
  organization_id uuid NOT NULL,
  linked_account_id uuid NOT NULL,
  code text NOT NULL,
  description text NOT NULL,
  position integer NOT NULL,
  CONSTRAINT visit_status_pk PRIMARY KEY (organization_id, linked_account_id, code)
);

CREATE TABLE visit_type (
  organization_id uuid NOT NULL,
  linked_account_id uuid NOT NULL,
  id text NOT NULL,
  name text NOT NULL,
  duration integer NOT NULL,
  CONSTRAINT visit_type_pk PRIMARY KEY (organization_id, linked_account_id, id)
);

CREATE TABLE staff (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  linked_account_id uuid NOT NULL,
  ehr_id text NOT NULL,
  first_name text NOT NULL,
  last_name text NOT NULL,
  role text NOT NULL,
  email text NOT NULL,
  CONSTRAINT staff_pk PRIMARY KEY (organization_id, id),
  CONSTRAINT staff_ehr_id_key UNIQUE (organization_id, linked_account_id, ehr_id)
);

CREATE TABLE referring_provider (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  linked_account_id uuid NOT NULL,
  ehr_id text NOT NULL,
  first_name text NOT NULL,
  last_name text NOT NULL,
  middle_initial text,
  speciality text,
  phone text,
  fax text,
  email text,
  npi text,
  address_street text,
  address_city text,
  address_state text,
  address_zip text,
  active boolean NOT NULL,
  CONSTRAINT referring_provider_pk PRIMARY KEY (organization_id, id),
  CONSTRAINT referring_provider_ehr_id_key UNIQUE (organization_id, linked_account_id, ehr_id)
);
CREATE INDEX referring_provider_linked_account_id_last_name_first_name_id_index
  ON referring_provider (linked_account_id, last_name, first_name, id);

CREATE TABLE form (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  linked_account_id uuid NOT NULL,
  emr_form_id text NOT NULL,
  name text NOT NULL,
  scored boolean NOT NULL,
  questions jsonb NOT NULL,
  CONSTRAINT form_pk PRIMARY KEY (organization_id, id),
  CONSTRAINT form_emr_form_id_key UNIQUE (organization_id, linked_account_id, emr_form_id)
);

-- Clinical records as synchronized from the EMR

CREATE TABLE appointment (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  linked_account_id uuid NOT NULL,
  as_of bigint DEFAULT 0 NOT NULL,
  emr_appointment_id text NOT NULL,
  category text NOT NULL,
  starts_at timestamptz NOT NULL,
  duration integer NOT NULL,
  status text,
  reason text,
  note text,
  progress_note text,
  location_id text NOT NULL,
  block_label text,
  block_color text,
  appointment_type text,
  appointment_mode text,
  complaint_type text,
  provider_ehr_id text NOT NULL,
  secondary_provider_ehr_id text,
  patient_ehr_id text,
  patient_mrn text,
  insurances jsonb NOT NULL,
  diagnoses jsonb NOT NULL,
  medications jsonb NOT NULL,
  emr_created_at timestamptz NOT NULL,
  created_at timestamptz DEFAULT now() NOT NULL,
  CONSTRAINT appointment_pk PRIMARY KEY (organization_id, id),
  CONSTRAINT appointment_emr_appointment_id_key UNIQUE (organization_id, linked_account_id, emr_appointment_id)
);
CREATE INDEX appointment_linked_account_id_category_starts_at_id_index
  ON appointment (linked_account_id, category, starts_at, id);
CREATE INDEX appointment_linked_account_id_starts_at_id_index ON appointment (linked_account_id, starts_at, id);
CREATE INDEX appointment_linked_account_id_patient_mrn_starts_at_index
  ON appointment (linked_account_id, patient_mrn, starts_at);

CREATE TABLE claim (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  linked_account_id uuid NOT NULL,
  as_of bigint DEFAULT 0 NOT NULL,
  emr_claim_id text NOT NULL,
  patient_mrn text NOT NULL,
  service_date date NOT NULL,
  claim_status text NOT NULL,
  claim_status_description text NOT NULL,
  total_charge numeric(12, 2) NOT NULL,
  balance numeric(12, 2) NOT NULL,
  updated_at timestamptz DEFAULT now() NOT NULL,
  CONSTRAINT claim_pk PRIMARY KEY (organization_id, id),
  CONSTRAINT claim_emr_claim_id_key UNIQUE (organization_id, linked_account_id, emr_claim_id)
);
CREATE INDEX claim_linked_account_id_service_date_id_index ON claim (linked_account_id, service_date, id);
CREATE INDEX claim_linked_account_id_patient_mrn_service_date_index
  ON claim (linked_account_id, patient_mrn, service_date);

CREATE TABLE referral (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  linked_account_id uuid NOT NULL,
  as_of bigint DEFAULT 0 NOT NULL,
  ehr_id text,
  job_id bigint,
  patient_mrn text NOT NULL,
  direction text NOT NULL,
  status text,
  priority text,
  reason text NOT NULL,
  notes text,
  prior_authorization_code text,
  specialty text,
  location_id text,
  start_date date,
  end_date date,
  visits_allowed integer,
  assigned_to_id text,
  referring_provider_id uuid,
  created_at timestamptz DEFAULT now() NOT NULL,
  updated_at timestamptz DEFAULT now() NOT NULL,
  CONSTRAINT referral_pk PRIMARY KEY (organization_id, id),
  CONSTRAINT referral_ehr_id_key UNIQUE (organization_id, linked_account_id, ehr_id)
);
CREATE INDEX referral_linked_account_id_created_at_id_index ON referral (linked_account_id, created_at, id);
CREATE INDEX referral_linked_account_id_patient_mrn_index ON referral (linked_account_id, patient_mrn);

CREATE TABLE document (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  linked_account_id uuid NOT NULL,
  emr_id text NOT NULL,
  file_name text NOT NULL,
  mime_type text NOT NULL,
  size integer NOT NULL,
  "sha256" text NOT NULL,
  patient_mrn text,
  referral_id uuid,
  created_at timestamptz DEFAULT now() NOT NULL,
  CONSTRAINT document_pk PRIMARY KEY (organization_id, id),
  CONSTRAINT document_emr_id_key UNIQUE (organization_id, linked_account_id, emr_id)
);
CREATE INDEX document_linked_account_id_created_at_id_index ON document (linked_account_id, created_at, id);
CREATE INDEX document_referral_id_index ON document (referral_id);

CREATE TABLE document_content (
  document_id uuid NOT NULL,
  organization_id uuid NOT NULL,
  linked_account_id uuid NOT NULL,
  content bytea NOT NULL,
  CONSTRAINT document_content_pk PRIMARY KEY (organization_id, document_id),
  CONSTRAINT document_content_document_fk
    FOREIGN KEY (organization_id, document_id) REFERENCES document (organization_id, id) ON DELETE CASCADE
);

CREATE TABLE recall (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  linked_account_id uuid NOT NULL,
  as_of bigint DEFAULT 0 NOT NULL,
  ehr_id text NOT NULL,
  patient_mrn text NOT NULL,
  reason text NOT NULL,
  due_date date NOT NULL,
  status text NOT NULL,
  actions jsonb NOT NULL,
  CONSTRAINT recall_pk PRIMARY KEY (organization_id, id),
  CONSTRAINT recall_ehr_id_key UNIQUE (organization_id, linked_account_id, ehr_id)
);
CREATE INDEX recall_linked_account_id_due_date_id_index ON recall (linked_account_id, due_date, id);

-- Jobs, their attempts, and the responses stored for idempotency keys

CREATE TABLE job (
  id bigint NOT NULL,
  organization_id uuid NOT NULL,
  linked_account_id uuid NOT NULL,
  type text NOT NULL,
  one_at_a_time boolean DEFAULT false NOT NULL,
  status text NOT NULL,
  patient_mrn text,
  actor jsonb NOT NULL,
  request jsonb NOT NULL,
  callback_urls text[] NOT NULL,
  api_client_id uuid,
  access_token_reference_id text NOT NULL,
  identifiers jsonb NOT NULL,
  warnings text[] DEFAULT '{}' NOT NULL,
  emr_idempotency_key uuid NOT NULL,
  result jsonb,
  failure_reason text,
  attempts integer DEFAULT 0 NOT NULL,
  next_attempt_at timestamptz,
  waiting_reason text,
  record_key text,
  waiting_for bigint,
  ambiguous boolean DEFAULT false NOT NULL,
  unstored integer DEFAULT 0 NOT NULL,
  to_reconcile text,
  to_reconcile_as_of bigint,
  retry_of bigint,
  created_at timestamptz DEFAULT now() NOT NULL,
  finished_at timestamptz,
  confirmed_at timestamptz,
  version integer DEFAULT 0 NOT NULL,
  forgotten_at timestamptz,
  CONSTRAINT job_pk PRIMARY KEY (organization_id, id)
);
CREATE INDEX job_linked_account_id_id_index ON job (linked_account_id, id);
CREATE INDEX job_kept_index ON job (linked_account_id, finished_at)
  WHERE forgotten_at IS NULL AND finished_at IS NOT NULL;
CREATE INDEX job_linked_account_id_status_id_index ON job (linked_account_id, status, id);
CREATE INDEX job_linked_account_id_patient_mrn_id_index ON job (linked_account_id, patient_mrn, id);
CREATE INDEX job_retry_of_index ON job (retry_of) WHERE retry_of IS NOT NULL;
CREATE INDEX job_record_index ON job (linked_account_id, record_key, id) WHERE record_key IS NOT NULL;
CREATE INDEX job_waiting_for_index ON job (waiting_for) WHERE waiting_for IS NOT NULL;
CREATE INDEX job_ambiguous_index ON job (linked_account_id, id) WHERE ambiguous;
CREATE INDEX job_live_index ON job (organization_id, created_at) WHERE status IN ('queued', 'running');
CREATE UNIQUE INDEX job_one_at_a_time ON job (organization_id, linked_account_id, type)
  WHERE one_at_a_time AND status IN ('queued', 'running') AND to_reconcile IS NULL;

CREATE TABLE job_attempt (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  linked_account_id uuid NOT NULL,
  job_id bigint NOT NULL,
  attempt integer NOT NULL,
  started_at timestamptz DEFAULT now() NOT NULL,
  ended_at timestamptz,
  outcome text,
  reason text,
  CONSTRAINT job_attempt_pk PRIMARY KEY (organization_id, id),
  CONSTRAINT job_attempt_job_fk
    FOREIGN KEY (organization_id, job_id) REFERENCES job (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX job_attempt_job_id_started_at_index ON job_attempt (job_id, started_at);

CREATE TABLE idempotency_key (
  organization_id uuid NOT NULL,
  linked_account_id uuid NOT NULL,
  actor_key text NOT NULL,
  key text NOT NULL,
  request_hash text NOT NULL,
  status integer NOT NULL,
  body json NOT NULL,
  created_at timestamptz DEFAULT now() NOT NULL,
  CONSTRAINT idempotency_key_pk PRIMARY KEY (organization_id, linked_account_id, actor_key, key)
);
CREATE INDEX idempotency_key_created_at_index ON idempotency_key (created_at);

-- Records written through the API

CREATE TABLE payment (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  linked_account_id uuid NOT NULL,
  job_id bigint NOT NULL,
  created_at timestamptz DEFAULT now() NOT NULL,
  patient_mrn text NOT NULL,
  payment_method text NOT NULL,
  reference_number text NOT NULL,
  location text NOT NULL,
  amount numeric(12, 2) NOT NULL,
  notes text,
  deposit_date date NOT NULL,
  emr_transaction_id text,
  CONSTRAINT payment_pk PRIMARY KEY (organization_id, id)
);
CREATE INDEX payment_linked_account_id_patient_mrn_index ON payment (linked_account_id, patient_mrn);
CREATE INDEX payment_job_id_index ON payment (job_id);

CREATE TABLE patient_note (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  linked_account_id uuid NOT NULL,
  job_id bigint NOT NULL,
  created_at timestamptz DEFAULT now() NOT NULL,
  patient_mrn text NOT NULL,
  subject text NOT NULL,
  note text NOT NULL,
  location_id text,
  tags text[] NOT NULL,
  emr_note_id text,
  CONSTRAINT patient_note_pk PRIMARY KEY (organization_id, id)
);
CREATE INDEX patient_note_linked_account_id_patient_mrn_index ON patient_note (linked_account_id, patient_mrn);
CREATE INDEX patient_note_job_id_index ON patient_note (job_id);

CREATE TABLE message (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  linked_account_id uuid NOT NULL,
  job_id bigint NOT NULL,
  created_at timestamptz DEFAULT now() NOT NULL,
  provider text NOT NULL,
  subject text NOT NULL,
  message text NOT NULL,
  emr_message_id text,
  CONSTRAINT message_pk PRIMARY KEY (organization_id, id)
);
CREATE INDEX message_linked_account_id_created_at_index ON message (linked_account_id, created_at);
CREATE INDEX message_job_id_index ON message (job_id);

CREATE TABLE task (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  linked_account_id uuid NOT NULL,
  job_id bigint NOT NULL,
  created_at timestamptz DEFAULT now() NOT NULL,
  patient_mrn text NOT NULL,
  description text NOT NULL,
  subject text,
  assignee_user_id text,
  phone_call_type_id text,
  notify_list text[] NOT NULL,
  location_id text,
  task_type text,
  details text,
  assigned_to text,
  facility_id text,
  due_date date,
  start_date date NOT NULL,
  priority text NOT NULL,
  emr_task_id text,
  CONSTRAINT task_pk PRIMARY KEY (organization_id, id)
);
CREATE INDEX task_linked_account_id_patient_mrn_index ON task (linked_account_id, patient_mrn);
CREATE INDEX task_job_id_index ON task (job_id);

CREATE TABLE service (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  linked_account_id uuid NOT NULL,
  job_id bigint NOT NULL,
  created_at timestamptz DEFAULT now() NOT NULL,
  patient_mrn text NOT NULL,
  team text NOT NULL,
  service_type text NOT NULL,
  form_id text NOT NULL,
  answers jsonb NOT NULL,
  service_date date NOT NULL,
  emr_service_id text,
  emr_episode_id text,
  CONSTRAINT service_pk PRIMARY KEY (organization_id, id)
);
CREATE INDEX service_linked_account_id_patient_mrn_index ON service (linked_account_id, patient_mrn);
CREATE INDEX service_job_id_index ON service (job_id);

CREATE TABLE patient_order (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  linked_account_id uuid NOT NULL,
  job_id bigint NOT NULL,
  created_at timestamptz DEFAULT now() NOT NULL,
  patient_mrn text NOT NULL,
  type text NOT NULL,
  item_ids text[] NOT NULL,
  provider text,
  priority text NOT NULL,
  notes text,
  emr_order_id text,
  CONSTRAINT patient_order_pk PRIMARY KEY (organization_id, id)
);
CREATE INDEX patient_order_linked_account_id_patient_mrn_index ON patient_order (linked_account_id, patient_mrn);
CREATE INDEX patient_order_job_id_index ON patient_order (job_id);

CREATE TABLE recall_action (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  linked_account_id uuid NOT NULL,
  job_id bigint NOT NULL,
  created_at timestamptz DEFAULT now() NOT NULL,
  recall_id uuid NOT NULL,
  action_taken text NOT NULL,
  note text,
  emr_recall_action_id text,
  closed boolean,
  CONSTRAINT recall_action_pk PRIMARY KEY (organization_id, id)
);
CREATE INDEX recall_action_recall_id_index ON recall_action (recall_id);
CREATE INDEX recall_action_job_id_index ON recall_action (job_id);

CREATE TABLE order_catalog_item (
  organization_id uuid NOT NULL,
  linked_account_id uuid NOT NULL,
  type text NOT NULL,
  item_id text NOT NULL,
  name text NOT NULL,
  billable boolean NOT NULL,
  CONSTRAINT order_catalog_item_pk PRIMARY KEY (organization_id, linked_account_id, type, item_id)
);

-- Webhook endpoints

CREATE TABLE webhook_endpoint (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  linked_account_id uuid NOT NULL,
  url text NOT NULL,
  description text DEFAULT '' NOT NULL,
  event_types text[] NOT NULL,
  secret text NOT NULL,
  previous_secret text,
  previous_secret_until timestamptz,
  status text NOT NULL,
  disabled_reason text,
  failing_since timestamptz,
  created_at timestamptz DEFAULT now() NOT NULL,
  CONSTRAINT webhook_endpoint_pk PRIMARY KEY (organization_id, id)
);
CREATE INDEX webhook_endpoint_linked_account_id_created_at_index ON webhook_endpoint (linked_account_id, created_at);

-- Events, their deliveries, the console's inbox, and streams

CREATE TABLE event (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  linked_account_id uuid NOT NULL,
  job_id bigint,
  type text NOT NULL,
  envelope json NOT NULL,
  created_at timestamptz DEFAULT now() NOT NULL,
  CONSTRAINT event_pk PRIMARY KEY (organization_id, id)
);
CREATE INDEX event_linked_account_id_id_index ON event (linked_account_id, id);
CREATE INDEX event_job_id_index ON event (job_id);

CREATE TABLE delivery (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  linked_account_id uuid NOT NULL,
  event_id uuid NOT NULL,
  target_kind text NOT NULL,
  target_url text,
  endpoint_id uuid,
  api_client_id uuid,
  status text NOT NULL,
  attempts integer DEFAULT 0 NOT NULL,
  next_attempt_at timestamptz,
  created_at timestamptz DEFAULT now() NOT NULL,
  CONSTRAINT delivery_pk PRIMARY KEY (organization_id, id),
  CONSTRAINT delivery_event_fk
    FOREIGN KEY (organization_id, event_id) REFERENCES event (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX delivery_event_id_index ON delivery (event_id);
CREATE INDEX delivery_linked_account_id_status_id_index ON delivery (linked_account_id, status, id);
CREATE INDEX delivery_held_index ON delivery (organization_id, endpoint_id, id) WHERE status = 'held';
CREATE INDEX delivery_pending_index ON delivery (organization_id, created_at) WHERE status = 'pending';
CREATE INDEX delivery_retry_index ON delivery (organization_id, created_at) WHERE status = 'pending' AND attempts > 0;

CREATE TABLE delivery_attempt (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  linked_account_id uuid NOT NULL,
  delivery_id uuid NOT NULL,
  attempt integer NOT NULL,
  at timestamptz DEFAULT now() NOT NULL,
  url text,
  status_code integer,
  duration_ms integer NOT NULL,
  error text,
  endpoint_id uuid,
  exchange jsonb,
  CONSTRAINT delivery_attempt_pk PRIMARY KEY (organization_id, id),
  CONSTRAINT delivery_attempt_delivery_fk
    FOREIGN KEY (organization_id, delivery_id) REFERENCES delivery (organization_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX delivery_attempt_key ON delivery_attempt (organization_id, delivery_id, attempt);
CREATE INDEX delivery_attempt_endpoint_index ON delivery_attempt (endpoint_id, at) WHERE endpoint_id IS NOT NULL;
CREATE INDEX delivery_attempt_exchange_index ON delivery_attempt (linked_account_id, id) WHERE exchange IS NOT NULL;

CREATE TABLE inbox_receipt (
  event_id uuid NOT NULL,
  organization_id uuid NOT NULL,
  linked_account_id uuid NOT NULL,
  envelope json NOT NULL,
  received_at timestamptz DEFAULT now() NOT NULL,
  CONSTRAINT inbox_receipt_pk PRIMARY KEY (organization_id, linked_account_id, event_id)
);

CREATE TABLE stream_message (
  seq bigint GENERATED ALWAYS AS IDENTITY (sequence name stream_message_seq_seq),
  organization_id uuid NOT NULL,
  linked_account_id uuid NOT NULL,
  kind text NOT NULL,
  payload jsonb NOT NULL,
  created_at timestamptz DEFAULT now() NOT NULL,
  position bigint
);
CREATE INDEX stream_message_unsequenced_index ON stream_message (linked_account_id, seq) WHERE position IS NULL;
CREATE UNIQUE INDEX stream_message_position_index ON stream_message (organization_id, linked_account_id, position)
  WHERE position IS NOT NULL;

CREATE TABLE stream_head (
  organization_id uuid NOT NULL,
  linked_account_id uuid NOT NULL,
  position bigint DEFAULT 0 NOT NULL,
  CONSTRAINT stream_head_pk PRIMARY KEY (organization_id, linked_account_id)
);

-- Embedded views

CREATE TABLE embed_origin (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  origin text NOT NULL,
  created_at timestamptz DEFAULT now() NOT NULL,
  CONSTRAINT embed_origin_pk PRIMARY KEY (organization_id, id),
  CONSTRAINT embed_origin_organization_id_organization_id_fk
    FOREIGN KEY (organization_id) REFERENCES organization (id)
);
CREATE UNIQUE INDEX embed_origin_of_organization ON embed_origin (organization_id, origin);

CREATE TABLE embed_session (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  linked_account_id uuid NOT NULL,
  api_client_id uuid NOT NULL,
  token_hash text NOT NULL,
  origin text NOT NULL,
  view text NOT NULL,
  parameters jsonb NOT NULL,
  permissions text[] NOT NULL,
  actor_id text NOT NULL,
  actor_name text NOT NULL,
  theme jsonb NOT NULL,
  expires_at timestamptz NOT NULL,
  revoked_at timestamptz,
  created_at timestamptz DEFAULT now() NOT NULL,
  CONSTRAINT embed_session_pk PRIMARY KEY (organization_id, id),
  CONSTRAINT embed_session_api_client_fk
    FOREIGN KEY (organization_id, api_client_id) REFERENCES api_client (organization_id, id)
);
CREATE INDEX embed_session_expiry ON embed_session (organization_id, expires_at);

-- Saved views

CREATE TABLE saved_view (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  linked_account_id uuid NOT NULL,
  user_id uuid NOT NULL,
  name text NOT NULL,
  filters jsonb NOT NULL,
  created_at timestamptz DEFAULT now() NOT NULL,
  updated_at timestamptz DEFAULT now() NOT NULL,
  CONSTRAINT saved_view_pk PRIMARY KEY (organization_id, id)
);
CREATE UNIQUE INDEX saved_view_name ON saved_view (organization_id, linked_account_id, user_id, lower(name));

-- Counters and leases that belong to no tenant

CREATE TABLE rate_window (
  caller text NOT NULL,
  minute timestamptz NOT NULL,
  requests integer NOT NULL,
  CONSTRAINT rate_window_pk PRIMARY KEY (caller, minute)
);

CREATE TABLE sign_in_bucket (
  subject text PRIMARY KEY,
  empty_at timestamptz NOT NULL
);
CREATE INDEX sign_in_bucket_empty_at_index ON sign_in_bucket (empty_at);

CREATE TABLE periodic_task (
  name text PRIMARY KEY,
  began_at timestamptz NOT NULL
);

-- Unlogged: after a crash of PostgreSQL each process inserts its leases again.
CREATE UNLOGGED TABLE stream_lease (
  caller text NOT NULL,
  process uuid NOT NULL,
  streams integer NOT NULL,
  renewed_at timestamptz NOT NULL,
  CONSTRAINT stream_lease_pk PRIMARY KEY (caller, process)
);
