import type { EmrPatient } from "#lib/emr/port/port";
import type { Row } from "./insert.ts";
import type { PracticeRecords, SandboxAppointment } from "./records.ts";

/** One kind of record: its table and its columns. */
export interface RecordKind {
  table: string;
  rows(records: PracticeRecords): Row[];
}

/** Returns the row of an appointment, whose wall clock is that of this time zone. */
export const appointmentRow =
  (timezone: string) =>
  ({ startsAt, createdAt, ...found }: SandboxAppointment): Row => ({
    id: found.id,
    category: found.category,
    starts_at: `${startsAt.replace("T", " ")} ${timezone}`,
    duration_minutes: found.durationMinutes,
    provider_id: found.providerId,
    location_id: found.locationId,
    secondary_provider_id: found.secondaryProviderId,
    patient_id: found.patientId,
    status: found.status,
    visit_type: found.visitType,
    mode: found.mode,
    complaint_type: found.complaintType,
    reason: found.reason,
    note: found.note,
    progress_note: found.progressNote,
    block_label: found.blockLabel,
    block_color: found.blockColor,
    insurances: found.insurances,
    diagnoses: found.diagnoses,
    medications: found.medications,
    created_at: `${createdAt.replace("T", " ")} ${timezone}`,
  });

/** Returns the row of a patient. A practice of the simulator merges none. */
export const patientRow = (found: Omit<EmrPatient, "mergedInto" | "replaces">): Row => ({
  id: found.ehrId,
  mrn: found.mrn,
  first_name: found.firstName,
  last_name: found.lastName,
  dob: found.dob,
  gender: found.gender,
  phone: found.phone,
  email: found.email,
  address: found.address,
  middle_name: found.middleName,
  suffix: found.suffix,
  mobile_phone: found.mobilePhone,
  preferred_language: found.preferredLanguage,
  emergency_contact: found.emergencyContact,
  active: found.active ?? true,
  deceased: found.deceased ?? false,
  deceased_at: found.deceasedAt,
});

/** People, places and lists that the other kinds refer to, in the order of writing. */
const BASE = {
  visitStatuses: {
    table: "visit_status",
    rows: ({ visitStatuses }) => visitStatuses.map((status, position) => ({ ...status, position: position + 1 })),
  },
  paymentMethods: {
    table: "payment_method",
    rows: ({ paymentMethods }) => paymentMethods.map((method, position) => ({ ...method, position: position + 1 })),
  },
  noteCategories: {
    table: "note_category",
    rows: ({ noteCategories }) => noteCategories.map((named, position) => ({ ...named, position: position + 1 })),
  },
  locations: {
    table: "location",
    rows: ({ locations }) =>
      locations.map(({ emrId, name, phone, ...address }) => ({
        id: emrId,
        name,
        address_street: address.addressStreet,
        address_city: address.addressCity,
        address_state: address.addressState,
        address_zip: address.addressZip,
        phone,
      })),
  },
  providers: {
    table: "provider",
    rows: ({ providers }) =>
      providers.map(({ ehrId, firstName, lastName, npi, specialty, status }) => ({
        id: ehrId,
        first_name: firstName,
        last_name: lastName,
        npi,
        specialty,
        status,
      })),
  },
  patients: {
    table: "patient",
    rows: ({ patients }) => patients.map(patientRow),
  },
} satisfies Partial<Record<keyof PracticeRecords, RecordKind>>;

/** Kinds of a practice's settings and forms. */
const SETTINGS = {
  visitTypes: {
    table: "visit_type",
    rows: ({ visitTypes }) => visitTypes.map(({ id, name, duration }) => ({ id, name, duration_minutes: duration })),
  },
  staff: {
    table: "staff",
    rows: ({ staff }) =>
      staff.map(({ ehrId, firstName, lastName, role, email }) => ({
        id: ehrId,
        first_name: firstName,
        last_name: lastName,
        role,
        email,
      })),
  },
  referringProviders: {
    table: "referring_provider",
    rows: ({ referringProviders }) =>
      referringProviders.map((found) => ({
        id: found.ehrId,
        first_name: found.firstName,
        last_name: found.lastName,
        middle_initial: found.middleInitial,
        speciality: found.speciality,
        phone: found.phone,
        fax: found.fax,
        email: found.email,
        npi: found.npi,
        address_street: found.addressStreet,
        address_city: found.addressCity,
        address_state: found.addressState,
        address_zip: found.addressZip,
        active: found.active,
      })),
  },
  forms: {
    table: "form",
    rows: ({ forms }) =>
      forms.map(({ emrFormId, name, scored, stem, questions, riskBands }) => ({
        id: emrFormId,
        name,
        scored,
        stem,
        questions,
        risk_bands: riskBands,
      })),
  },
  catalog: { table: "order_catalog_item", rows: ({ catalog }) => catalog.map((item) => ({ ...item })) },
} satisfies Partial<Record<keyof PracticeRecords, RecordKind>>;

/** Kinds of the patients' care. */
const CARE = {
  appointments: {
    table: "appointment",
    rows: ({ appointments, timezone }) => appointments.map(appointmentRow(timezone)),
  },
  claims: {
    table: "claim",
    rows: ({ claims }) =>
      claims.map(({ id, patientId, serviceDate, status, statusDescription, totalCharge, balance }) => ({
        id,
        patient_id: patientId,
        service_date: serviceDate,
        status,
        status_description: statusDescription,
        total_charge: totalCharge,
        balance,
      })),
  },
  referrals: {
    table: "referral",
    rows: ({ referrals }) =>
      referrals.map((found) => ({
        id: found.id,
        patient_id: found.patientId,
        direction: found.direction,
        status_id: found.statusId,
        priority: found.priority,
        reason: found.reason,
        notes: found.notes,
        prior_authorization_code: found.priorAuthorizationCode,
        specialty_id: found.specialtyId,
        location_id: found.locationId,
        start_date: found.startDate,
        end_date: found.endDate,
        visits_allowed: found.visitsAllowed,
        assigned_to_id: found.assignedToId,
        referring_provider_id: found.referringProviderId,
        created_at: found.createdAt,
        updated_at: found.updatedAt,
      })),
  },
  documents: {
    table: "document",
    rows: ({ documents }) =>
      documents.map(({ id, fileName, mimeType, patientId, referralId, createdAt, content }) => ({
        id,
        file_name: fileName,
        mime_type: mimeType,
        patient_id: patientId,
        referral_id: referralId,
        created_at: createdAt,
        content: `\\x${Buffer.from(content).toString("hex")}`,
      })),
  },
  recalls: {
    table: "recall",
    rows: ({ recalls }) =>
      recalls.map(({ id, patientId, reason, dueDate, status }) => ({
        id,
        patient_id: patientId,
        reason,
        due_date: dueDate,
        status,
      })),
  },
} satisfies Partial<Record<keyof PracticeRecords, RecordKind>>;

const recallActions: RecordKind = {
  table: "recall_action",
  rows: ({ recalls }) =>
    recalls.flatMap(({ id: recallId, actions }) =>
      actions.map(({ id, actionTaken, note, at }) => ({
        id,
        recall_id: recallId,
        action_taken: actionTaken,
        note,
        taken_at: at,
      })),
    ),
};

/** Every kind of record, referenced kinds first. */
export const RECORD_KINDS: readonly RecordKind[] = [
  ...Object.values(BASE),
  ...Object.values(SETTINGS),
  ...Object.values(CARE),
  recallActions,
];
