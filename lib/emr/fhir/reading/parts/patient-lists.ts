import { z } from "zod";
import { object } from "#lib/emr/fhir/reading/elements";
import { idIn } from "#lib/emr/fhir/reading/references";
import { objectsOf, type Untrusted } from "#lib/emr/fhir/untrusted";

/** Patients of one search. */
const MOST = 25;

/**
 * How many patients of a type are asked for in one search. Some servers take a list of patients for one of them, look for its
 * first ones alone, or refuse it: each list ends with a patient who is known to have a resource (`witness`, for one leg), and is
 * believed if the answer has one of theirs. `most` halves with each list that is not, and grows again once one was.
 */
export const patientList = z.object({
  most: z.number().int(),
  isProved: z.boolean(),
  witness: z.object({ leg: z.number().int(), patient: z.string() }).nullable(),
});

type PatientList = z.infer<typeof patientList>;

const BEGIN: PatientList = { most: MOST, isProved: false, witness: null };

/** The lists of a place in a reading, by type. */
interface Place {
  leg: number;
  lists: Record<string, PatientList>;
}

const listOf = ({ lists }: Pick<Place, "lists">, type: string): PatientList => lists[type] ?? BEGIN;

const withList = ({ lists }: Pick<Place, "lists">, type: string, list: PatientList): Place["lists"] => ({
  ...lists,
  [type]: list,
});

const grown = ({ most, isProved }: PatientList): number => (isProved ? Math.min(MOST, most * 2) : most);

/** Returns how many patients are asked for next: one until another one is known to have a resource. */
export function patientsAtOnce(place: Place, type: string): number {
  const { most, witness } = listOf(place, type);
  return witness?.leg === place.leg ? most : 1;
}

/** Returns the value of a search for some patients: a list ends with the one who is known to have a resource. */
export function patientsValue(place: Place, type: string, patients: readonly string[]): string {
  if (patients.length === 1) return patients[0] ?? "";
  const last = listOf(place, type).witness?.patient ?? "";
  return [...patients.filter((each) => each !== last), last].join(",");
}

/** Returns whether the witness of a list is among the patients of some resources. */
export function hasWitness(place: Place, type: string, resources: readonly Untrusted[], baseUrl: string): boolean {
  const patient = listOf(place, type).witness?.patient;
  return resources.some(({ subject, patient: named, participant }) =>
    [subject, named, ...objectsOf(participant).map(({ actor }) => actor)].some(
      (reference) => patient !== undefined && idIn(object(reference), "Patient", baseUrl) === patient,
    ),
  );
}

/** Returns the lists after one patient was asked for alone. */
export function afterPatient(
  place: Place,
  type: string,
  { patient, isFound }: { patient: string; isFound: boolean },
): Place["lists"] {
  const list = listOf(place, type);
  return withList(place, type, {
    ...list,
    most: grown(list),
    witness: isFound ? { leg: place.leg, patient } : list.witness,
  });
}

/** Returns the lists after one that was believed. */
export function afterList(place: Place, type: string): Place["lists"] {
  const list = { ...listOf(place, type), isProved: true };
  return withList(place, type, { ...list, most: grown(list) });
}

/** Returns the lists after one of some patients that was refused, or not believed. */
export const afterNoList = (place: Place, type: string, patients: number): Place["lists"] =>
  withList(place, type, { ...listOf(place, type), most: Math.max(1, Math.floor(patients / 2)) });
