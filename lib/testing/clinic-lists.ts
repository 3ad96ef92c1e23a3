import type { PracticeRecords } from "#lib/emr/sandbox/records";

const FREQUENCY = ["Not at all", "Several days", "More than half the days", "Nearly every day"].map((label, score) => ({
  value: String(score),
  label,
  score,
}));

/** A scored form with two required questions and an optional one, and a form without a score. */
export const clinicForms: PracticeRecords["forms"] = [
  {
    emrFormId: "INTAKE",
    name: "Intake",
    scored: false,
    stem: null,
    questions: [
      { emrQuestionId: "WHY", text: "What brings you here?", required: true, type: "text", options: [] },
      {
        emrQuestionId: "SLEEP",
        text: "Do you sleep well?",
        required: false,
        type: "choice",
        options: [
          { value: "yes", label: "Yes", score: null },
          { value: "no", label: "No", score: null },
        ],
      },
    ],
    riskBands: [],
  },
  {
    emrFormId: "PHQ-2",
    name: "PHQ-2",
    scored: true,
    stem: "Over the last 2 weeks, how often have you been bothered by:",
    questions: [
      {
        emrQuestionId: "Q1",
        text: "Little interest or pleasure in doing things",
        required: true,
        type: "choice",
        options: FREQUENCY,
      },
      {
        emrQuestionId: "Q2",
        text: "Feeling down, depressed, or hopeless",
        required: true,
        type: "choice",
        options: FREQUENCY,
      },
      { emrQuestionId: "Q3", text: "Anything else?", required: false, type: "text", options: [] },
    ],
    riskBands: [
      { from: 0, band: "Negative screen" },
      { from: 3, band: "Positive screen" },
    ],
  },
];

/** Lists of the small practice, most with two entries. */
export const clinicLists: PracticeRecords["lists"] = {
  requiredPatientFields: ["first_name", "last_name", "dob"],
  referralStatuses: [
    { id: "RS-1", name: "Pending Review" },
    { id: "RS-2", name: "Authorized" },
    { id: "RS-3", name: "Completed" },
  ],
  specialties: [
    { id: "SP-1", name: "Cardiology" },
    { id: "SP-2", name: "Physical Therapy" },
  ],
  taskTypes: [
    { id: "TT-1", name: "General" },
    { id: "TT-2", name: "Phone Call" },
  ],
  taskDetails: [
    { id: "TD-1", name: "Call patient back" },
    { id: "TD-2", name: "Send records" },
  ],
  phoneCallTypes: [
    { id: "PC-1", name: "Incoming" },
    { id: "PC-2", name: "Outgoing" },
  ],
  staffGroups: [
    { id: "SG-1", name: "Front Desk" },
    { id: "SG-2", name: "Nursing" },
  ],
  recallActions: [
    { id: "RA-1", name: "Called patient" },
    { id: "RA-2", name: "Appointment booked" },
  ],
  recallClosingActions: [{ id: "RA-2", name: "Appointment booked" }],
  teams: [
    {
      id: "1",
      name: "Behavioral Health",
      serviceTypes: [
        { id: "101", name: "Depression Screening", formId: "PHQ-2" },
        { id: "102", name: "Individual Counseling", formId: null },
      ],
    },
    { id: "2", name: "Behavioral Health North", serviceTypes: [{ id: "201", name: "Intake Visit", formId: "INTAKE" }] },
  ],
  insuranceCompanies: [
    { id: "INS-1", name: "Aetna" },
    { id: "INS-2", name: "Medicare" },
  ],
  pharmacies: [{ id: "PH-1", name: "Corner Drug" }],
};
