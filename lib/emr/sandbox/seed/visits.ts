/** Reasons for visits with the chart's text. */
export interface Visit {
  reason: string;
  complaintType: "Acute" | "Chronic" | "Preventive" | "Behavioral";
  visitTypes: readonly string[];
  diagnoses: readonly { code: string; description: string }[];
  medications: readonly { name: string; dose: string }[];
  /** Text of the chart once the visit is over. */
  progress: string;
}

const OFFICE = ["Office Visit", "Follow-up"] as const;
const SCREEN = ["Office Visit", "Follow-up", "Telehealth"] as const;

export const ADULT_VISITS: readonly Visit[] = [
  {
    reason: "Cough and fever",
    complaintType: "Acute",
    visitTypes: OFFICE,
    diagnoses: [{ code: "J06.9", description: "Acute upper respiratory infection, unspecified" }],
    medications: [{ name: "Benzonatate", dose: "100 mg three times daily as needed" }],
    progress: "Lungs clear. Supportive care; to return if fever lasts beyond three days.",
  },
  {
    reason: "Blood pressure check",
    complaintType: "Chronic",
    visitTypes: SCREEN,
    diagnoses: [{ code: "I10", description: "Essential (primary) hypertension" }],
    medications: [
      { name: "Lisinopril", dose: "20 mg daily" },
      { name: "Hydrochlorothiazide", dose: "12.5 mg daily" },
    ],
    progress: "138/84 seated. Doses left as they are; home readings to be brought next time.",
  },
  {
    reason: "Medication review",
    complaintType: "Chronic",
    visitTypes: SCREEN,
    diagnoses: [
      { code: "E11.9", description: "Type 2 diabetes mellitus without complications" },
      { code: "E78.5", description: "Hyperlipidemia, unspecified" },
    ],
    medications: [
      { name: "Metformin", dose: "1000 mg twice daily" },
      { name: "Atorvastatin", dose: "40 mg at bedtime" },
    ],
    progress: "Takes everything as prescribed. A1c due in two months.",
  },
  {
    reason: "Low back pain",
    complaintType: "Acute",
    visitTypes: OFFICE,
    diagnoses: [{ code: "M54.50", description: "Low back pain, unspecified" }],
    medications: [{ name: "Naproxen", dose: "500 mg twice daily with food" }],
    progress: "No red flags. Exercises shown; physical therapy if not better in four weeks.",
  },
  {
    reason: "Rash on both arms",
    complaintType: "Acute",
    visitTypes: SCREEN,
    diagnoses: [{ code: "L30.9", description: "Dermatitis, unspecified" }],
    medications: [{ name: "Triamcinolone cream", dose: "0.1 % twice daily for 10 days" }],
    progress: "Contact dermatitis likely. New detergent to be avoided.",
  },
  {
    reason: "Annual physical",
    complaintType: "Preventive",
    visitTypes: ["Annual Physical"],
    diagnoses: [{ code: "Z00.00", description: "General adult medical examination without abnormal findings" }],
    medications: [],
    progress: "Vaccines given, screening labs ordered.",
  },
  {
    reason: "New patient visit",
    complaintType: "Preventive",
    visitTypes: ["New Patient"],
    diagnoses: [{ code: "Z76.89", description: "Persons encountering health services in other circumstances" }],
    medications: [],
    progress: "History taken, records of the previous practice asked for.",
  },
  {
    reason: "Low mood, poor sleep",
    complaintType: "Behavioral",
    visitTypes: ["Behavioral Health", "Telehealth"],
    diagnoses: [{ code: "F32.1", description: "Major depressive disorder, single episode, moderate" }],
    medications: [{ name: "Sertraline", dose: "50 mg daily" }],
    progress: "PHQ-9 repeated, better than last month. No thoughts of self-harm.",
  },
  {
    reason: "Worry and restlessness",
    complaintType: "Behavioral",
    visitTypes: ["Behavioral Health", "Telehealth"],
    diagnoses: [{ code: "F41.1", description: "Generalized anxiety disorder" }],
    medications: [{ name: "Escitalopram", dose: "10 mg daily" }],
    progress: "Breathing exercises help. To continue with counseling.",
  },
  {
    reason: "Knee pain after a fall",
    complaintType: "Acute",
    visitTypes: OFFICE,
    diagnoses: [{ code: "S80.01XA", description: "Contusion of right knee, initial encounter" }],
    medications: [],
    progress: "Stable, full weight borne. Ice and rest; X-ray not needed.",
  },
];

export const CHILD_VISITS: readonly Visit[] = [
  {
    reason: "Well-child visit",
    complaintType: "Preventive",
    visitTypes: ["Annual Physical"],
    diagnoses: [{ code: "Z00.129", description: "Routine child health examination without abnormal findings" }],
    medications: [],
    progress: "Growing along the 60th percentile. Vaccines up to date.",
  },
  {
    reason: "Ear pain",
    complaintType: "Acute",
    visitTypes: OFFICE,
    diagnoses: [{ code: "H66.91", description: "Otitis media, unspecified, right ear" }],
    medications: [{ name: "Amoxicillin", dose: "400 mg/5 mL, 10 mL twice daily for 10 days" }],
    progress: "Right drum red and bulging. To return in two weeks.",
  },
  {
    reason: "Asthma check",
    complaintType: "Chronic",
    visitTypes: SCREEN,
    diagnoses: [{ code: "J45.30", description: "Mild persistent asthma, uncomplicated" }],
    medications: [
      { name: "Fluticasone", dose: "44 mcg inhaler, 2 puffs twice daily" },
      { name: "Albuterol", dose: "90 mcg inhaler as needed" },
    ],
    progress: "Uses the rescue inhaler once a week. Action plan renewed for school.",
  },
  {
    reason: "Sore throat",
    complaintType: "Acute",
    visitTypes: OFFICE,
    diagnoses: [{ code: "J02.9", description: "Acute pharyngitis, unspecified" }],
    medications: [],
    progress: "Rapid strep test negative. Fluids and rest.",
  },
  {
    reason: "Sports physical",
    complaintType: "Preventive",
    visitTypes: ["Annual Physical", "Office Visit"],
    diagnoses: [{ code: "Z02.5", description: "Encounter for examination for participation in sport" }],
    medications: [],
    progress: "Cleared without restriction.",
  },
  {
    reason: "Trouble concentrating",
    complaintType: "Behavioral",
    visitTypes: ["Behavioral Health", "Telehealth"],
    diagnoses: [{ code: "F90.2", description: "Attention-deficit hyperactivity disorder, combined type" }],
    medications: [{ name: "Methylphenidate ER", dose: "18 mg each morning" }],
    progress: "Teachers report better focus. Weight and pulse unchanged.",
  },
  {
    reason: "First visit with parents",
    complaintType: "Preventive",
    visitTypes: ["New Patient"],
    diagnoses: [],
    medications: [],
    progress: "History taken with both parents.",
  },
];

const PROGRESS = new Map([...ADULT_VISITS, ...CHILD_VISITS].map(({ reason, progress }) => [reason, progress]));

/** Returns the chart's text after a visit for this reason, or null for an unknown reason. */
export const progressOf = (reason: string | null): string | null => PROGRESS.get(reason ?? "") ?? null;

/** Notes of the front desk beside appointments. */
export const NOTES = [
  "Needs an interpreter (Spanish)",
  "Wheelchair; room 2 or 4",
  "Will bring the form from work",
  "Prefers to be called, not texted",
  "Arrives with daughter",
  "Copay outstanding from last visit",
] as const;
