import { addDays, todayIn } from "#lib/kernel/dates";
import type { Fields } from "./answer.ts";
import { idOf } from "./ids.ts";

export const ZONE = "America/New_York";

export interface HostedDocument {
  id: string;
  name: string;
  type: string;
  content: Buffer;
}

/** What an account's EMR holds. Each record has `id`, the service's, and `ehr_id`, the EMR's. `datetime` is local. */
export interface HostedClinic {
  appointments: Fields[];
  patients: Fields[];
  providers: Fields[];
  locations: Fields[];
  claims: Fields[];
  referrals: Fields[];
  orders: Fields[];
  referring_providers: Fields[];
  insurance_providers: Fields[];
  pharmacies: Fields[];
  visit_statuses: Fields[];
  documents: Map<string, HostedDocument>;
  /** Null for a clinic that has no settings. */
  settings: Fields | null;
  /** What was written and has no list: payments, messages, notes, tasks. */
  written: { operation: string; id: string; ehrId: string; body: Fields }[];
}

const DAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"];
const FIRST_NAMES = ["Ana", "Ben", "Carla", "Dev", "Elena", "Farid", "Grace"];
const LAST_NAMES = ["Ávila", "O'Neil", "Nguyen", "Ruiz", "Schäfer", "Lee"];

const nameOf = (number: number) => ({
  first_name: FIRST_NAMES[number % FIRST_NAMES.length] ?? "",
  last_name: LAST_NAMES[number % LAST_NAMES.length] ?? "",
});

/** Three pages of the largest size. */
const PATIENTS = 230;

/** Makes the clinic of an account: its dates lie around today. */
export function makeClinic(account: string, { patients = PATIENTS }: { patients?: number } = {}): HostedClinic {
  const id = (kind: string, ehrId: string) => idOf(account, kind, ehrId);
  const today = todayIn(ZONE);
  const locations = [
    { ehr_id: "LOC-1", name: "Main Street", phone: "212-555-0101", fax: "212-555-0102" },
    { ehr_id: "LOC-2", name: "North", phone: "212-555-0103", fax: null },
  ].map((each, index) => ({
    id: id("location", each.ehr_id),
    ...each,
    status: "active",
    address: {
      address1: `${index + 1} Main Street`,
      address2: index === 0 ? "Suite 2" : null,
      city: "New York",
      state: "NY",
      zip: "10001",
    },
  }));
  const shift = (start: string, end: string, place = 0) => ({
    start: `T${start}`,
    end: `T${end}`,
    facility_id: locations[place]?.ehr_id,
    facility_name: locations[place]?.name,
    set_start_date: `${addDays(today, -365)}T00:00:00`,
    set_end_date: null,
  });
  const providers = [
    { ehr_id: "101", name: "Ruiz, Dora", npi: "1234567893", status: "active", hide: false },
    { ehr_id: "102", name: "Sato, Emil", npi: "1245319599", status: "active", hide: true },
    { ehr_id: "103", name: "Okafor, Ngozi", npi: null, status: "inactive", hide: false },
  ].map(({ hide, ...each }) => ({
    id: id("provider", each.ehr_id),
    ...each,
    timezone: ZONE,
    hide_in_availability: hide,
    hours: DAYS.map((day) => ({ day, shifts: [shift("08:00:00", "12:00:00"), shift("13:00:00", "17:00:00", 1)] })),
  }));
  const people = Array.from({ length: patients }, (_, index) => {
    const number = index + 1;
    return {
      id: id("patient", `PAT-${number}`),
      ehr_id: `PAT-${number}`,
      mrn: `MRN-${number}`,
      ...nameOf(number),
      dob: addDays("1950-01-15", number * 97),
      sex: number % 2 === 0 ? "male" : "female",
      phone: `212-555-${String(1_000 + number)}`,
    };
  });
  const visit = (ehrId: string, days: number, time: string, patient: number, provider = 0) => {
    const who = people[patient - 1];
    return makeAppointment(
      { account, ehrId, datetime: `${addDays(today, days)}T${time}`, source: "ehr" },
      {
        provider_ehr_id: providers[provider]?.ehr_id,
        provider_name: providers[provider]?.name,
        provider_npi: providers[provider]?.npi,
        location: locations[0]?.name,
        location_ehr_id: locations[0]?.ehr_id,
        appointment_type: "Follow-up",
        patient_mrn: who?.mrn,
        patient_ehr_id: who?.ehr_id,
        patient_first_name: who?.first_name,
        patient_last_name: who?.last_name,
        patient_dob: who?.dob,
        patient_phone: who?.phone,
        patient_gender: who?.sex,
      },
    );
  };
  const claim = (number: number, days: number) => ({
    id: id("claim", `CLM-${number}`),
    emr_claim_id: `CLM-${number}`,
    service_date: addDays(today, days),
    claim_date: addDays(today, days + 1),
    claim_status: "SUB",
    claim_status_description: "Submitted to payer",
    total_charge: "150.00",
    balance: "30.00",
    total_payment: "120.00",
    patient_responsibility: "30.00",
    emr_appointment_id: `APT-${number}`,
    emr_patient_id: people[number - 1]?.ehr_id,
    patient_name: `${people[number - 1]?.last_name}, ${people[number - 1]?.first_name}`,
    provider_name: providers[0]?.name,
    insurances: [{ name: "Aetna", priority: 1 }],
  });
  const documents = [1, 2, 3].map((number) => ({
    id: id("document", `DOC-${number}`),
    name: `letter-${number}.txt`,
    type: "text/plain",
    content: Buffer.from(`Letter ${number}\n`),
  }));
  const referral = (number: number, direction: string, found: readonly (string | undefined)[]) => ({
    id: id("referral", `REF-${number}`),
    ehr_id: `REF-${number}`,
    direction,
    patient_mrn: people[number - 1]?.mrn,
    patient_first_name: people[number - 1]?.first_name,
    patient_last_name: people[number - 1]?.last_name,
    from_provider_ehr_id: providers[0]?.ehr_id,
    from_provider_name: providers[0]?.name,
    from_provider_npi: providers[0]?.npi,
    to_provider_ehr_id: "RP-1",
    to_provider_name: "KIM,ALEX",
    to_provider_npi: "1003000126",
    priority: "routine",
    reason: "Cardiology consult",
    diagnosis_codes: ["I10"],
    document_ids: found,
    status: "New",
    referral_date: addDays(today, -number),
  });
  return {
    locations,
    providers,
    patients: people,
    appointments: [
      visit("APT-1", 0, "09:00:00", 1),
      visit("APT-2", 0, "10:00:00", 2),
      visit("APT-3", 30, "09:30:00", 1),
      visit("APT-4", -20, "14:00:00", 3, 1),
      visit("APT-5", 120, "08:00:00", 2),
    ],
    claims: [claim(1, -2), claim(2, -40), claim(3, -200)],
    referrals: [
      referral(1, "outgoing", [documents[0]?.id, documents[1]?.id]),
      referral(2, "incoming", [documents[1]?.id, documents[2]?.id]),
    ],
    orders: [
      {
        id: id("order", "ORD-1"),
        ehr_id: "ORD-1",
        patient_mrn: people[0]?.mrn,
        order_date: addDays(today, -3),
        name: "Hemoglobin A1c",
        status: "resulted",
        lab_results: [{ name: "HbA1c", value: "6.1", unit: "%", result_date: addDays(today, -1) }],
      },
    ],
    referring_providers: [
      {
        id: id("referring_provider", "RP-1"),
        ehr_id: "RP-1",
        name: "KIM,ALEX",
        first_name: "ALEX",
        last_name: "KIM",
        middle_initial: null,
        speciality: "Cardiology",
        phone: "212-555-0170",
        fax: null,
        email: null,
        npi: "1003000126",
        address_street: "5 Elm Street",
        address_city: "New York",
        address_state: "NY",
        address_zip: "10002",
      },
    ],
    insurance_providers: [{ id: id("insurance", "INS-1"), ehr_id: "INS-1", name: "Aetna" }],
    pharmacies: [{ id: id("pharmacy", "PHA-1"), ehr_id: "PHA-1", name: "Corner Pharmacy" }],
    visit_statuses: [
      { code: "SCH", description: "Scheduled" },
      { code: "ARR", description: "Arrived" },
      { code: "CAN", description: "Cancelled" },
    ],
    documents: new Map(documents.map((each) => [each.id, each])),
    settings: {
      visit_types: [
        { id: "1", name: "Follow-up", duration: 30 },
        { id: "2", name: "New patient", duration: 60 },
      ],
      visit_statuses: [
        { code: "SCH", description: "Scheduled" },
        { code: "ARR", description: "Arrived" },
        { code: "CAN", description: "Cancelled" },
      ],
      required_patient_fields: ["phone"],
      timezone: ZONE,
    },
    written: [],
  };
}

/** Makes an appointment; `ehrId` is null while the EMR has not made it. */
export function makeAppointment(
  { account, ehrId, datetime, source }: { account: string; ehrId: string | null; datetime: string; source: string },
  fields: Fields,
  id: string = idOf(account, "appointment", ehrId ?? ""),
): Fields {
  const at = new Date().toISOString();
  return {
    id,
    ehr_id: ehrId,
    ehr_appointment_id: ehrId,
    emr_appointment_id: ehrId,
    datetime,
    status: "SCH",
    reason: null,
    note: null,
    appointment_mode: "office",
    duration: 30,
    insurances: [],
    diagnoses: [],
    medications: [],
    created_at: at,
    object_metadata: { source, created_at: at },
    ...fields,
  };
}
