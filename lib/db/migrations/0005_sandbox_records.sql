-- The rest of what the EMR simulator holds: everything that the port reads and writes. A patient's records go with them.
ALTER TABLE sandbox.appointment
  ADD COLUMN note text,
  ADD COLUMN progress_note text,
  ADD COLUMN mode text,
  ADD COLUMN complaint_type text,
  ADD COLUMN secondary_provider_id text,
  ADD COLUMN insurances jsonb NOT NULL DEFAULT '[]',
  ADD COLUMN diagnoses jsonb NOT NULL DEFAULT '[]',
  ADD COLUMN medications jsonb NOT NULL DEFAULT '[]',
  ADD COLUMN created_at timestamptz NOT NULL DEFAULT now(),
  -- A status that was written through the interface stays when the days go by.
  ADD COLUMN status_written_at timestamptz,
  ADD FOREIGN KEY (practice_id, secondary_provider_id) REFERENCES sandbox.provider;

CREATE INDEX appointment_by_patient ON sandbox.appointment (practice_id, patient_id);

CREATE TABLE sandbox.visit_type (
  practice_id uuid NOT NULL REFERENCES sandbox.practice ON DELETE CASCADE,
  id text NOT NULL,
  name text NOT NULL,
  duration_minutes integer NOT NULL CHECK (duration_minutes > 0),
  PRIMARY KEY (practice_id, id)
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
  balance numeric(12, 2) NOT NULL CHECK (balance BETWEEN 0 AND total_charge),
  PRIMARY KEY (practice_id, id),
  FOREIGN KEY (practice_id, patient_id) REFERENCES sandbox.patient ON DELETE CASCADE
);
CREATE INDEX claim_by_service_date ON sandbox.claim (practice_id, service_date);
CREATE INDEX claim_by_patient ON sandbox.claim (practice_id, patient_id);

CREATE TABLE sandbox.referral (
  practice_id uuid NOT NULL REFERENCES sandbox.practice ON DELETE CASCADE,
  id text NOT NULL,
  patient_id text NOT NULL,
  direction text NOT NULL CHECK (direction IN ('incoming', 'outgoing')),
  -- Of the practice's lists, as "specialty_id" too.
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
  -- A name of the practice's list.
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

-- A patient's time on a team; the newest is where services are written.
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

-- A change of a record stands in the ledger under that record's id, and a record may be changed more than once.
ALTER TABLE sandbox.write DROP CONSTRAINT write_practice_id_kind_emr_id_key;

GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA sandbox TO crc_sandbox;
