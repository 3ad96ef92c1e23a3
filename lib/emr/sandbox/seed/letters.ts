import type { EmrPatient, EmrReferringProvider } from "#lib/emr/port/port";
import type { SandboxReferral } from "#lib/emr/sandbox/records";
import type { PdfPage } from "./pdf.ts";
import type { Random } from "./random.ts";

/** The subject of the papers of one referral. */
export interface Letter {
  practice: string;
  referral: SandboxReferral;
  patient: EmrPatient;
  colleague: EmrReferringProvider;
  /** YYYY-MM-DD. */
  date: string;
}

const colleagueName = ({ firstName, lastName }: EmrReferringProvider) => `Dr. ${firstName} ${lastName}`;

const patientLines = ({ patient }: Letter): string[] => [
  `Patient: ${patient.lastName}, ${patient.firstName}`,
  `MRN: ${patient.mrn}     Date of birth: ${patient.dob}     Gender: ${patient.gender}`,
  `Phone: ${patient.phone}`,
  `Address: ${patient.address.street}, ${patient.address.city}, ${patient.address.state} ${patient.address.zip}`,
];

/** Returns sender and recipient. */
const parties = ({ practice, referral, colleague }: Letter): { from: string; to: string } =>
  referral.direction === "incoming"
    ? { from: colleagueName(colleague), to: practice }
    : { from: practice, to: colleagueName(colleague) };

/** Returns the referral letter: one page. */
export function referralLetter(letter: Letter): PdfPage[] {
  const { referral, date } = letter;
  const { from, to } = parties(letter);
  return [
    {
      heading: "Referral letter",
      lines: [
        `Date: ${date}`,
        `From: ${from}`,
        `To: ${to}`,
        "",
        ...patientLines(letter),
        "",
        `Reason for referral: ${referral.reason}`,
        `Priority: ${referral.priority}`,
        ...(referral.priorAuthorizationCode ? [`Prior authorization: ${referral.priorAuthorizationCode}`] : []),
        ...(referral.visitsAllowed === null ? [] : [`Visits requested: ${referral.visitsAllowed}`]),
        "",
        "Dear colleague,",
        "",
        `thank you for seeing this patient for: ${referral.reason.toLowerCase()}.`,
        ...(referral.notes ? [referral.notes] : []),
        "Please send your findings back to our office.",
        "",
        "Kind regards,",
        from,
      ],
    },
  ];
}

const ANALYTES = [
  { name: "Sodium", unit: "mmol/L", from: 134, to: 147 },
  { name: "Potassium", unit: "mmol/L", from: 3, to: 5 },
  { name: "Creatinine", unit: "mg/dL", from: 1, to: 2 },
  { name: "Glucose, fasting", unit: "mg/dL", from: 78, to: 145 },
  { name: "Total cholesterol", unit: "mg/dL", from: 140, to: 260 },
  { name: "HDL cholesterol", unit: "mg/dL", from: 35, to: 80 },
  { name: "Hemoglobin", unit: "g/dL", from: 11, to: 17 },
  { name: "Platelets", unit: "10^3/uL", from: 150, to: 400 },
] as const;

/** Returns a laboratory's report: two pages. */
export const labReport = (letter: Letter, random: Random): PdfPage[] => [
  {
    heading: "Laboratory report",
    lines: [
      `Collected: ${letter.date}`,
      "",
      ...patientLines(letter),
      "",
      ...ANALYTES.map(({ name, unit, from, to }) => `${name}: ${random.between(from, to)} ${unit}`),
    ],
  },
  {
    heading: "Comments",
    lines: [
      "Specimen received in good condition.",
      "Results outside of the reference range are to be read together with the clinical picture.",
      "",
      "Electronically released by the laboratory.",
    ],
  },
];

const FINDINGS = [
  "The patient is in no distress. Heart sounds regular, no murmur.",
  "Lungs clear on both sides. Abdomen soft, no tenderness.",
  "Strength and sensation are even on both sides. Gait is normal.",
  "Skin without new lesions. No swelling of the legs.",
  "Range of motion is limited by pain at the end of its arc.",
] as const;

/** Returns a colleague's consultation note: three pages. */
export const consultNote = (letter: Letter, random: Random): PdfPage[] => [
  {
    heading: "Consultation note",
    lines: [`Date: ${letter.date}`, `Seen by: ${colleagueName(letter.colleague)}`, "", ...patientLines(letter)],
  },
  { heading: "Findings", lines: [letter.referral.reason, "", random.pick(FINDINGS), random.pick(FINDINGS)] },
  {
    heading: "Assessment and plan",
    lines: [
      `1. ${letter.referral.reason}: course explained, questions answered.`,
      "2. Medication unchanged until the next visit.",
      `3. To be seen again in ${random.between(2, 12)} weeks.`,
      "",
      `Signed: ${colleagueName(letter.colleague)}`,
    ],
  },
];

/** Returns the cover page of a fax as plain text. */
export function faxCover(letter: Letter): string {
  const { from, to } = parties(letter);
  return [
    "FAX",
    `Date: ${letter.date}`,
    `To: ${to}`,
    `From: ${from}`,
    `Re: referral ${letter.referral.id} (${letter.referral.reason})`,
    "",
    "This fax holds health information that is protected by law. If it reached you by mistake, please call us",
    "and destroy it.",
    "",
  ].join("\n");
}
