import { z } from "zod";
import { MAX_FILE_BYTES, TOO_LARGE } from "#lib/emr/http/file-size";
import type { EmrClaim, EmrDocument, EmrPatient, EmrReferral } from "#lib/emr/port/port";
import { SELF_HARM_ALERT } from "#lib/emr/port/self-harm-alert";
import { day, momentOr, money, optional, optionalDay, required, text, wordOf } from "./fields.ts";

const now = () => new Date().toISOString();

const address = { address_street: text, address_city: text, address_state: text, address_zip: text };

/** GET /locations: `emr_id` is shown (interface 4.2), the other fields follow decisions §5. */
export const location = z
  .object({ emr_id: required, name: text, phone: text, ...address })
  .transform(({ emr_id, name, phone, ...place }) => ({
    emrId: emr_id,
    name: name || emr_id,
    addressStreet: place.address_street,
    addressCity: place.address_city,
    addressState: place.address_state,
    addressZip: place.address_zip,
    phone,
  }));

/** GET /providers (interface 2.11). Appointments and messages name a provider by `ehr_id`. */
export const provider = z
  .object({
    ehr_id: required,
    status: wordOf(["active", "inactive"]),
    first_name: text,
    last_name: text,
    name: text,
    npi: text,
    specialty: text,
  })
  .transform(({ ehr_id, status, first_name, last_name, name, npi, specialty }) => ({
    ehrId: ehr_id,
    firstName: first_name,
    lastName: last_name || name,
    npi,
    specialty,
    status,
  }));

/** GET /visit-types. */
export const visitType = z
  .object({ id: required, name: text, duration: z.number().int().nonnegative().catch(0) })
  .transform(({ id, name, duration }) => ({ id, name: name || id, duration }));

/** GET /staff: `ehr_id` is shown (interface 4.2). */
export const staff = z
  .object({ ehr_id: required, first_name: text, last_name: text, name: text, role: text, email: text })
  .transform(({ ehr_id, first_name, last_name, name, role, email }) => ({
    ehrId: ehr_id,
    firstName: first_name,
    lastName: last_name || name,
    role,
    email,
  }));

/** GET /referring-providers (interface 2.12). Requests name one by the remote's `id`. */
export const referringProvider = z
  .object({
    id: required,
    name: text,
    first_name: text,
    last_name: text,
    middle_initial: optional,
    speciality: optional,
    phone: optional,
    fax: optional,
    email: optional,
    npi: optional,
    address_street: optional,
    address_city: optional,
    address_state: optional,
    address_zip: optional,
  })
  .transform((found) => ({
    ehrId: found.id,
    firstName: found.first_name,
    lastName: found.last_name || found.name,
    middleInitial: found.middle_initial,
    speciality: found.speciality,
    phone: found.phone,
    fax: found.fax,
    email: found.email,
    npi: found.npi,
    addressStreet: found.address_street,
    addressCity: found.address_city,
    addressState: found.address_state,
    addressZip: found.address_zip,
    // Only active ones are listed (interface 4.15).
    active: true,
  }));

/** GET /claims: the fields of interface 2.2, and the patient if the remote shows one. */
export const claim: z.ZodType<EmrClaim> = z
  .object({
    emr_claim_id: required,
    patient_mrn: text,
    service_date: day,
    claim_status: text,
    claim_status_description: text,
    total_charge: money,
    balance: money,
  })
  .transform((found) => ({
    emrClaimId: found.emr_claim_id,
    patientMrn: found.patient_mrn,
    serviceDate: found.service_date,
    claimStatus: found.claim_status,
    claimStatusDescription: found.claim_status_description,
    totalCharge: found.total_charge,
    balance: found.balance,
  }));

/** GET /referrals: `id` and `status` are shown (interface 2.3). The remote's `id` is what its requests take. */
export const referral = (timeZone: string): z.ZodType<EmrReferral> =>
  z
    .object({
      id: required,
      patient_mrn: text,
      direction: wordOf(["outgoing", "incoming"]),
      status: text,
      priority: wordOf(["routine", "urgent", "stat"]),
      reason: text,
      notes: optional,
      prior_authorization_code: optional,
      specialty: optional,
      location_id: optional,
      start_date: optionalDay,
      end_date: optionalDay,
      visits_allowed: z.number().int().nonnegative().nullish().catch(null),
      assigned_to_id: optional,
      referring_provider_id: optional,
      created_at: momentOr(timeZone, now),
      updated_at: momentOr(timeZone, now),
    })
    .transform((found) => ({
      ehrId: found.id,
      patientMrn: found.patient_mrn,
      direction: found.direction,
      status: found.status,
      priority: found.priority,
      reason: found.reason,
      notes: found.notes,
      priorAuthorizationCode: found.prior_authorization_code,
      specialty: found.specialty,
      locationEmrId: found.location_id,
      startDate: found.start_date,
      endDate: found.end_date,
      visitsAllowed: found.visits_allowed ?? null,
      assignedToId: found.assigned_to_id,
      referringProviderEhrId: found.referring_provider_id,
      createdAt: found.created_at,
      updatedAt: found.updated_at,
    }));

/** GET /documents, which follows decisions §5. */
export const document = (timeZone: string): z.ZodType<EmrDocument> =>
  z
    .object({
      id: required,
      file_name: optional,
      mime_type: optional,
      size: z.number().int().nonnegative().nullish().catch(null),
      sha256: optional,
      patient_mrn: optional,
      referral_id: optional,
      created_at: momentOr(timeZone, now),
    })
    .refine(({ size }) => (size ?? 0) <= MAX_FILE_BYTES, { path: ["size"], message: TOO_LARGE })
    .transform((found) => ({
      emrId: found.id,
      fileName: found.file_name,
      mimeType: found.mime_type,
      size: found.size ?? null,
      version: found.sha256,
      patientMrn: found.patient_mrn,
      referralEhrId: found.referral_id,
      createdAt: found.created_at,
    }));

/** The documents that a referral lists (interface 2.3). */
export const referralDocuments = z.object({
  id: required,
  patient_mrn: optional,
  document_ids: z.array(required).nullish(),
});

/** GET /forms/{id}: `emr_form_id` and `emrQuestionId` are shown (interface 4.3). */
export const form = z
  .object({
    emr_form_id: required,
    name: text,
    scored: z.boolean().catch(false),
    questions: z
      .array(
        z.object({
          emrQuestionId: required,
          text,
          required: z.boolean().catch(false),
          type: wordOf(["text", "choice"]),
          options: z
            .array(z.object({ value: required, label: text, score: z.number().nullable().catch(null) }))
            .catch([]),
          alert: z
            .object({ at_least: z.number(), text: text.transform((given) => given || SELF_HARM_ALERT.text) })
            .optional()
            .catch(undefined),
        }),
      )
      .catch([]),
    stem: text,
  })
  .transform(({ emr_form_id, name, scored, stem, questions }) => ({
    emrFormId: emr_form_id,
    name: name || emr_form_id,
    scored,
    stem: stem || null,
    questions,
  }));

/** GET /recalls (decisions §5). */
export const recall = (timeZone: string) =>
  z
    .object({
      id: required,
      patient_mrn: text,
      reason: text,
      due_date: day,
      status: wordOf(["open", "closed"]),
      actions: z
        .array(z.object({ id: required, action_taken: text, note: optional, created_at: momentOr(timeZone, now) }))
        .catch([]),
    })
    .transform(({ id, patient_mrn, reason, due_date, status, actions }) => ({
      ehrId: id,
      patientMrn: patient_mrn,
      reason,
      dueDate: due_date,
      status,
      actions: actions.map(({ id: actionId, action_taken, note, created_at }) => ({
        id: actionId,
        actionTaken: action_taken,
        note,
        at: created_at,
      })),
    }));

/** GET /patients (decisions §11). */
export const patient: z.ZodType<EmrPatient> = z
  .object({
    mrn: required,
    ehr_id: text,
    first_name: text,
    last_name: text,
    dob: optionalDay,
    gender: text,
    phone: text,
    email: text,
    address: z
      .object({ street: text, city: text, state: text, zip: text })
      .catch({ street: "", city: "", state: "", zip: "" }),
    middle_name: optional,
    suffix: optional,
    mobile_phone: optional,
    preferred_language: optional,
    emergency_contact: z.object({ name: text, relationship: optional, phone: optional }).nullish().catch(null),
    // A remote that leaves them out says nothing against it.
    active: z.boolean().catch(true),
    deceased: z.boolean().catch(false),
    deceased_at: optional,
  })
  .transform(({ mrn, ehr_id, first_name, last_name, middle_name, mobile_phone, ...others }) => {
    const { preferred_language, emergency_contact, deceased_at, ...same } = others;
    return {
      ...same,
      mrn,
      ehrId: ehr_id || mrn,
      mergedInto: null,
      firstName: first_name,
      lastName: last_name,
      middleName: middle_name,
      mobilePhone: mobile_phone,
      preferredLanguage: preferred_language,
      emergencyContact: emergency_contact ?? null,
      deceasedAt: deceased_at,
    };
  });
