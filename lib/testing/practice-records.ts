import type { PracticeRecords } from "#lib/emr/sandbox/records";
import { EMPTY } from "#lib/emr/sandbox/seed/appointment";
import { NO_DETAILS } from "./referring-provider.ts";

const NAMED = { id: "1", name: "One" };
const patient = {
  mrn: "MRN-1",
  ehrId: "PAT-1",
  mergedInto: null,
  firstName: "Ada",
  lastName: "Nuñez",
  dob: "1988-02-29",
  gender: "female",
  phone: "740-555-0142",
  email: "",
  address: { street: "1 Mill Road", city: "Marietta", state: "OH", zip: "45750" },
};
/** A small practice of the sandbox EMR: one record of most kinds. */
export const practiceRecords: PracticeRecords = {
  name: "One practice",
  kind: "sandbox",
  timezone: "America/New_York",
  lists: {
    requiredPatientFields: ["dob"],
    referralStatuses: [NAMED],
    specialties: [NAMED],
    taskTypes: [NAMED],
    taskDetails: [NAMED],
    phoneCallTypes: [NAMED],
    staffGroups: [NAMED],
    recallActions: [NAMED],
    recallClosingActions: [NAMED],
    teams: [{ ...NAMED, serviceTypes: [{ ...NAMED, formId: null }] }],
    insuranceCompanies: [NAMED],
    pharmacies: [NAMED],
  },
  visitStatuses: [
    { code: "SCH", description: "Scheduled" },
    { code: "CAN", description: "Cancelled" },
  ],
  paymentMethods: [
    { id: "PM-2", name: "Cash" },
    { id: "PM-1", name: "Check" },
  ],
  noteCategories: [NAMED],
  locations: [
    { emrId: "LOC-1", name: "Main", addressStreet: "", addressCity: "", addressState: "", addressZip: "", phone: "" },
  ],
  providers: [{ ehrId: "1", firstName: "A", lastName: "B", npi: "", specialty: "", status: "active" }],
  visitTypes: [{ id: "VT-1", name: "Office Visit", duration: 20 }],
  staff: [{ ehrId: "S-1", firstName: "C", lastName: "D", role: "Nurse", email: "" }],
  referringProviders: [
    {
      ehrId: "RP-1",
      firstName: "E",
      lastName: "F",
      ...NO_DETAILS,
      phone: "(740) 555-0100",
      active: true,
    },
  ],
  forms: [
    {
      emrFormId: "F-1",
      name: "One question",
      scored: true,
      stem: null,
      questions: [
        {
          emrQuestionId: "Q1",
          text: "How often?",
          required: true,
          type: "choice",
          options: [
            { value: "0", label: "Never", score: 0 },
            { value: "1", label: "Always", score: 1 },
          ],
        },
      ],
      riskBands: [{ from: 0, band: "Low" }],
    },
  ],
  catalog: [{ id: "LAB-1", type: "lab", name: "Lipid Panel", billable: true }],
  patients: [patient],
  appointments: [
    {
      ...EMPTY,
      id: "APT-1",
      category: "appointment",
      startsAt: "2026-07-01T09:00",
      durationMinutes: 20,
      providerId: "1",
      locationId: "LOC-1",
      patientId: "PAT-1",
      status: "SCH",
      visitType: "Office Visit",
      mode: "telehealth",
      note: "Runs late",
      insurances: [{ company: "One", subscriber: "Ada Nuñez", number: "1", groupNumber: "" }],
      diagnoses: [{ code: "I10", description: "Essential hypertension" }],
      medications: [{ name: "Lisinopril", dose: "10 mg" }],
      createdAt: "2026-06-01T08:30",
    },
  ],
  claims: [
    {
      id: "CLM-1",
      patientId: "PAT-1",
      serviceDate: "2026-06-01",
      status: "SUB",
      statusDescription: "Submitted",
      totalCharge: "120.00",
      balance: "20.50",
    },
  ],
  referrals: [
    {
      id: "REF-1",
      patientId: "PAT-1",
      direction: "incoming",
      statusId: "1",
      priority: "routine",
      reason: "Palpitations",
      notes: null,
      priorAuthorizationCode: null,
      specialtyId: "1",
      locationId: "LOC-1",
      startDate: "2026-06-01",
      endDate: null,
      visitsAllowed: 4,
      assignedToId: "S-1",
      referringProviderId: "RP-1",
      createdAt: "2026-05-20T12:00:00.000Z",
      updatedAt: "2026-05-21T12:00:00.000Z",
    },
  ],
  documents: [
    {
      id: "DOC-1",
      fileName: "letter.txt",
      mimeType: "text/plain",
      patientId: "PAT-1",
      referralId: "REF-1",
      createdAt: "2026-05-20T12:00:00.000Z",
      content: new TextEncoder().encode("Dear colleague"),
    },
  ],
  recalls: [
    {
      id: "RCL-1",
      patientId: "PAT-1",
      reason: "Annual exam",
      dueDate: "2026-09-01",
      status: "open",
      actions: [{ id: "RCA-1", actionTaken: "One", note: null, at: "2026-06-01T12:00:00.000Z" }],
    },
  ],
};
