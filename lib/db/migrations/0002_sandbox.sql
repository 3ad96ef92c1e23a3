-- The EMR simulator's own store. It stands for a system of somebody else: the application's role sees nothing of it,
-- and the simulator's role sees nothing of ours. "practice_id" is the linked account that the practice is connected by.
CREATE SCHEMA sandbox;

CREATE TABLE sandbox.practice (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('sandbox', 'sandbox_basic')),
  timezone text NOT NULL,
  -- Lists that need no table of their own: referral statuses, teams, pharmacies and the like.
  settings jsonb NOT NULL
);

CREATE TABLE sandbox.behavior (
  practice_id uuid PRIMARY KEY REFERENCES sandbox.practice ON DELETE CASCADE,
  latency_ms integer NOT NULL DEFAULT 200 CHECK (latency_ms >= 0),
  fault_rate double precision NOT NULL DEFAULT 0 CHECK (fault_rate BETWEEN 0 AND 1),
  outage boolean NOT NULL DEFAULT false,
  rate_limit_per_minute integer CHECK (rate_limit_per_minute > 0),
  drift_rate double precision NOT NULL DEFAULT 0 CHECK (drift_rate BETWEEN 0 AND 1),
  user_active boolean NOT NULL DEFAULT true
);

-- Calls of the running minute, counted only while a rate limit is set.
CREATE TABLE sandbox.call_count (
  practice_id uuid PRIMARY KEY REFERENCES sandbox.practice ON DELETE CASCADE,
  minute timestamptz NOT NULL,
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
  PRIMARY KEY (practice_id, id),
  UNIQUE (practice_id, mrn)
);

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

CREATE TABLE sandbox.appointment (
  practice_id uuid NOT NULL REFERENCES sandbox.practice ON DELETE CASCADE,
  id text NOT NULL,
  category text NOT NULL CHECK (category IN ('appointment', 'schedule_slot', 'schedule_block')),
  starts_at timestamptz NOT NULL,
  duration_minutes integer NOT NULL CHECK (duration_minutes > 0),
  provider_id text NOT NULL,
  location_id text NOT NULL,
  -- A slot and a block have neither patient nor status.
  patient_id text,
  status text,
  visit_type text,
  reason text,
  block_label text,
  block_color text,
  PRIMARY KEY (practice_id, id),
  FOREIGN KEY (practice_id, provider_id) REFERENCES sandbox.provider,
  FOREIGN KEY (practice_id, location_id) REFERENCES sandbox.location,
  FOREIGN KEY (practice_id, patient_id) REFERENCES sandbox.patient,
  FOREIGN KEY (practice_id, status) REFERENCES sandbox.visit_status
);
CREATE INDEX appointment_by_start ON sandbox.appointment (practice_id, starts_at);

-- Numbers of the records that writes make.
CREATE SEQUENCE sandbox.record_number START 900001;

-- What was written through the interface: a key writes once.
CREATE TABLE sandbox.write (
  practice_id uuid NOT NULL REFERENCES sandbox.practice ON DELETE CASCADE,
  idempotency_key text NOT NULL,
  kind text NOT NULL,
  emr_id text NOT NULL,
  written_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (practice_id, idempotency_key),
  UNIQUE (practice_id, kind, emr_id)
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

-- How far the demo's seed came. A row without "finished_at" is one that was cut off: its organizations are removed
-- before it begins anew.
CREATE TABLE sandbox.demo_seed (
  singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  organizations jsonb NOT NULL,
  started_at timestamptz NOT NULL DEFAULT now(),
  finished_at timestamptz
);

REVOKE ALL ON SCHEMA sandbox FROM PUBLIC;
GRANT USAGE ON SCHEMA sandbox TO crc_sandbox;
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA sandbox TO crc_sandbox;
GRANT USAGE ON ALL SEQUENCES IN SCHEMA sandbox TO crc_sandbox;
