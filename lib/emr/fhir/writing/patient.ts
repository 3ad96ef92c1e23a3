import type { Patient } from "fhir/r4";
import type { FhirContext } from "#lib/emr/fhir/context";
import { EmrError, type EmrNewPatient, type EmrPatient, type WriteOptions } from "#lib/emr/port/port";
import { emergencyEntry, languageEntry } from "./contact-entries.ts";
import type { Make } from "./create.ts";

const GENDERS = ["male", "female", "other", "unknown"] as const;

/** Returns the gender by FHIR's words; `unknown` for another one. */
const genderOf = (gender: string): (typeof GENDERS)[number] =>
  GENDERS.find((each) => each === gender.toLowerCase()) ?? "unknown";

/** Returns a new patient, whose MRN the server assigns. */
export function newPatient({
  firstName,
  middleName,
  lastName,
  suffix,
  dob,
  gender,
  phone,
  mobilePhone,
  email,
  address: { street, city, state, zip },
  preferredLanguage,
  emergencyContact,
}: EmrNewPatient): Patient {
  const telecom = [
    ...(phone ? [{ system: "phone" as const, value: phone, use: "home" as const }] : []),
    ...(mobilePhone ? [{ system: "phone" as const, value: mobilePhone, use: "mobile" as const }] : []),
    ...(email ? [{ system: "email" as const, value: email }] : []),
  ];
  const isAt = [street, city, state, zip].some((part) => part !== "");
  return {
    resourceType: "Patient",
    active: true,
    name: [
      {
        use: "official",
        family: lastName,
        given: [firstName, ...(middleName ? [middleName] : [])],
        ...(suffix ? { suffix: [suffix] } : {}),
      },
    ],
    gender: genderOf(gender),
    birthDate: dob,
    ...(telecom.length > 0 ? { telecom } : {}),
    ...(isAt
      ? {
          address: [
            {
              use: "home",
              ...(street ? { line: [street] } : {}),
              ...(city ? { city } : {}),
              ...(state ? { state } : {}),
              ...(zip ? { postalCode: zip } : {}),
            },
          ],
        }
      : {}),
    ...(preferredLanguage ? { communication: [languageEntry(preferredLanguage)] } : {}),
    ...(emergencyContact ? { contact: [emergencyEntry(emergencyContact)] } : {}),
  };
}

/** Reads a patient as the server shows them. */
export type ReadPatient = (ehrId: string, signal: AbortSignal) => Promise<EmrPatient | null>;

/** Reads a patient who was just written. Throws an EmrError that does not say that nothing was done. */
export async function writtenPatient(
  readPatient: ReadPatient,
  ehrId: string,
  signal: AbortSignal,
): Promise<EmrPatient> {
  const read = await readPatient(ehrId, signal).catch((error: unknown) => {
    if (error instanceof EmrError) throw new EmrError("passing", error.message, { notDone: false });
    throw error;
  });
  if (read) return read;
  throw new EmrError("passing", "The EMR took the patient and does not show them", { notDone: false });
}

/** Creates a patient under a job's key by `make`, and returns them as the server keeps them. Throws an EmrError. */
export async function createPatient(
  context: FhirContext,
  person: EmrNewPatient,
  { options, make, readPatient }: { options: WriteOptions; make: Make; readPatient: ReadPatient },
): Promise<EmrPatient> {
  const ehrId = await make(context, newPatient(person), options, "patient");
  const created = await writtenPatient(readPatient, ehrId, options.signal);
  if (context.connection.mrn_system !== undefined && created.mrn === created.ehrId)
    options.warn?.("The EMR has assigned no MRN to the patient: its own id stands for it");
  return created;
}
