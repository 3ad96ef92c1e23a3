import type { EmrPatient, EmrReferringProvider } from "#lib/emr/port/port";
import type { SandboxDocument, SandboxReferral } from "#lib/emr/sandbox/records";
import { insurancesOf } from "./insurance.ts";
import { insuranceCard } from "./insurance-card.ts";
import { consultNote, faxCover, type Letter, labReport, referralLetter } from "./letters.ts";
import { pdfOf } from "./pdf.ts";
import { type Random, randomOf } from "./random.ts";

type File = Pick<SandboxDocument, "fileName" | "mimeType" | "content">;

const PDF = "application/pdf";

/** The enclosures of a referral besides its letter. */
const ENCLOSURES: readonly ((letter: Letter, random: Random) => File)[] = [
  (letter, random) => ({
    fileName: `Lab results ${letter.date}.pdf`,
    mimeType: PDF,
    content: pdfOf({ title: "Laboratory report", date: letter.date, pages: labReport(letter, random) }),
  }),
  (letter, random) => ({
    fileName: `Consult note – ${letter.patient.lastName}.pdf`,
    mimeType: PDF,
    content: pdfOf({ title: "Consultation note", date: letter.date, pages: consultNote(letter, random) }),
  }),
  (letter, random) => ({
    fileName: `Insurance card ${letter.patient.mrn}.png`,
    mimeType: "image/png",
    content: insuranceCard((insurancesOf(letter.patient)[0]?.number ?? "").replaceAll(/\D/g, ""), random),
  }),
  (letter) => ({
    fileName: `Fax cover ${letter.date}.txt`,
    mimeType: "text/plain",
    content: Buffer.from(faxCover(letter)),
  }),
];

function filesOf(letter: Letter, random: Random): File[] {
  const first: File = {
    fileName: `Referral letter ${letter.referral.id}.pdf`,
    mimeType: PDF,
    content: pdfOf({ title: `Referral ${letter.referral.id}`, date: letter.date, pages: referralLetter(letter) }),
  };
  const more = random.between(0, 2);
  const start = random.between(0, ENCLOSURES.length - 1);
  const enclosures = Array.from({ length: more }, (_, index) => ENCLOSURES[(start + index) % ENCLOSURES.length]);
  return [first, ...enclosures.flatMap((make) => (make ? [make(letter, random)] : []))];
}

/** Share of the incoming referrals whose letter has not come, so that staff must ask for it. */
const WITHOUT_LETTER = 0.05;

const isAwaited = (practice: string, { id, direction }: SandboxReferral): boolean =>
  direction === "incoming" && randomOf(`${practice}/letter/${id}`).chance(WITHOUT_LETTER);

/** Returns one to three files per referral, a letter and enclosures; none for some that have come alone. */
export function documentsOf(practice: {
  name: string;
  referrals: readonly SandboxReferral[];
  patients: readonly EmrPatient[];
  referringProviders: readonly EmrReferringProvider[];
}): SandboxDocument[] {
  const patients = new Map(practice.patients.map((patient) => [patient.ehrId, patient]));
  const colleagues = new Map(practice.referringProviders.map((colleague) => [colleague.ehrId, colleague]));
  return practice.referrals.flatMap((referral) => {
    const patient = patients.get(referral.patientId);
    const colleague = colleagues.get(referral.referringProviderId ?? "");
    if (!patient || !colleague || isAwaited(practice.name, referral)) return [];
    const random = randomOf(`${practice.name}/documents/${referral.id}`);
    const letter = { practice: practice.name, referral, patient, colleague, date: referral.createdAt.slice(0, 10) };
    return filesOf(letter, random).map((file, index) => ({
      id: `DOC-${referral.id.slice(4)}-${index + 1}`,
      patientId: patient.ehrId,
      referralId: referral.id,
      createdAt: referral.createdAt,
      ...file,
    }));
  });
}
