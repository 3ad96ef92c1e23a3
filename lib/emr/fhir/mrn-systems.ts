import type { CodeableConcept, Patient } from "fhir/r4";
import type { MrnSystem } from "#lib/emr/port/mrn-system";
import { isSsn } from "./identifiers.ts";
import { isJobKey } from "./job-key.ts";
import { holdsAt } from "./period.ts";
import { searchPage } from "./reading/search.ts";
import type { FhirServer } from "./server.ts";
import { isRecord, objectsOf } from "./untrusted.ts";

const READ = 100;
const EXAMPLES = 3;
const MAX_LENGTH = 200;

/** Code of HL7's table 0203. */
const MRN_CODE = "MR";

interface Carried {
  system: string;
  value: string;
  name: string | null;
  codes: string[];
}

const textOf = (value: unknown): string => (typeof value === "string" ? value.trim().slice(0, MAX_LENGTH) : "");

/** Returns the identifiers that a patient carries now, without social security numbers, which are never shown, and our marks. */
function identifiersOf(patient: Patient): Carried[] {
  const current = objectsOf(patient.identifier as unknown).filter(
    (each) => !isSsn(each) && !isJobKey(each) && holdsAt(each, new Date()),
  );
  return current.flatMap(({ system, value, use, type }) => {
    const { text, coding: stated } = isRecord(type) ? (type as CodeableConcept) : {};
    const coding = objectsOf(stated);
    const name = textOf(text) || textOf(coding.find(({ display }) => display)?.display);
    const found = {
      system: textOf(system),
      value: textOf(value),
      name: name || null,
      codes: coding.map(({ code }) => textOf(code)),
    };
    const isOffered = found.system !== "" && found.value !== "" && use !== "old";
    return isOffered ? [found] : [];
  });
}

/** Returns the number of entries whose value others have too. */
function sharedIn(values: readonly string[]): number {
  return [...Map.groupBy(values, (value) => value).values()].reduce(
    (sum, { length }) => (length > 1 ? sum + length : sum),
    0,
  );
}

/** Returns the systems of identifiers that patients carry: those that the server calls MRN first, then by patients. */
export function mrnSystemsOf(patients: readonly Patient[]): MrnSystem[] {
  // The first of several identifiers of one system counts, as in the reading of patients.
  const carried = patients.flatMap((patient) =>
    [...Map.groupBy(identifiersOf(patient), ({ system }) => system).values()].flatMap(([first]) => first ?? []),
  );
  const groups = [...Map.groupBy(carried, ({ system }) => system)].map(([system, all]) => {
    const values = all.map(({ value }) => value);
    return {
      isMrn: all.some(({ codes }) => codes.includes(MRN_CODE)),
      found: {
        system,
        name: all.find(({ name }) => name)?.name ?? null,
        patients: all.length,
        of: patients.length,
        shared: sharedIn(values),
        examples: [...new Set(values)].slice(0, EXAMPLES),
      },
    };
  });
  return groups
    .toSorted((a, b) => Number(b.isMrn) - Number(a.isMrn) || b.found.patients - a.found.patients)
    .map(({ found }) => found);
}

/** Reads a page of patients and returns the systems of their identifiers. Throws EmrErrors. */
export async function readMrnSystems(server: FhirServer, signal: AbortSignal): Promise<MrnSystem[]> {
  const type = "Patient";
  const { resources } = await searchPage(server, { type, address: `${type}?_count=${READ}` }, signal);
  return mrnSystemsOf(resources as unknown as Patient[]);
}
