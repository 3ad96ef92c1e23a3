import type { PracticeRecords } from "#lib/emr/sandbox/records";

const NAMED = { id: "1", name: "One" };
const patient = {
  mrn: "MRN-1",
  ehrId: "PAT-1",
  firstName: "Ada",
  lastName: "Nuñez",
  dob: "1988-02-29",
  gender: "female",
  phone: "740-555-0142",
  email: "",
  address: { street: "1 Mill Road", city: "Marietta", state: "OH", zip: "45750" },
};
/** A small practice of the sandbox EMR: one of most things. */
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
  patients: [patient],
  appointments: [
    {
      id: "APT-1",
      category: "appointment",
      startsAt: "2026-07-01T09:00",
      durationMinutes: 20,
      providerId: "1",
      locationId: "LOC-1",
      patientId: "PAT-1",
      status: "SCH",
      visitType: null,
      reason: null,
      blockLabel: null,
      blockColor: null,
    },
  ],
};
