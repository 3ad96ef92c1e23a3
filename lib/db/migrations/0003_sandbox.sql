-- The store of the EMR simulator. The simulator stands for an external system: the application's role cannot read this
-- schema, and the simulator's role cannot read the application's. "practice_id" is the linked account of the practice.
CREATE SCHEMA sandbox;

CREATE TABLE sandbox.practice (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('sandbox', 'sandbox_basic')),
  timezone text NOT NULL,
  -- Lists without a separate table, such as referral statuses, teams and pharmacies.
  settings jsonb NOT NULL,
  -- Seed of the records and of the simulated days; set if the practice was created by linking an account.
  plan jsonb
);

-- Every practice that was ever created. An account gets a practice once: a removed one does not come back.
CREATE TABLE sandbox.opened_practice (
  id uuid PRIMARY KEY,
  opened_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE sandbox.behavior (
  practice_id uuid PRIMARY KEY REFERENCES sandbox.practice ON DELETE CASCADE,
  latency_ms integer NOT NULL DEFAULT 200 CHECK (latency_ms >= 0),
  fault_rate double precision NOT NULL DEFAULT 0 CHECK (fault_rate BETWEEN 0 AND 1),
  outage boolean NOT NULL DEFAULT false,
  rate_limit_per_minute integer CHECK (rate_limit_per_minute > 0),
  drift_rate double precision NOT NULL DEFAULT 0 CHECK (drift_rate BETWEEN 0 AND 1),
  user_active boolean NOT NULL DEFAULT true,
  slow_page_ms integer NOT NULL DEFAULT 0 CHECK (slow_page_ms >= 0),
  page_records integer NOT NULL DEFAULT 500 CHECK (page_records > 0),
  empty_after_outage_s integer NOT NULL DEFAULT 0 CHECK (empty_after_outage_s >= 0),
  rate_limit_window_s integer NOT NULL DEFAULT 60 CHECK (rate_limit_window_s BETWEEN 1 AND 3600),
  limit_answer text NOT NULL DEFAULT 'header' CHECK (limit_answer IN ('header', 'body', 'forbidden')),
  token_calls integer CHECK (token_calls > 0),
  cut_after_commit_rate double precision NOT NULL DEFAULT 0 CHECK (cut_after_commit_rate BETWEEN 0 AND 1),
  error_after_commit_rate double precision NOT NULL DEFAULT 0 CHECK (error_after_commit_rate BETWEEN 0 AND 1),
  short_kind text,
  broken_kind text,
  broken_as text NOT NULL DEFAULT 'unreadable' CHECK (broken_as IN ('unreadable', 'incomplete')),
  -- End of the last outage; the lists are empty for a while after it.
  outage_ended_at timestamptz
);

-- Calls in the current minute, counted only while a rate limit is set.
CREATE TABLE sandbox.call_count (
  practice_id uuid PRIMARY KEY REFERENCES sandbox.practice ON DELETE CASCADE,
  -- PostgreSQL 18 kept the constraint's name when the column was renamed.
  window_start timestamptz CONSTRAINT call_count_minute_not_null NOT NULL,
  calls integer NOT NULL
);

CREATE TABLE sandbox.patient (
  practice_id uuid NOT NULL REFERENCES sandbox.practice ON DELETE CASCADE,
  id text NOT NULL,
  mrn text NOT NULL,
  first_name text NOT NULL,
  last_name text NOT NULL,
  dob date NOT NULL,
  gender text NOT NULL,
  phone text NOT NULL,
  email text NOT NULL,
  address jsonb NOT NULL,
  middle_name text,
  suffix text,
  mobile_phone text,
  preferred_language text,
  emergency_contact jsonb,
  active boolean NOT NULL DEFAULT true,
  deceased boolean NOT NULL DEFAULT false,
  deceased_at text,
  PRIMARY KEY (practice_id, id),
  UNIQUE (practice_id, mrn)
);
CREATE INDEX patient_by_birth_date ON sandbox.patient (practice_id, dob);

-- One of each priority, which it judges itself.
CREATE TABLE sandbox.patient_insurance (
  practice_id uuid NOT NULL REFERENCES sandbox.practice ON DELETE CASCADE,
  id text NOT NULL,
  patient_id text NOT NULL,
  payer_id text,
  payer_name text NOT NULL,
  member_id text NOT NULL,
  group_number text,
  priority integer NOT NULL,
  relationship text NOT NULL,
  subscriber text,
  PRIMARY KEY (practice_id, id),
  FOREIGN KEY (practice_id, patient_id) REFERENCES sandbox.patient ON DELETE CASCADE
);
CREATE INDEX patient_insurance_by_patient ON sandbox.patient_insurance (practice_id, patient_id);

CREATE TABLE sandbox.provider (
  practice_id uuid NOT NULL REFERENCES sandbox.practice ON DELETE CASCADE,
  id text NOT NULL,
  first_name text NOT NULL,
  last_name text NOT NULL,
  npi text NOT NULL,
  specialty text NOT NULL,
  status text NOT NULL CHECK (status IN ('active', 'inactive')),
  PRIMARY KEY (practice_id, id)
);

CREATE TABLE sandbox.location (
  practice_id uuid NOT NULL REFERENCES sandbox.practice ON DELETE CASCADE,
  id text NOT NULL,
  name text NOT NULL,
  address_street text NOT NULL,
  address_city text NOT NULL,
  address_state text NOT NULL,
  address_zip text NOT NULL,
  phone text NOT NULL,
  PRIMARY KEY (practice_id, id)
);

CREATE TABLE sandbox.payment_method (
  practice_id uuid NOT NULL REFERENCES sandbox.practice ON DELETE CASCADE,
  id text NOT NULL,
  name text NOT NULL,
  position integer NOT NULL,
  PRIMARY KEY (practice_id, id)
);

CREATE TABLE sandbox.note_category (
  practice_id uuid NOT NULL REFERENCES sandbox.practice ON DELETE CASCADE,
  id text NOT NULL,
  name text NOT NULL,
  position integer NOT NULL,
  PRIMARY KEY (practice_id, id)
);

CREATE TABLE sandbox.visit_status (
  practice_id uuid NOT NULL REFERENCES sandbox.practice ON DELETE CASCADE,
  code text NOT NULL,
  description text NOT NULL,
  position integer NOT NULL,
  PRIMARY KEY (practice_id, code)
);

CREATE TABLE sandbox.visit_type (
  practice_id uuid NOT NULL REFERENCES sandbox.practice ON DELETE CASCADE,
  id text NOT NULL,
  name text NOT NULL,
  duration_minutes integer NOT NULL CHECK (duration_minutes > 0),
  PRIMARY KEY (practice_id, id)
);

CREATE TABLE sandbox.appointment (
  practice_id uuid NOT NULL REFERENCES sandbox.practice ON DELETE CASCADE,
  id text NOT NULL,
  category text NOT NULL CHECK (category IN ('appointment', 'schedule_slot', 'schedule_block')),
  starts_at timestamptz NOT NULL,
  duration_minutes integer NOT NULL CHECK (duration_minutes > 0),
  provider_id text NOT NULL,
  location_id text NOT NULL,
  -- Null for slots and blocks, like the status.
  patient_id text,
  status text,
  visit_type text,
  reason text,
  block_label text,
  block_color text,
  note text,
  progress_note text,
  mode text,
  complaint_type text,
  secondary_provider_id text,
  insurances jsonb NOT NULL DEFAULT '[]',
  diagnoses jsonb NOT NULL DEFAULT '[]',
  medications jsonb NOT NULL DEFAULT '[]',
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Simulated days do not change a status that was written through the API.
  status_written_at timestamptz,
  -- The open slots that a visit has taken, as they were: they open again when it is cancelled or moves.
  took jsonb NOT NULL DEFAULT '[]',
  PRIMARY KEY (practice_id, id),
  FOREIGN KEY (practice_id, provider_id) REFERENCES sandbox.provider,
  FOREIGN KEY (practice_id, secondary_provider_id) REFERENCES sandbox.provider,
  FOREIGN KEY (practice_id, location_id) REFERENCES sandbox.location,
  FOREIGN KEY (practice_id, patient_id) REFERENCES sandbox.patient,
  FOREIGN KEY (practice_id, status) REFERENCES sandbox.visit_status
);
CREATE INDEX appointment_by_start ON sandbox.appointment (practice_id, starts_at);
CREATE INDEX appointment_by_patient ON sandbox.appointment (practice_id, patient_id);

-- Numbers of the records that writes create.
CREATE SEQUENCE sandbox.record_number START 900001;

-- Writes through the API: one per idempotency key. A change is stored under the changed record's id, which may recur.
CREATE TABLE sandbox.write (
  practice_id uuid NOT NULL REFERENCES sandbox.practice ON DELETE CASCADE,
  idempotency_key text NOT NULL,
  kind text NOT NULL,
  emr_id text NOT NULL,
  written_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (practice_id, idempotency_key)
);

CREATE TABLE sandbox.payment (
  practice_id uuid NOT NULL REFERENCES sandbox.practice ON DELETE CASCADE,
  id text NOT NULL,
  patient_id text NOT NULL,
  payment_method_id text NOT NULL,
  location_id text NOT NULL,
  reference_number text NOT NULL,
  amount numeric(12, 2) NOT NULL CHECK (amount > 0),
  notes text,
  deposit_date date NOT NULL,
  posted_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (practice_id, id),
  FOREIGN KEY (practice_id, patient_id) REFERENCES sandbox.patient,
  FOREIGN KEY (practice_id, payment_method_id) REFERENCES sandbox.payment_method,
  FOREIGN KEY (practice_id, location_id) REFERENCES sandbox.location
);

CREATE TABLE sandbox.staff (
  practice_id uuid NOT NULL REFERENCES sandbox.practice ON DELETE CASCADE,
  id text NOT NULL,
  first_name text NOT NULL,
  last_name text NOT NULL,
  role text NOT NULL,
  email text NOT NULL,
  PRIMARY KEY (practice_id, id)
);

CREATE TABLE sandbox.referring_provider (
  practice_id uuid NOT NULL REFERENCES sandbox.practice ON DELETE CASCADE,
  id text NOT NULL,
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
  PRIMARY KEY (practice_id, id)
);

CREATE TABLE sandbox.form (
  practice_id uuid NOT NULL REFERENCES sandbox.practice ON DELETE CASCADE,
  id text NOT NULL,
  name text NOT NULL,
  scored boolean NOT NULL,
  questions jsonb NOT NULL,
  -- [{"from": 0, "band": "Minimal"}, …], ascending; empty for a form that is not scored.
  risk_bands jsonb NOT NULL,
  stem text,
  PRIMARY KEY (practice_id, id)
);

CREATE TABLE sandbox.claim (
  practice_id uuid NOT NULL REFERENCES sandbox.practice ON DELETE CASCADE,
  id text NOT NULL,
  patient_id text NOT NULL,
  service_date date NOT NULL,
  status text NOT NULL,
  status_description text NOT NULL,
  total_charge numeric(12, 2) NOT NULL CHECK (total_charge >= 0),
  balance numeric(12, 2) NOT NULL,
  PRIMARY KEY (practice_id, id),
  CHECK (balance BETWEEN 0 AND total_charge),
  FOREIGN KEY (practice_id, patient_id) REFERENCES sandbox.patient ON DELETE CASCADE
);
CREATE INDEX claim_by_service_date ON sandbox.claim (practice_id, service_date);
CREATE INDEX claim_by_patient ON sandbox.claim (practice_id, patient_id);

CREATE TABLE sandbox.referral (
  practice_id uuid NOT NULL REFERENCES sandbox.practice ON DELETE CASCADE,
  id text NOT NULL,
  patient_id text NOT NULL,
  direction text NOT NULL CHECK (direction IN ('incoming', 'outgoing')),
  -- Id in the practice's lists, like "specialty_id".
  status_id text NOT NULL,
  priority text NOT NULL CHECK (priority IN ('routine', 'urgent', 'stat')),
  reason text NOT NULL,
  notes text,
  prior_authorization_code text,
  specialty_id text,
  location_id text,
  start_date date,
  end_date date,
  visits_allowed integer CHECK (visits_allowed >= 0),
  assigned_to_id text,
  referring_provider_id text,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (practice_id, id),
  FOREIGN KEY (practice_id, patient_id) REFERENCES sandbox.patient ON DELETE CASCADE,
  FOREIGN KEY (practice_id, location_id) REFERENCES sandbox.location,
  FOREIGN KEY (practice_id, assigned_to_id) REFERENCES sandbox.staff,
  FOREIGN KEY (practice_id, referring_provider_id) REFERENCES sandbox.referring_provider
);
CREATE INDEX referral_by_patient ON sandbox.referral (practice_id, patient_id);

CREATE TABLE sandbox.document (
  practice_id uuid NOT NULL REFERENCES sandbox.practice ON DELETE CASCADE,
  id text NOT NULL,
  file_name text NOT NULL,
  mime_type text NOT NULL,
  patient_id text,
  referral_id text,
  created_at timestamptz NOT NULL,
  size integer NOT NULL GENERATED ALWAYS AS (octet_length(content)) STORED,
  sha256 text NOT NULL GENERATED ALWAYS AS (encode(sha256(content), 'hex')) STORED,
  content bytea NOT NULL,
  PRIMARY KEY (practice_id, id),
  FOREIGN KEY (practice_id, patient_id) REFERENCES sandbox.patient ON DELETE CASCADE,
  FOREIGN KEY (practice_id, referral_id) REFERENCES sandbox.referral ON DELETE CASCADE
);
CREATE INDEX document_by_patient ON sandbox.document (practice_id, patient_id);
CREATE INDEX document_by_referral ON sandbox.document (practice_id, referral_id);

-- The parts of a file that it is being sent.
CREATE TABLE sandbox.document_part (
  practice_id uuid NOT NULL REFERENCES sandbox.practice ON DELETE CASCADE,
  document_id text NOT NULL,
  number integer NOT NULL,
  content bytea NOT NULL,
  PRIMARY KEY (practice_id, document_id, number)
);

CREATE TABLE sandbox.recall (
  practice_id uuid NOT NULL REFERENCES sandbox.practice ON DELETE CASCADE,
  id text NOT NULL,
  patient_id text NOT NULL,
  reason text NOT NULL,
  due_date date NOT NULL,
  status text NOT NULL CHECK (status IN ('open', 'closed')),
  PRIMARY KEY (practice_id, id),
  FOREIGN KEY (practice_id, patient_id) REFERENCES sandbox.patient ON DELETE CASCADE
);
CREATE INDEX recall_by_patient ON sandbox.recall (practice_id, patient_id);

CREATE TABLE sandbox.recall_action (
  practice_id uuid NOT NULL REFERENCES sandbox.practice ON DELETE CASCADE,
  id text NOT NULL,
  recall_id text NOT NULL,
  -- Name in the practice's list.
  action_taken text NOT NULL,
  note text,
  taken_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (practice_id, id),
  FOREIGN KEY (practice_id, recall_id) REFERENCES sandbox.recall ON DELETE CASCADE
);
CREATE INDEX recall_action_by_recall ON sandbox.recall_action (practice_id, recall_id);

CREATE TABLE sandbox.order_catalog_item (
  practice_id uuid NOT NULL REFERENCES sandbox.practice ON DELETE CASCADE,
  id text NOT NULL,
  type text NOT NULL CHECK (type IN ('lab', 'imaging', 'procedure')),
  name text NOT NULL,
  billable boolean NOT NULL,
  PRIMARY KEY (practice_id, id)
);

CREATE TABLE sandbox.patient_note (
  practice_id uuid NOT NULL REFERENCES sandbox.practice ON DELETE CASCADE,
  id text NOT NULL,
  patient_id text NOT NULL,
  subject text NOT NULL,
  note text NOT NULL,
  location_id text,
  category_ids text[] NOT NULL,
  written_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (practice_id, id),
  FOREIGN KEY (practice_id, patient_id) REFERENCES sandbox.patient ON DELETE CASCADE,
  FOREIGN KEY (practice_id, location_id) REFERENCES sandbox.location
);
CREATE INDEX patient_note_by_patient ON sandbox.patient_note (practice_id, patient_id);

-- Appointments pass, and their notes stay.
CREATE TABLE sandbox.visit_note (
  practice_id uuid NOT NULL REFERENCES sandbox.practice ON DELETE CASCADE,
  id text NOT NULL,
  appointment_id text NOT NULL,
  patient_id text NOT NULL,
  subject text NOT NULL,
  note text NOT NULL,
  written_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (practice_id, id),
  FOREIGN KEY (practice_id, patient_id) REFERENCES sandbox.patient ON DELETE CASCADE
);
CREATE INDEX visit_note_by_patient ON sandbox.visit_note (practice_id, patient_id);

-- A patient's time on a team. Services are written to the newest.
CREATE TABLE sandbox.episode (
  practice_id uuid NOT NULL REFERENCES sandbox.practice ON DELETE CASCADE,
  id text NOT NULL,
  patient_id text NOT NULL,
  team_id text NOT NULL,
  opened_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (practice_id, id),
  FOREIGN KEY (practice_id, patient_id) REFERENCES sandbox.patient ON DELETE CASCADE
);
CREATE INDEX episode_by_patient ON sandbox.episode (practice_id, patient_id, team_id);

CREATE TABLE sandbox.service (
  practice_id uuid NOT NULL REFERENCES sandbox.practice ON DELETE CASCADE,
  id text NOT NULL,
  episode_id text NOT NULL,
  service_type_id text NOT NULL,
  form_id text,
  answers jsonb NOT NULL,
  service_date date NOT NULL,
  score integer,
  risk_band text,
  signed_at timestamptz,
  written_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (practice_id, id),
  FOREIGN KEY (practice_id, episode_id) REFERENCES sandbox.episode ON DELETE CASCADE,
  FOREIGN KEY (practice_id, form_id) REFERENCES sandbox.form
);
CREATE INDEX service_by_episode ON sandbox.service (practice_id, episode_id);

CREATE TABLE sandbox.patient_order (
  practice_id uuid NOT NULL REFERENCES sandbox.practice ON DELETE CASCADE,
  id text NOT NULL,
  patient_id text NOT NULL,
  type text NOT NULL,
  item_ids text[] NOT NULL,
  provider_id text,
  priority text NOT NULL,
  notes text,
  ordered_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (practice_id, id),
  FOREIGN KEY (practice_id, patient_id) REFERENCES sandbox.patient ON DELETE CASCADE,
  FOREIGN KEY (practice_id, provider_id) REFERENCES sandbox.provider
);
CREATE INDEX patient_order_by_patient ON sandbox.patient_order (practice_id, patient_id);

CREATE TABLE sandbox.message (
  practice_id uuid NOT NULL REFERENCES sandbox.practice ON DELETE CASCADE,
  id text NOT NULL,
  provider_id text NOT NULL,
  subject text NOT NULL,
  message text NOT NULL,
  sent_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (practice_id, id),
  FOREIGN KEY (practice_id, provider_id) REFERENCES sandbox.provider
);

CREATE TABLE sandbox.task (
  practice_id uuid NOT NULL REFERENCES sandbox.practice ON DELETE CASCADE,
  id text NOT NULL,
  patient_id text NOT NULL,
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
  priority text NOT NULL CHECK (priority IN ('Low', 'Normal', 'High')),
  written_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (practice_id, id),
  FOREIGN KEY (practice_id, patient_id) REFERENCES sandbox.patient ON DELETE CASCADE
);
CREATE INDEX task_by_patient ON sandbox.task (practice_id, patient_id);

-- Progress of the demo seed. A row without "finished_at" was interrupted: its organizations are removed before the seed
-- starts again.
CREATE TABLE sandbox.demo_seed (
  singleton boolean DEFAULT true PRIMARY KEY CHECK (singleton),
  organizations jsonb NOT NULL,
  started_at timestamptz NOT NULL DEFAULT now(),
  finished_at timestamptz
);
REVOKE ALL ON SCHEMA sandbox FROM PUBLIC;
GRANT USAGE ON SCHEMA sandbox TO crc_sandbox;
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA sandbox TO crc_sandbox;
GRANT USAGE ON ALL SEQUENCES IN SCHEMA sandbox TO crc_sandbox;
-- An account gets a practice once: nothing takes a row away.
REVOKE UPDATE, DELETE ON sandbox.opened_practice FROM crc_sandbox;
