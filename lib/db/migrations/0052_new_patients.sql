ALTER TABLE "patient" ADD COLUMN "as_of" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint

-- What a record of the simulator's patients lacked.
ALTER TABLE sandbox.patient
  ADD COLUMN middle_name text,
  ADD COLUMN suffix text,
  ADD COLUMN mobile_phone text,
  ADD COLUMN preferred_language text,
  ADD COLUMN emergency_contact jsonb,
  ADD COLUMN active boolean NOT NULL DEFAULT true,
  ADD COLUMN deceased boolean NOT NULL DEFAULT false,
  ADD COLUMN deceased_at text;
CREATE INDEX patient_by_birth_date ON sandbox.patient (practice_id, dob);
