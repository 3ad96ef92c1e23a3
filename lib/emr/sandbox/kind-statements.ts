import type { SyncKind } from "#lib/emr/port/port";
import { moment } from "./query.ts";

/** A statement that selects all records of a kind of practice `$1`: one per row of the table. */
export interface KindStatement {
  table: string;
  select: string;
  /** The field that identifies a record. */
  key: string;
}

/** All kinds but the settings, which are one record. */
export const KIND_STATEMENTS: Record<Exclude<SyncKind, "settings">, KindStatement> = {
  locations: {
    table: "location",
    key: "emrId",
    select: `
      SELECT id AS "emrId", name, address_street AS "addressStreet", address_city AS "addressCity",
             address_state AS "addressState", address_zip AS "addressZip", phone
      FROM sandbox.location WHERE practice_id = $1`,
  },
  providers: {
    table: "provider",
    key: "ehrId",
    select: `
      SELECT id AS "ehrId", first_name AS "firstName", last_name AS "lastName", npi, specialty, status
      FROM sandbox.provider WHERE practice_id = $1`,
  },
  visit_types: {
    table: "visit_type",
    key: "id",
    select: "SELECT id, name, duration_minutes AS duration FROM sandbox.visit_type WHERE practice_id = $1",
  },
  staff: {
    table: "staff",
    key: "ehrId",
    select: `
      SELECT id AS "ehrId", first_name AS "firstName", last_name AS "lastName", role, email
      FROM sandbox.staff WHERE practice_id = $1`,
  },
  referring_providers: {
    table: "referring_provider",
    key: "ehrId",
    select: `
      SELECT id AS "ehrId", first_name AS "firstName", last_name AS "lastName", middle_initial AS "middleInitial",
             speciality, phone, fax, email, npi, address_street AS "addressStreet", address_city AS "addressCity",
             address_state AS "addressState", address_zip AS "addressZip", active
      FROM sandbox.referring_provider WHERE practice_id = $1`,
  },
  forms: {
    table: "form",
    key: "emrFormId",
    select: `SELECT id AS "emrFormId", name, scored, stem, questions FROM sandbox.form WHERE practice_id = $1`,
  },
  patients: {
    table: "patient",
    key: "ehrId",
    select: `
      SELECT id AS "ehrId", mrn, first_name AS "firstName", last_name AS "lastName", dob::text, gender, phone, email,
             address, NULL AS "mergedInto", middle_name AS "middleName", suffix, mobile_phone AS "mobilePhone",
             preferred_language AS "preferredLanguage", emergency_contact AS "emergencyContact", active, deceased,
             deceased_at AS "deceasedAt"
      FROM sandbox.patient WHERE practice_id = $1`,
  },
  appointments: {
    table: "appointment",
    key: "emrAppointmentId",
    select: `
      SELECT id AS "emrAppointmentId", category, ${moment("starts_at")} AS "startsAt", duration_minutes AS duration,
             status, reason, note, progress_note AS "progressNote", location_id AS "locationEmrId",
             block_label AS "blockLabel", block_color AS "blockColor", visit_type AS "appointmentType",
             mode AS "appointmentMode", complaint_type AS "complaintType", provider_id AS "providerEhrId",
             secondary_provider_id AS "secondaryProviderEhrId", patient_id AS "patientEhrId", insurances, diagnoses,
             medications, ${moment("created_at")} AS "createdAt"
      FROM sandbox.appointment WHERE practice_id = $1`,
  },
  claims: {
    table: "claim",
    key: "emrClaimId",
    select: `
      SELECT c.id AS "emrClaimId", p.mrn AS "patientMrn", c.service_date::text AS "serviceDate",
             c.status AS "claimStatus", c.status_description AS "claimStatusDescription",
             c.total_charge::text AS "totalCharge", c.balance::text AS balance
      FROM sandbox.claim c JOIN sandbox.patient p ON p.practice_id = c.practice_id AND p.id = c.patient_id
      WHERE c.practice_id = $1`,
  },
  referrals: {
    table: "referral",
    key: "ehrId",
    select: `
      SELECT r.id AS "ehrId", p.mrn AS "patientMrn", r.direction, coalesce(status.name, r.status_id) AS status,
             r.priority, r.reason, r.notes, r.prior_authorization_code AS "priorAuthorizationCode",
             specialty.name AS specialty, r.location_id AS "locationEmrId", r.start_date::text AS "startDate",
             r.end_date::text AS "endDate", r.visits_allowed AS "visitsAllowed", r.assigned_to_id AS "assignedToId",
             r.referring_provider_id AS "referringProviderEhrId", ${moment("r.created_at")} AS "createdAt",
             ${moment("r.updated_at")} AS "updatedAt"
      FROM sandbox.referral r
      JOIN sandbox.patient p ON p.practice_id = r.practice_id AND p.id = r.patient_id
      JOIN sandbox.practice own ON own.id = r.practice_id
      LEFT JOIN LATERAL jsonb_to_recordset(own.settings -> 'referralStatuses') AS status (id text, name text)
        ON status.id = r.status_id
      LEFT JOIN LATERAL jsonb_to_recordset(own.settings -> 'specialties') AS specialty (id text, name text)
        ON specialty.id = r.specialty_id
      WHERE r.practice_id = $1`,
  },
  recalls: {
    table: "recall",
    key: "ehrId",
    select: `
      SELECT r.id AS "ehrId", p.mrn AS "patientMrn", r.reason, r.due_date::text AS "dueDate", r.status,
             coalesce(a.actions, '[]') AS actions
      FROM sandbox.recall r
      JOIN sandbox.patient p ON p.practice_id = r.practice_id AND p.id = r.patient_id
      LEFT JOIN LATERAL (
        SELECT jsonb_agg(jsonb_build_object('id', a.id, 'actionTaken', a.action_taken, 'note', a.note,
                                            'at', ${moment("a.taken_at")}) ORDER BY a.taken_at, a.id) AS actions
        FROM sandbox.recall_action a WHERE a.practice_id = r.practice_id AND a.recall_id = r.id
      ) a ON true
      WHERE r.practice_id = $1`,
  },
  documents: {
    table: "document",
    key: "emrId",
    select: `
      SELECT d.id AS "emrId", d.file_name AS "fileName", d.mime_type AS "mimeType", d.size, d.sha256 AS version,
             p.mrn AS "patientMrn", d.referral_id AS "referralEhrId", ${moment("d.created_at")} AS "createdAt"
      FROM sandbox.document d
      LEFT JOIN sandbox.patient p ON p.practice_id = d.practice_id AND p.id = d.patient_id
      WHERE d.practice_id = $1`,
  },
};
