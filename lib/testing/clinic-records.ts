import type { SandboxKind } from "#lib/emr/sandbox/kind";
import type { PracticeRecords, SandboxAppointment } from "#lib/emr/sandbox/records";
import { EMPTY } from "#lib/emr/sandbox/seed/appointment";
import { addDays, todayIn } from "#lib/kernel/dates";
import { clinicForms, clinicLists } from "./clinic-lists.ts";
import { NO_DETAILS } from "./referring-provider.ts";

const TIMEZONE = "America/New_York";
const address = { addressStreet: "1 Main Street", addressCity: "Springfield", addressState: "NY", addressZip: "10001" };
const home = { street: "2 Side Street", city: "Springfield", state: "NY", zip: "10001" };

const patient = (number: number, firstName: string, lastName: string) => ({
  mrn: `MRN-${number}`,
  ehrId: `PAT-${number}`,
  mergedInto: null,
  firstName,
  lastName,
  dob: "1980-05-17",
  gender: "female",
  phone: "212-555-0147",
  email: `patient${number}@example.com`,
  address: home,
});

const FREE = {
  ...EMPTY,
  durationMinutes: 30,
  providerId: "101",
  locationId: "LOC-1",
  createdAt: "2026-01-05T08:00",
};

/** Returns two visits, an open slot and a block today, and an open slot tomorrow. */
function appointments(today: string): SandboxAppointment[] {
  return [
    {
      ...FREE,
      id: "APT-1",
      category: "appointment",
      startsAt: `${today}T09:00`,
      patientId: "PAT-1",
      status: "SCH",
      visitType: "Office Visit",
      mode: "in_person",
      complaintType: "Acute",
      reason: "Cough",
      note: "Brings her own interpreter",
      progressNote: "Lungs clear",
      insurances: [
        { company: "Aetna", subscriber: "Ana Ávila", number: "A-1", groupNumber: "G-1" },
        { company: "Medicare", subscriber: "Ana Ávila", number: "M-1", groupNumber: "" },
      ],
      diagnoses: [{ code: "J20.9", description: "Acute bronchitis, unspecified" }],
      medications: [{ name: "Albuterol", dose: "90 mcg inhaler" }],
    },
    {
      ...FREE,
      id: "APT-2",
      category: "appointment",
      startsAt: `${today}T09:30`,
      locationId: "LOC-2",
      secondaryProviderId: "102",
      patientId: "PAT-2",
      status: "ARR",
      visitType: "Follow-up",
      mode: "telehealth",
    },
    { ...FREE, id: "APT-3", category: "schedule_slot", startsAt: `${today}T10:00`, visitType: "Office Visit" },
    {
      ...FREE,
      id: "APT-4",
      category: "schedule_block",
      startsAt: `${today}T12:00`,
      blockLabel: "Lunch",
      blockColor: "#9CA3AF",
    },
    { ...FREE, id: "APT-5", category: "schedule_slot", startsAt: `${addDays(today, 1)}T09:00`, providerId: "102" },
  ];
}

const claim = (number: number, patientId: string, serviceDate: string, balance: string) => ({
  id: `CLM-${number}`,
  patientId,
  serviceDate,
  status: balance === "0.00" ? "PAID" : "SUB",
  statusDescription: balance === "0.00" ? "Paid in full" : "Submitted to payer",
  totalCharge: "150.00",
  balance,
});

const referral = (number: number, patientId: string, direction: "incoming" | "outgoing") => ({
  id: `REF-${number}`,
  patientId,
  direction,
  statusId: "RS-1",
  priority: "routine" as const,
  reason: "Chest pain on exertion",
  notes: null,
  priorAuthorizationCode: null,
  specialtyId: "SP-1",
  locationId: "LOC-1",
  startDate: "2026-03-01",
  endDate: "2026-06-01",
  visitsAllowed: 6,
  assignedToId: "201",
  referringProviderId: "RP-1",
  createdAt: "2026-02-20T15:00:00Z",
  updatedAt: "2026-02-20T15:00:00Z",
});

const document = (number: number, referralId: string | null, patientId: string | null) => ({
  id: `DOC-${number}`,
  fileName: `letter ${number}.txt`,
  mimeType: "text/plain",
  patientId,
  referralId,
  createdAt: "2026-02-20T16:00:00Z",
  content: Buffer.from(`Letter ${number}\n`),
});

/** Returns the small practice that tests connect to: one or two records of every kind, with a schedule around today. */
export const clinicRecords = (kind: SandboxKind): PracticeRecords => ({
  name: "Test practice",
  kind,
  timezone: TIMEZONE,
  lists: clinicLists,
  visitStatuses: [
    { code: "SCH", description: "Scheduled" },
    { code: "ARR", description: "Arrived" },
    { code: "CAN", description: "Cancelled" },
  ],
  paymentMethods: [
    { id: "PM-1", name: "Cash" },
    { id: "PM-2", name: "Credit Card" },
  ],
  noteCategories: [
    { id: "NC-1", name: "Telephone Encounter" },
    { id: "NC-2", name: "Care Coordination" },
  ],
  locations: [
    { emrId: "LOC-1", name: "Main", phone: "212-555-0100", ...address },
    { emrId: "LOC-2", name: "North", phone: "212-555-0101", ...address },
  ],
  providers: [
    { ehrId: "101", firstName: "Dora", lastName: "Ruiz", npi: "1234567893", specialty: "Family", status: "active" },
    { ehrId: "102", firstName: "Emil", lastName: "Sato", npi: "1245319599", specialty: "Family", status: "active" },
  ],
  visitTypes: [
    { id: "VT-1", name: "Office Visit", duration: 30 },
    { id: "VT-2", name: "Follow-up", duration: 20 },
  ],
  staff: [
    { ehrId: "201", firstName: "Nora", lastName: "Bell", role: "Nurse", email: "nora.bell@example.com" },
    { ehrId: "202", firstName: "Otto", lastName: "Cruz", role: "Front desk", email: "otto.cruz@example.com" },
  ],
  referringProviders: [
    {
      ehrId: "RP-1",
      firstName: "Iris",
      lastName: "Kaplan",
      middleInitial: "M",
      speciality: "Cardiology",
      phone: "(212) 555-0160",
      fax: "212.555.0161",
      email: "kaplan@example.com",
      npi: "1679576722",
      ...address,
      active: true,
    },
    {
      ehrId: "RP-2",
      firstName: "Hugo",
      lastName: "Adler",
      ...NO_DETAILS,
      active: false,
    },
  ],
  forms: clinicForms,
  catalog: [
    { id: "LAB-1", type: "lab", name: "Complete Blood Count", billable: true },
    { id: "LAB-2", type: "lab", name: "Lipid Panel", billable: true },
    { id: "LAB-3", type: "lab", name: "Specimen Handling", billable: false },
    { id: "IMG-1", type: "imaging", name: "Chest X-ray, 2 views", billable: true },
    { id: "PRC-1", type: "procedure", name: "Electrocardiogram", billable: true },
  ],
  patients: [patient(1, "Ana", "Ávila"), patient(2, "Bo", "Nguyen"), patient(3, "Cy", "O'Neil")],
  appointments: appointments(todayIn(TIMEZONE)),
  claims: [
    claim(1, "PAT-1", "2026-03-02", "150.00"),
    claim(2, "PAT-2", "2026-03-02", "40.00"),
    claim(3, "PAT-2", "2026-03-03", "0.00"),
  ],
  referrals: [referral(1, "PAT-1", "incoming"), referral(2, "PAT-2", "outgoing")],
  documents: [document(1, "REF-1", "PAT-1"), document(2, "REF-1", "PAT-1"), document(3, null, "PAT-2")],
  recalls: [
    { id: "RCL-1", patientId: "PAT-1", reason: "Annual exam", dueDate: "2026-05-01", status: "open", actions: [] },
    {
      id: "RCL-2",
      patientId: "PAT-2",
      reason: "Colonoscopy",
      dueDate: "2026-04-01",
      status: "closed",
      actions: [
        { id: "RCA-1", actionTaken: "Called patient", note: "No answer", at: "2026-03-20T15:00:00Z" },
        { id: "RCA-2", actionTaken: "Appointment booked", note: null, at: "2026-03-21T15:00:00Z" },
      ],
    },
  ],
});
