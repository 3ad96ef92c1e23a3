import type { EmrNamed, EmrSettings, EmrVisitType } from "#lib/emr/port/port";
import type { PracticeLists } from "#lib/emr/sandbox/records";
import { INSURANCE_COMPANIES } from "./insurance.ts";

/** Numbers a list: `PM-1`, `PM-2` … */
const numbered = (prefix: string, names: readonly string[]): EmrNamed[] =>
  names.map((name, index) => ({ id: `${prefix}-${index + 1}`, name }));

export const VISIT_STATUSES: EmrSettings["visitStatuses"] = [
  { code: "SCH", description: "Scheduled" },
  { code: "CNF", description: "Confirmed" },
  { code: "ARR", description: "Arrived" },
  { code: "ROM", description: "In exam room" },
  { code: "CMP", description: "Checked out" },
  { code: "RSC", description: "Rescheduled" },
  { code: "CAN", description: "Cancelled" },
  { code: "NOS", description: "No show" },
];

/** Minutes by name. */
const VISIT_LENGTHS = {
  "Office Visit": 20,
  "Follow-up": 20,
  "Annual Physical": 40,
  "New Patient": 40,
  Telehealth: 20,
  "Behavioral Health": 40,
};

export const VISIT_TYPES: EmrVisitType[] = Object.entries(VISIT_LENGTHS).map(([name, duration], index) => ({
  id: `VT-${index + 1}`,
  name,
  duration,
}));

export const PAYMENT_METHODS = numbered("PM", [
  "Cash",
  "Check",
  "Credit Card",
  "Debit Card",
  "HSA Card",
  "Money Order",
  "Online Portal",
]);

export const NOTE_CATEGORIES = numbered("NC", [
  "Telephone Encounter",
  "Patient Message",
  "Care Coordination",
  "Lab Follow-up",
  "Medication Refill",
  "Administrative",
]);

const RECALL_ACTIONS = numbered("RA", [
  "Called patient",
  "Left voicemail",
  "Sent letter",
  "Appointment booked",
  "Patient declined",
  "No longer needed",
]);
/** The last three close a recall. */
const RECALL_CLOSING_ACTIONS = RECALL_ACTIONS.slice(-3);

/** Teams with their billing matrices (interface 3.2); one name is part of another's. */
const TEAMS: PracticeLists["teams"] = [
  {
    id: "1",
    name: "Behavioral Health",
    serviceTypes: [
      { id: "101", name: "Depression Screening", formId: "PHQ-9" },
      { id: "102", name: "Anxiety Screening", formId: "GAD-7" },
      { id: "103", name: "Individual Counseling", formId: null },
    ],
  },
  {
    id: "2",
    name: "Care Management",
    serviceTypes: [
      { id: "201", name: "Intake Visit", formId: "INTAKE" },
      { id: "202", name: "Care Plan Review", formId: null },
    ],
  },
  {
    id: "3",
    name: "Complex Care Management",
    serviceTypes: [
      { id: "301", name: "Home Visit", formId: null },
      { id: "302", name: "Depression Screening", formId: "PHQ-9" },
    ],
  },
  {
    id: "4",
    name: "Nutrition",
    serviceTypes: [{ id: "401", name: "Nutrition Counseling", formId: "INTAKE" }],
  },
];

/** Returns the lists in the practice's own row. */
export function practiceLists(specialties: readonly string[]): PracticeLists {
  return {
    requiredPatientFields: ["first_name", "last_name", "dob", "gender", "phone"],
    referralStatuses: numbered("RS", [
      "Pending Review",
      "Authorized",
      "Scheduled",
      "In Progress",
      "Completed",
      "Denied",
      "Waiting for Records",
      "Cancelled",
    ]),
    specialties: numbered("SP", [
      ...specialties,
      "Cardiology",
      "Dermatology",
      "Endocrinology",
      "Gastroenterology",
      "Neurology",
      "Orthopedics",
      "Physical Therapy",
    ]),
    taskTypes: numbered("TT", ["General", "Phone Call", "Prior Authorization", "Lab Review", "Refill Request"]),
    taskDetails: numbered("TD", ["Call patient back", "Send records", "Schedule visit", "Verify insurance"]),
    phoneCallTypes: numbered("PC", ["Incoming", "Outgoing", "Voicemail"]),
    staffGroups: numbered("SG", ["Front Desk", "Nursing", "Billing", "Referrals", "Care Management"]),
    recallActions: RECALL_ACTIONS,
    recallClosingActions: RECALL_CLOSING_ACTIONS,
    teams: TEAMS,
    insuranceCompanies: numbered("INS", INSURANCE_COMPANIES),
    pharmacies: numbered("PH", [
      "Corner Drug",
      "Harmar Pharmacy",
      "Valley Apothecary",
      "Mainline Mail Order",
      "Front Street Pharmacy",
      "Lakeview Drug",
    ]),
  };
}
