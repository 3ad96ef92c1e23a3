-- Tables, keys and indexes of the drizzle schema (lib/db/schema.ts, lib/**/table.ts), in the order of their rooms. This
-- file and the next four are the baseline: they create what 63 migrations, 0000 to 0062, had led to.

-- Sequences

-- Job ids, drawn before the insert.
CREATE SEQUENCE job_id_seq;

-- Orders EMR reads and changes to synchronized rows without clocks (lib/db/as-of.ts).
CREATE SEQUENCE as_of_seq;

-- Organizations, with their accounts and API clients

CREATE TABLE organization (
  id uuid NOT NULL,
  name text NOT NULL,
  created_at timestamptz DEFAULT now() NOT NULL,
  requires_second_factor boolean DEFAULT false NOT NULL,
  oauth_enabled boolean DEFAULT false NOT NULL,
  CONSTRAINT organization_pkey PRIMARY KEY (id)
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
  connection jsonb,
  credentials text,
  profile jsonb,
  writes text[],
  signs_events boolean DEFAULT false NOT NULL,
  downtime_passphrase text,
  emr_answered_at timestamptz,
  visit_meanings jsonb DEFAULT '{}'::jsonb NOT NULL,
  link_version integer DEFAULT 0 NOT NULL,
  origin_version integer DEFAULT 0 NOT NULL,
  sync_interval_minutes integer DEFAULT 5 NOT NULL,
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

CREATE TABLE organization_key (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  public_keys jsonb NOT NULL,
  private_keys text NOT NULL,
  signs_from timestamptz NOT NULL,
  retires_at timestamptz,
  created_at timestamptz DEFAULT now() NOT NULL,
  CONSTRAINT organization_key_pk PRIMARY KEY (organization_id, id),
  CONSTRAINT organization_key_organization_id_organization_id_fk
    FOREIGN KEY (organization_id) REFERENCES organization (id)
);

CREATE TABLE directory (
  kind text NOT NULL,
  key text NOT NULL,
  organization_id uuid NOT NULL,
  record_id uuid NOT NULL,
  CONSTRAINT directory_pk PRIMARY KEY (kind, key, organization_id)
);
CREATE UNIQUE INDEX directory_key ON directory (kind, key) WHERE kind <> 'email';
CREATE INDEX directory_record_id_kind_index ON directory (record_id, kind);

-- People, how they sign in, and the directories that provide them

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
  deactivated_at timestamptz,
  created_at timestamptz DEFAULT now() NOT NULL,
  last_signed_in_at timestamptz,
  reset_hash text,
  reset_expires_at timestamptz,
  mailed_alerts text[],
  home_user_id uuid,
  home_organization_id uuid,
  external_id text,
  removed_at timestamptz,
  external_id_vouched boolean DEFAULT false NOT NULL,
  directory_attributes jsonb,
  user_name text,
  modified_at timestamptz,
  former_external_id text,
  credentials_version integer DEFAULT 0 NOT NULL,
  CONSTRAINT app_user_pk PRIMARY KEY (organization_id, id),
  CONSTRAINT app_user_identity_whole CHECK ((identity_issuer IS NULL) = (identity_subject IS NULL)),
  CONSTRAINT app_user_organization_id_organization_id_fk FOREIGN KEY (organization_id) REFERENCES organization (id)
);
CREATE UNIQUE INDEX app_user_email_index ON app_user (organization_id, email);
CREATE UNIQUE INDEX app_user_identity_index ON app_user (organization_id, identity_issuer, identity_subject);

CREATE TABLE app_session (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  user_id uuid NOT NULL,
  session_version integer NOT NULL,
  device text NOT NULL,
  address text,
  started_at timestamptz NOT NULL,
  seen_at timestamptz NOT NULL,
  home_mark text,
  confined boolean DEFAULT false NOT NULL,
  leaving_at timestamptz,
  vouched boolean DEFAULT false NOT NULL,
  CONSTRAINT app_session_pk PRIMARY KEY (organization_id, id)
);
CREATE INDEX app_session_organization_id_user_id_index ON app_session (organization_id, user_id);

CREATE TABLE second_factor (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  user_id uuid NOT NULL,
  kind text NOT NULL,
  name text NOT NULL,
  secret text,
  last_step bigint,
  credential_id text,
  public_key bytea,
  sign_count bigint,
  transports text[],
  created_at timestamptz DEFAULT now() NOT NULL,
  last_used_at timestamptz,
  CONSTRAINT second_factor_pk PRIMARY KEY (organization_id, id),
  CONSTRAINT second_factor_whole CHECK (
    CASE kind
      WHEN 'totp' THEN (num_nonnulls(secret, last_step) = 2)
      ELSE (num_nonnulls(credential_id, public_key, sign_count, transports) = 4)
    END
  )
);
CREATE UNIQUE INDEX second_factor_totp_index ON second_factor (organization_id, user_id) WHERE kind = 'totp';
CREATE UNIQUE INDEX second_factor_credential_index ON second_factor (organization_id, credential_id);
CREATE INDEX second_factor_organization_id_user_id_index ON second_factor (organization_id, user_id);

CREATE TABLE second_factor_challenge (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  user_id uuid NOT NULL,
  session_version integer NOT NULL,
  purpose text NOT NULL,
  to_sign text,
  expires_at timestamptz NOT NULL,
  CONSTRAINT second_factor_challenge_pk PRIMARY KEY (organization_id, id)
);
CREATE INDEX second_factor_challenge_organization_id_user_id_index
  ON second_factor_challenge (organization_id, user_id);

CREATE TABLE recovery_code (
  organization_id uuid NOT NULL,
  user_id uuid NOT NULL,
  hash text NOT NULL,
  CONSTRAINT recovery_code_pk PRIMARY KEY (organization_id, user_id, hash)
);

CREATE TABLE own_provider (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  issuer text NOT NULL,
  client_id text NOT NULL,
  client_secret text NOT NULL,
  external_id_claim text NOT NULL,
  created_at timestamptz DEFAULT now() NOT NULL,
  CONSTRAINT own_provider_pk PRIMARY KEY (organization_id, id)
);
CREATE UNIQUE INDEX own_provider_organization_index ON own_provider (organization_id);

CREATE TABLE own_identity (
  organization_id uuid NOT NULL,
  user_id uuid NOT NULL,
  issuer text NOT NULL,
  subject text NOT NULL,
  created_at timestamptz DEFAULT now() NOT NULL,
  external_id text,
  client_id text,
  CONSTRAINT own_identity_pk PRIMARY KEY (organization_id, issuer, subject)
);
CREATE UNIQUE INDEX own_identity_user_index ON own_identity (organization_id, user_id);

CREATE TABLE scim_token (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  name text NOT NULL,
  token_hash text NOT NULL,
  admin_role text,
  revoked_at timestamptz,
  last_used_at timestamptz,
  created_at timestamptz DEFAULT now() NOT NULL,
  CONSTRAINT scim_token_pk PRIMARY KEY (organization_id, id)
);

-- Tokens of assistants, and grants of OAuth

CREATE TABLE mcp_token (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  linked_account_id uuid NOT NULL,
  user_id uuid NOT NULL,
  name text NOT NULL,
  token_hash text NOT NULL,
  reads text[] NOT NULL,
  drafts text[] NOT NULL,
  expires_at timestamptz NOT NULL,
  revoked_at timestamptz,
  last_used_at timestamptz,
  created_at timestamptz DEFAULT now() NOT NULL,
  client_id text,
  client_host text,
  CONSTRAINT mcp_token_pk PRIMARY KEY (organization_id, id)
);
CREATE INDEX mcp_token_linked_account_id_id_index ON mcp_token (linked_account_id, id);

-- A client registers before anybody has signed in, and people of several organizations may use it.
CREATE TABLE oauth_client (
  client_id text NOT NULL,
  name text NOT NULL,
  redirect_uris text[] NOT NULL,
  fetched_at timestamptz,
  used_at timestamptz,
  created_at timestamptz DEFAULT now() NOT NULL,
  CONSTRAINT oauth_client_pkey PRIMARY KEY (client_id)
);
CREATE INDEX oauth_client_created_at_index ON oauth_client (created_at);

CREATE TABLE oauth_credential (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  grant_id uuid NOT NULL,
  kind text NOT NULL,
  hash text NOT NULL,
  resource text NOT NULL,
  redirect_uri text,
  code_challenge text,
  parent_id uuid,
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  ended_at timestamptz,
  created_at timestamptz DEFAULT now() NOT NULL,
  CONSTRAINT oauth_credential_pk PRIMARY KEY (organization_id, id)
);
CREATE INDEX oauth_credential_organization_id_grant_id_index ON oauth_credential (organization_id, grant_id);
CREATE INDEX oauth_credential_organization_id_expires_at_index ON oauth_credential (organization_id, expires_at);

-- Embedded views, and the packages of the client

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

-- An address never changes its bytes.
CREATE TABLE client_package (
  file text NOT NULL,
  content bytea NOT NULL,
  created_at timestamptz DEFAULT now() NOT NULL,
  CONSTRAINT client_package_pkey PRIMARY KEY (file)
);

-- What people and clients did

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
  detail jsonb,
  CONSTRAINT audit_log_pk PRIMARY KEY (organization_id, id)
);
CREATE INDEX audit_log_organization_id_at_id_index ON audit_log (organization_id, at, id);

CREATE TABLE audit_link (
  organization_id uuid NOT NULL,
  entry_id uuid NOT NULL,
  seal integer NOT NULL,
  digest bytea NOT NULL,
  CONSTRAINT audit_link_pk PRIMARY KEY (organization_id, entry_id)
);

CREATE TABLE audit_seal (
  organization_id uuid NOT NULL,
  number integer NOT NULL,
  entries integer NOT NULL,
  complete_to timestamptz NOT NULL,
  sealed_at timestamptz NOT NULL,
  hash bytea NOT NULL,
  key_id text NOT NULL,
  mac bytea NOT NULL,
  CONSTRAINT audit_seal_pk PRIMARY KEY (organization_id, number)
);

-- Saved views, tests of connections, and mails

CREATE TABLE saved_view (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  linked_account_id uuid NOT NULL,
  user_id uuid NOT NULL,
  name text NOT NULL,
  filters jsonb NOT NULL,
  created_at timestamptz DEFAULT now() NOT NULL,
  updated_at timestamptz DEFAULT now() NOT NULL,
  list text DEFAULT 'jobs' NOT NULL,
  CONSTRAINT saved_view_pk PRIMARY KEY (organization_id, id)
);
CREATE INDEX saved_view_of_list ON saved_view (organization_id, linked_account_id, user_id, list, lower(name));

CREATE TABLE connection_probe (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  user_id uuid NOT NULL,
  digest text NOT NULL,
  wrote boolean NOT NULL,
  profile jsonb NOT NULL,
  expires_at timestamptz NOT NULL,
  used_by uuid,
  created_at timestamptz DEFAULT now() NOT NULL,
  CONSTRAINT connection_probe_pk PRIMARY KEY (organization_id, id)
);

CREATE TABLE mail (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  user_id uuid NOT NULL,
  kind text NOT NULL,
  cause text NOT NULL,
  content text,
  status text DEFAULT 'queued' NOT NULL,
  attempts integer DEFAULT 0 NOT NULL,
  created_at timestamptz DEFAULT now() NOT NULL,
  ended_at timestamptz,
  next_attempt_at timestamptz,
  CONSTRAINT mail_pk PRIMARY KEY (organization_id, id)
);
CREATE UNIQUE INDEX mail_cause_index ON mail (organization_id, user_id, cause);

-- The practice as synchronized from the EMR: patients, staff, locations and lists

CREATE TABLE patient (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  linked_account_id uuid NOT NULL,
  mrn text NOT NULL,
  ehr_id text NOT NULL,
  first_name text NOT NULL,
  last_name text NOT NULL,
  dob date,
  gender text NOT NULL,
  phone text NOT NULL,
  email text NOT NULL,
  address jsonb NOT NULL,
  search_text text NOT NULL,
  merged_into text,
  middle_name text,
  suffix text,
  mobile_phone text,
  preferred_language text,
  active boolean DEFAULT true NOT NULL,
  deceased boolean DEFAULT false NOT NULL,
  deceased_at text,
  set_aside text,
  emergency_contact jsonb,
  replaced_by text,
  replaces text[],
  as_of bigint DEFAULT 0 NOT NULL,
  CONSTRAINT patient_pk PRIMARY KEY (organization_id, id),
  CONSTRAINT patient_ehr_id_key UNIQUE (organization_id, linked_account_id, ehr_id)
);
CREATE INDEX patient_by_name_index ON patient (linked_account_id, last_name, first_name, mrn, ehr_id);
CREATE INDEX patient_linked_account_id_merged_into_index
  ON patient (linked_account_id, merged_into) WHERE merged_into IS NOT NULL;
CREATE INDEX patient_with_merges_index
  ON patient (linked_account_id) WHERE (merged_into IS NOT NULL) OR (replaced_by IS NOT NULL) OR (replaces IS NOT NULL);
CREATE INDEX patient_by_birth_date_index ON patient (linked_account_id, dob);
CREATE INDEX patient_by_first_name_index ON patient (linked_account_id, first_name);
CREATE INDEX patient_by_number_index ON patient (linked_account_id, mrn, phone, organization_id);

CREATE TABLE patient_name (
  organization_id uuid NOT NULL,
  linked_account_id uuid NOT NULL,
  part text NOT NULL,
  text text NOT NULL,
  word text NOT NULL,
  CONSTRAINT patient_name_pk PRIMARY KEY (organization_id, linked_account_id, part, text, word)
);
CREATE INDEX patient_name_by_word_index ON patient_name (linked_account_id, word);

CREATE TABLE patient_word (
  organization_id uuid NOT NULL,
  linked_account_id uuid NOT NULL,
  word text NOT NULL,
  letters integer NOT NULL,
  CONSTRAINT patient_word_pk PRIMARY KEY (organization_id, linked_account_id, word)
);

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
  set_aside text,
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
  set_aside text,
  CONSTRAINT provider_pk PRIMARY KEY (organization_id, id),
  CONSTRAINT provider_ehr_id_key UNIQUE (organization_id, linked_account_id, ehr_id)
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
  set_aside text,
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
  set_aside text,
  CONSTRAINT referring_provider_pk PRIMARY KEY (organization_id, id),
  CONSTRAINT referring_provider_ehr_id_key UNIQUE (organization_id, linked_account_id, ehr_id)
);
CREATE INDEX referring_provider_linked_account_id_last_name_first_name_id_in
  ON referring_provider (linked_account_id, last_name, first_name, id);

CREATE TABLE visit_status (
  organization_id uuid NOT NULL,
  linked_account_id uuid NOT NULL,
  code text NOT NULL,
  description text NOT NULL,
  position integer NOT NULL,
  meaning text,
  CONSTRAINT visit_status_pk PRIMARY KEY (organization_id, linked_account_id, code)
);

CREATE TABLE visit_type (
  organization_id uuid NOT NULL,
  linked_account_id uuid NOT NULL,
  id text NOT NULL,
  name text NOT NULL,
  duration integer NOT NULL,
  set_aside text,
  CONSTRAINT visit_type_pk PRIMARY KEY (organization_id, linked_account_id, id)
);

CREATE TABLE form (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  linked_account_id uuid NOT NULL,
  emr_form_id text NOT NULL,
  name text NOT NULL,
  scored boolean NOT NULL,
  questions jsonb NOT NULL,
  stem text,
  set_aside text,
  CONSTRAINT form_pk PRIMARY KEY (organization_id, id),
  CONSTRAINT form_emr_form_id_key UNIQUE (organization_id, linked_account_id, emr_form_id)
);

CREATE TABLE order_catalog_item (
  organization_id uuid NOT NULL,
  linked_account_id uuid NOT NULL,
  type text NOT NULL,
  item_id text NOT NULL,
  name text NOT NULL,
  billable boolean NOT NULL,
  CONSTRAINT order_catalog_item_pk PRIMARY KEY (organization_id, linked_account_id, type, item_id)
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
  status_since timestamptz,
  set_aside text,
  CONSTRAINT appointment_pk PRIMARY KEY (organization_id, id),
  CONSTRAINT appointment_emr_appointment_id_key UNIQUE (organization_id, linked_account_id, emr_appointment_id)
);
CREATE INDEX appointment_linked_account_id_category_starts_at_id_index
  ON appointment (linked_account_id, category, starts_at, id);
CREATE INDEX appointment_linked_account_id_starts_at_id_index ON appointment (linked_account_id, starts_at, id);
CREATE INDEX appointment_linked_account_id_patient_mrn_starts_at_index
  ON appointment (linked_account_id, patient_mrn, starts_at);
CREATE INDEX appointment_linked_account_id_patient_ehr_id_index ON appointment (linked_account_id, patient_ehr_id);
CREATE INDEX appointment_part_index
  ON appointment (linked_account_id, split_part(emr_appointment_id, '/', 1))
  WHERE (category = 'appointment') AND (emr_appointment_id LIKE '%/%');
CREATE INDEX appointment_lasting_index ON appointment (linked_account_id, starts_at) WHERE duration > 1440;

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
  set_aside text,
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
  referring_provider_ehr_id text,
  patient_ehr_id text,
  set_aside text,
  CONSTRAINT referral_pk PRIMARY KEY (organization_id, id),
  CONSTRAINT referral_ehr_id_key UNIQUE (organization_id, linked_account_id, ehr_id)
);
CREATE INDEX referral_linked_account_id_created_at_id_index ON referral (linked_account_id, created_at, id);
CREATE INDEX referral_linked_account_id_patient_mrn_index ON referral (linked_account_id, patient_mrn);
CREATE INDEX referral_linked_account_id_referring_provider_ehr_id_index
  ON referral (linked_account_id, referring_provider_ehr_id);
CREATE INDEX referral_linked_account_id_patient_ehr_id_index ON referral (linked_account_id, patient_ehr_id);

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
  set_aside text,
  CONSTRAINT recall_pk PRIMARY KEY (organization_id, id),
  CONSTRAINT recall_ehr_id_key UNIQUE (organization_id, linked_account_id, ehr_id)
);
CREATE INDEX recall_linked_account_id_due_date_id_index ON recall (linked_account_id, due_date, id);

CREATE TABLE document (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  linked_account_id uuid NOT NULL,
  emr_id text,
  file_name text NOT NULL,
  mime_type text NOT NULL,
  size integer NOT NULL,
  sha256 text NOT NULL,
  patient_mrn text,
  referral_id uuid,
  created_at timestamptz DEFAULT now() NOT NULL,
  referral_ehr_id text,
  version text,
  patient_ehr_id text,
  set_aside text,
  as_of bigint DEFAULT 0 NOT NULL,
  job_id bigint,
  category text,
  description text,
  CONSTRAINT document_pk PRIMARY KEY (organization_id, id),
  CONSTRAINT document_emr_id_key UNIQUE (organization_id, linked_account_id, emr_id)
);
CREATE INDEX document_linked_account_id_created_at_id_index ON document (linked_account_id, created_at, id);
CREATE INDEX document_referral_id_index ON document (referral_id);
CREATE INDEX document_linked_account_id_referral_ehr_id_index ON document (linked_account_id, referral_ehr_id);
CREATE INDEX document_linked_account_id_patient_ehr_id_index ON document (linked_account_id, patient_ehr_id);

CREATE TABLE document_content (
  document_id uuid NOT NULL,
  organization_id uuid NOT NULL,
  linked_account_id uuid NOT NULL,
  content bytea NOT NULL,
  CONSTRAINT document_content_pk PRIMARY KEY (organization_id, document_id),
  CONSTRAINT document_content_document_fk
    FOREIGN KEY (organization_id, document_id) REFERENCES document (organization_id, id) ON DELETE CASCADE
);

CREATE TABLE document_part (
  document_id uuid NOT NULL,
  organization_id uuid NOT NULL,
  linked_account_id uuid NOT NULL,
  number integer NOT NULL,
  content bytea NOT NULL,
  created_at timestamptz DEFAULT now() NOT NULL,
  CONSTRAINT document_part_pk PRIMARY KEY (organization_id, document_id, number)
);
CREATE INDEX document_part_linked_account_id_created_at_index ON document_part (linked_account_id, created_at);

-- Records written through the API

CREATE TABLE booking (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  linked_account_id uuid NOT NULL,
  job_id bigint NOT NULL,
  created_at timestamptz DEFAULT now() NOT NULL,
  patient_mrn text,
  provider_ehr_id text NOT NULL,
  secondary_provider_ehr_id text,
  location_id text NOT NULL,
  visit_type_id text NOT NULL,
  visit_type_name text NOT NULL,
  starts_at timestamptz NOT NULL,
  duration integer NOT NULL,
  emr_appointment_id text,
  CONSTRAINT booking_pk PRIMARY KEY (organization_id, id)
);
CREATE INDEX booking_linked_account_id_starts_at_index ON booking (linked_account_id, starts_at);
CREATE INDEX booking_job_id_index ON booking (job_id);

CREATE TABLE visit_move (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  linked_account_id uuid NOT NULL,
  job_id bigint NOT NULL,
  created_at timestamptz DEFAULT now() NOT NULL,
  appointment_id uuid NOT NULL,
  provider_ehr_id text NOT NULL,
  secondary_provider_ehr_id text,
  starts_at timestamptz NOT NULL,
  duration integer NOT NULL,
  visit_type_id text,
  visit_type_name text,
  from_provider_ehr_id text NOT NULL,
  from_starts_at timestamptz NOT NULL,
  from_duration integer NOT NULL,
  CONSTRAINT visit_move_pk PRIMARY KEY (organization_id, id)
);
CREATE INDEX visit_move_linked_account_id_starts_at_index ON visit_move (linked_account_id, starts_at);
CREATE INDEX visit_move_linked_account_id_appointment_id_index ON visit_move (linked_account_id, appointment_id);
CREATE INDEX visit_move_job_id_index ON visit_move (job_id);

CREATE TABLE visit_note (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  linked_account_id uuid NOT NULL,
  job_id bigint NOT NULL,
  created_at timestamptz DEFAULT now() NOT NULL,
  appointment_id uuid NOT NULL,
  emr_appointment_id text NOT NULL,
  patient_mrn text NOT NULL,
  subject text NOT NULL,
  note text NOT NULL,
  emr_note_id text,
  CONSTRAINT visit_note_pk PRIMARY KEY (organization_id, id)
);
CREATE INDEX visit_note_linked_account_id_patient_mrn_index ON visit_note (linked_account_id, patient_mrn);
CREATE INDEX visit_note_job_id_index ON visit_note (job_id);

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

CREATE TABLE patient_insurance (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  linked_account_id uuid NOT NULL,
  job_id bigint NOT NULL,
  created_at timestamptz DEFAULT now() NOT NULL,
  patient_mrn text NOT NULL,
  payer_id text,
  payer_name text NOT NULL,
  member_id text NOT NULL,
  group_number text,
  priority integer NOT NULL,
  relationship text NOT NULL,
  subscriber text,
  emr_insurance_id text,
  CONSTRAINT patient_insurance_pk PRIMARY KEY (organization_id, id)
);
CREATE INDEX patient_insurance_linked_account_id_patient_mrn_index
  ON patient_insurance (linked_account_id, patient_mrn);
CREATE INDEX patient_insurance_job_id_index ON patient_insurance (job_id);

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
  score double precision,
  risk_band text,
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

CREATE TABLE downtime_packet (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  linked_account_id uuid NOT NULL,
  day date NOT NULL,
  made text NOT NULL,
  size integer NOT NULL,
  file bytea NOT NULL,
  created_at timestamptz DEFAULT now() NOT NULL,
  CONSTRAINT downtime_packet_pk PRIMARY KEY (organization_id, id)
);
CREATE UNIQUE INDEX downtime_packet_evening_index
  ON downtime_packet (organization_id, linked_account_id, day) WHERE made = 'evening';
CREATE INDEX downtime_packet_linked_account_id_created_at_id_index
  ON downtime_packet (linked_account_id, created_at, id);

CREATE TABLE draft (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  linked_account_id uuid NOT NULL,
  operation text NOT NULL,
  fields jsonb NOT NULL,
  patient_mrn text,
  drafted_by jsonb NOT NULL,
  token_id uuid NOT NULL,
  job_id bigint,
  sent_at timestamptz,
  created_at timestamptz DEFAULT now() NOT NULL,
  CONSTRAINT draft_pk PRIMARY KEY (organization_id, id)
);
CREATE INDEX draft_linked_account_id_created_at_id_index ON draft (linked_account_id, created_at, id);

-- What changed, and the versions of synchronized records

CREATE TABLE record_change (
  organization_id uuid NOT NULL,
  linked_account_id uuid NOT NULL,
  position bigint NOT NULL,
  kind text NOT NULL,
  change text NOT NULL,
  record_id uuid NOT NULL,
  ehr_id text,
  patient_mrn text,
  job_id bigint,
  updated_fields text[] NOT NULL,
  record json,
  at timestamptz NOT NULL,
  own boolean DEFAULT false NOT NULL,
  differences json DEFAULT '[]'::json NOT NULL,
  CONSTRAINT record_change_pk PRIMARY KEY (organization_id, linked_account_id, "position")
);
CREATE INDEX record_change_record ON record_change (organization_id, linked_account_id, record_id, "position");
CREATE INDEX record_change_patient ON record_change (organization_id, linked_account_id, patient_mrn, "position");

CREATE TABLE change_head (
  organization_id uuid NOT NULL,
  linked_account_id uuid NOT NULL,
  position bigint DEFAULT 0 NOT NULL,
  kept_from bigint DEFAULT 0 NOT NULL,
  linked_from bigint DEFAULT 0 NOT NULL,
  CONSTRAINT change_head_pk PRIMARY KEY (organization_id, linked_account_id)
);

CREATE TABLE record_version (
  organization_id uuid NOT NULL,
  linked_account_id uuid NOT NULL,
  record text NOT NULL,
  slot uuid NOT NULL,
  version uuid NOT NULL,
  CONSTRAINT record_version_pk PRIMARY KEY (organization_id, linked_account_id, record, slot)
);

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
  warnings text[] DEFAULT '{}'::text[] NOT NULL,
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
  refused boolean DEFAULT false NOT NULL,
  trace jsonb,
  conflicts jsonb,
  origin_version integer DEFAULT 0 NOT NULL,
  reasons jsonb,
  metadata jsonb DEFAULT '{}'::jsonb NOT NULL,
  waiting_code text,
  coded_reason text,
  day_keys text[] DEFAULT '{}'::text[] NOT NULL,
  CONSTRAINT job_pk PRIMARY KEY (organization_id, id)
);
CREATE INDEX job_linked_account_id_id_index ON job (linked_account_id, id);
CREATE INDEX job_kept_index
  ON job (linked_account_id, finished_at) WHERE (forgotten_at IS NULL) AND (finished_at IS NOT NULL);
CREATE INDEX job_linked_account_id_status_id_index ON job (linked_account_id, status, id);
CREATE INDEX job_linked_account_id_patient_mrn_id_index ON job (linked_account_id, patient_mrn, id);
CREATE INDEX job_retry_of_index ON job (retry_of) WHERE retry_of IS NOT NULL;
CREATE INDEX job_record_index ON job (linked_account_id, record_key, id) WHERE record_key IS NOT NULL;
CREATE INDEX job_waiting_for_index ON job (waiting_for) WHERE waiting_for IS NOT NULL;
CREATE INDEX job_ambiguous_index ON job (linked_account_id, id) WHERE ambiguous;
CREATE INDEX job_live_index ON job (organization_id, created_at) WHERE status IN ('queued', 'running');
CREATE UNIQUE INDEX job_one_at_a_time
  ON job (organization_id, linked_account_id, type)
  WHERE one_at_a_time AND (status IN ('queued', 'running')) AND (to_reconcile IS NULL);
CREATE INDEX job_day_index
  ON job (linked_account_id, id) WHERE (day_keys <> '{}'::text[]) AND (status IN ('queued', 'running'));
CREATE INDEX job_warned_index ON job (linked_account_id, id) WHERE warnings <> '{}'::text[];

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
  weak_guarantee text,
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

CREATE TABLE passed_on (
  organization_id uuid NOT NULL,
  linked_account_id uuid NOT NULL,
  job_id bigint NOT NULL,
  callback_hash text NOT NULL,
  caller_waits boolean DEFAULT false NOT NULL,
  refusal jsonb,
  sent_at timestamptz,
  answer jsonb,
  due_at timestamptz NOT NULL,
  received_at timestamptz,
  event_id text,
  CONSTRAINT passed_on_pk PRIMARY KEY (organization_id, job_id),
  CONSTRAINT passed_on_callback_key UNIQUE (organization_id, callback_hash)
);
CREATE INDEX passed_on_linked_account_id_due_at_index ON passed_on (linked_account_id, due_at);

-- Reading from the EMR: syncs, its events, and its limit of calls

CREATE TABLE sync_kind (
  organization_id uuid NOT NULL,
  linked_account_id uuid NOT NULL,
  kind text NOT NULL,
  status text DEFAULT 'waiting' NOT NULL,
  runner uuid,
  mode text DEFAULT 'whole' NOT NULL,
  reading boolean DEFAULT false NOT NULL,
  cursor text,
  since text,
  as_of bigint,
  pages integer DEFAULT 0 NOT NULL,
  rows integer DEFAULT 0 NOT NULL,
  total integer,
  set_aside integer DEFAULT 0 NOT NULL,
  began_at timestamptz,
  page_at timestamptz,
  synced_at timestamptz,
  swept_at timestamptz,
  failures integer DEFAULT 0 NOT NULL,
  reason text,
  held jsonb,
  accept_held boolean DEFAULT false NOT NULL,
  anew_since bigint,
  note text,
  first_load text,
  told_from bigint,
  announced boolean DEFAULT false NOT NULL,
  changes_alone boolean DEFAULT false NOT NULL,
  changes_at timestamptz,
  CONSTRAINT sync_kind_pk PRIMARY KEY (organization_id, linked_account_id, kind)
);

CREATE TABLE sync_seen (
  organization_id uuid NOT NULL,
  linked_account_id uuid NOT NULL,
  kind text NOT NULL,
  ehr_id text NOT NULL,
  CONSTRAINT sync_seen_pk PRIMARY KEY (organization_id, linked_account_id, kind, ehr_id)
);

CREATE TABLE sync_set_aside (
  organization_id uuid NOT NULL,
  linked_account_id uuid NOT NULL,
  kind text NOT NULL,
  ehr_id text NOT NULL,
  reason text NOT NULL,
  at timestamptz DEFAULT now() NOT NULL,
  CONSTRAINT sync_set_aside_pk PRIMARY KEY (organization_id, linked_account_id, kind, ehr_id)
);

CREATE TABLE account_freshness (
  organization_id uuid NOT NULL,
  linked_account_id uuid NOT NULL,
  today_began_at timestamptz,
  today_read_at timestamptz,
  changes_began_at timestamptz,
  changes_read_at timestamptz,
  today_seconds integer,
  changes_seconds integer,
  today_reason text,
  changes_reason text,
  failures integer DEFAULT 0 NOT NULL,
  paused_until timestamptz,
  CONSTRAINT account_freshness_pk PRIMARY KEY (organization_id, linked_account_id)
);

CREATE TABLE emr_budget (
  organization_id uuid NOT NULL,
  linked_account_id uuid NOT NULL,
  origin text,
  window_start timestamptz NOT NULL,
  calls integer DEFAULT 0 NOT NULL,
  limit_calls integer,
  window_ms integer DEFAULT 60000 NOT NULL,
  learned_from text,
  paused_until timestamptz,
  writes_wanted_until timestamptz,
  reads_wanted_until timestamptz,
  confirmed_at timestamptz,
  raised_at timestamptz,
  raised_from integer,
  under_way jsonb DEFAULT '{}'::jsonb NOT NULL,
  CONSTRAINT emr_budget_pk PRIMARY KEY (organization_id, linked_account_id)
);

CREATE TABLE emr_event_reading (
  organization_id uuid NOT NULL,
  linked_account_id uuid NOT NULL,
  since timestamptz NOT NULL,
  next_at timestamptz NOT NULL,
  log_at timestamptz,
  CONSTRAINT emr_event_reading_pk PRIMARY KEY (organization_id, linked_account_id)
);
CREATE INDEX emr_event_reading_organization_id_next_at_index ON emr_event_reading (organization_id, next_at);

CREATE TABLE emr_event_taken (
  organization_id uuid NOT NULL,
  linked_account_id uuid NOT NULL,
  event_id text NOT NULL,
  taken_at timestamptz NOT NULL,
  CONSTRAINT emr_event_taken_pk PRIMARY KEY (organization_id, linked_account_id, event_id)
);
CREATE INDEX emr_event_taken_linked_account_id_taken_at_index ON emr_event_taken (linked_account_id, taken_at);

CREATE TABLE emr_event_arrived (
  organization_id uuid NOT NULL,
  linked_account_id uuid NOT NULL,
  event_id text NOT NULL,
  event text NOT NULL,
  arrived_at timestamptz NOT NULL,
  CONSTRAINT emr_event_arrived_pk PRIMARY KEY (organization_id, linked_account_id, event_id)
);
CREATE INDEX emr_event_arrived_linked_account_id_arrived_at_index ON emr_event_arrived (linked_account_id, arrived_at);

CREATE TABLE emr_webhook (
  id uuid NOT NULL,
  organization_id uuid NOT NULL,
  emr_type text NOT NULL,
  client text NOT NULL,
  sealed text NOT NULL,
  registration_id text,
  registered_at timestamptz,
  problem text,
  next_at timestamptz NOT NULL,
  heard_at timestamptz,
  missed_at timestamptz,
  refused_at timestamptz,
  remove_until timestamptz,
  created_at timestamptz DEFAULT now() NOT NULL,
  secret_asked_at timestamptz,
  secret_changed_at timestamptz,
  secret_problem text,
  CONSTRAINT emr_webhook_pk PRIMARY KEY (organization_id, id)
);
CREATE UNIQUE INDEX emr_webhook_client_index ON emr_webhook (organization_id, client);

-- Events, their deliveries, the console's inbox, and streams

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
  owner text,
  earlier_secrets text,
  signature_header text,
  failing_warned_at timestamptz,
  CONSTRAINT webhook_endpoint_pk PRIMARY KEY (organization_id, id)
);
CREATE INDEX webhook_endpoint_linked_account_id_created_at_index ON webhook_endpoint (linked_account_id, created_at);

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
  trace jsonb,
  CONSTRAINT delivery_pk PRIMARY KEY (organization_id, id),
  CONSTRAINT delivery_event_fk
    FOREIGN KEY (organization_id, event_id) REFERENCES event (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX delivery_event_id_index ON delivery (event_id);
CREATE INDEX delivery_linked_account_id_status_id_index ON delivery (linked_account_id, status, id);
CREATE INDEX delivery_held_index ON delivery (organization_id, endpoint_id, id) WHERE status = 'held';
CREATE INDEX delivery_pending_index ON delivery (organization_id, created_at) WHERE status = 'pending';
CREATE INDEX delivery_retry_index
  ON delivery (organization_id, created_at) WHERE (status = 'pending') AND (attempts > 0);

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
  seq bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
  organization_id uuid NOT NULL,
  linked_account_id uuid NOT NULL,
  kind text NOT NULL,
  payload jsonb NOT NULL,
  created_at timestamptz DEFAULT now() NOT NULL,
  position bigint
);
CREATE INDEX stream_message_unsequenced_index ON stream_message (linked_account_id, seq) WHERE "position" IS NULL;
CREATE UNIQUE INDEX stream_message_position_index
  ON stream_message (organization_id, linked_account_id, "position") WHERE "position" IS NOT NULL;

CREATE TABLE stream_head (
  organization_id uuid NOT NULL,
  linked_account_id uuid NOT NULL,
  position bigint DEFAULT 0 NOT NULL,
  CONSTRAINT stream_head_pk PRIMARY KEY (organization_id, linked_account_id)
);

-- Unlogged: after a crash of PostgreSQL each process inserts its leases again.
CREATE UNLOGGED TABLE stream_lease (
  caller text NOT NULL,
  process uuid NOT NULL,
  streams integer NOT NULL,
  renewed_at timestamptz NOT NULL,
  CONSTRAINT stream_lease_pk PRIMARY KEY (caller, process)
);

-- Counters and leases that belong to no tenant

-- How far each process has committed: it names no record.
CREATE TABLE commit_witness (
  process uuid NOT NULL,
  number bigint NOT NULL,
  committed_at timestamptz DEFAULT now() NOT NULL,
  CONSTRAINT commit_witness_pkey PRIMARY KEY (process)
);

CREATE TABLE periodic_task (
  name text NOT NULL,
  began_at timestamptz NOT NULL,
  CONSTRAINT periodic_task_pkey PRIMARY KEY (name)
);

CREATE TABLE rate_window (
  caller text NOT NULL,
  minute timestamptz NOT NULL,
  requests integer NOT NULL,
  CONSTRAINT rate_window_pk PRIMARY KEY (caller, minute)
);

CREATE TABLE sign_in_bucket (
  subject text NOT NULL,
  empty_at timestamptz NOT NULL,
  CONSTRAINT sign_in_bucket_pkey PRIMARY KEY (subject)
);
CREATE INDEX sign_in_bucket_empty_at_index ON sign_in_bucket (empty_at);
