import type { Random } from "#lib/emr/sandbox/seed/random";

/** What can change in the simulated EMR: a statement about practice `$1`, made for the number of a change. */
const CHANGES: readonly ((number: number) => string)[] = [
  (n) =>
    `UPDATE sandbox.patient SET phone = '212-555-${1000 + n}' WHERE practice_id = $1 AND id = 'PAT-${1 + (n % 3)}'`,
  (n) => `UPDATE sandbox.patient SET last_name = 'Name${n}' WHERE practice_id = $1 AND id = 'PAT-${1 + (n % 3)}'`,
  (n) => `UPDATE sandbox.patient SET mrn = 'MRN-X${n}' WHERE practice_id = $1 AND id = 'PAT-${1 + (n % 3)}'`,
  (n) =>
    `UPDATE sandbox.patient SET address = jsonb_set(address, '{city}', '"City ${n}"') WHERE practice_id = $1 AND id = 'PAT-${1 + (n % 3)}'`,
  (n) => `UPDATE sandbox.location SET name = 'Place ${n}' WHERE practice_id = $1 AND id = 'LOC-${1 + (n % 2)}'`,
  (n) =>
    `UPDATE sandbox.location SET phone = '212-555-${1000 + n}' WHERE practice_id = $1 AND id = 'LOC-${1 + (n % 2)}'`,
  (n) => `UPDATE sandbox.provider SET last_name = 'Provider${n}' WHERE practice_id = $1 AND id = '10${1 + (n % 2)}'`,
  (n) =>
    `UPDATE sandbox.appointment SET status = '${n % 2 ? "ARR" : "SCH"}' WHERE practice_id = $1 AND id = 'APT-${1 + (n % 2)}'`,
  (n) => `UPDATE sandbox.appointment SET note = 'Note ${n}' WHERE practice_id = $1 AND id = 'APT-${1 + (n % 2)}'`,
  (n) =>
    `UPDATE sandbox.appointment SET starts_at = starts_at + interval '${n % 7} minutes' WHERE practice_id = $1 AND id = 'APT-${1 + (n % 5)}'`,
  (n) => `UPDATE sandbox.appointment SET location_id = 'LOC-${1 + (n % 2)}' WHERE practice_id = $1`,
  (n) =>
    `INSERT INTO sandbox.appointment (practice_id, id, category, starts_at, duration_minutes, provider_id, location_id, patient_id, status)
     SELECT practice_id, 'NEW-${n}', category, starts_at, 10, provider_id, location_id, patient_id, status
     FROM sandbox.appointment WHERE practice_id = $1 AND id = 'APT-1'`,
  () => `DELETE FROM sandbox.appointment WHERE practice_id = $1 AND id LIKE 'NEW-%'`,
  (n) => `UPDATE sandbox.referral SET reason = 'Reason ${n}' WHERE practice_id = $1 AND id = 'REF-${1 + (n % 2)}'`,
  (n) =>
    `INSERT INTO sandbox.document (practice_id, id, file_name, mime_type, patient_id, referral_id, created_at, content)
     VALUES ($1, 'DOC-N${n}', 'letter ${n}.txt', 'text/plain', 'PAT-1', 'REF-1', now(), 'Letter ${n}')`,
  () => `DELETE FROM sandbox.document WHERE practice_id = $1 AND id LIKE 'DOC-N%'`,
  (n) => `UPDATE sandbox.recall SET due_date = date '2026-05-01' + ${n % 30} WHERE practice_id = $1 AND id = 'RCL-1'`,
  (n) =>
    `INSERT INTO sandbox.recall_action (practice_id, id, recall_id, action_taken) VALUES ($1, 'RCA-N${n}', 'RCL-1', 'Called patient')`,
  (n) => `UPDATE sandbox.referring_provider SET last_name = 'Referrer${n}' WHERE practice_id = $1 AND id = 'RP-1'`,
  (n) => `UPDATE sandbox.recall SET patient_id = 'PAT-${1 + (n % 3)}' WHERE practice_id = $1 AND id = 'RCL-2'`,
];

/** Returns a statement that changes something of the clinic of `openClinic` in the simulated EMR, whose practice is its `$1`. */
export const changeOfClinic = (random: Random, number: number): string => random.pick(CHANGES)(number);
