import { objectsOf } from "#lib/emr/fhir/untrusted";
import { tryFilter } from "./filter.ts";
import { type Found, found } from "./found.ts";
import { tryIdentifiers } from "./identifier-search.ts";
import type { ProbedResource } from "./page.ts";
import { type Probing, resourceWith } from "./probing.ts";

const PROBE = "Searches of insurances";

/** A patient who does not exist. */
const NEVER = "patient=clinical-records-console-probe-none";

/** Returns the id of the patient of a Coverage; null without one. */
function patientOf({ beneficiary }: ProbedResource): string | null {
  const [named] = objectsOf([beneficiary]);
  return /(?:^|\/)Patient\/([A-Za-z0-9.-]{1,64})$/.exec(String(named?.reference ?? ""))?.[1] ?? null;
}

/** Probe: whether a Coverage is found by an identifier, and those of a patient alone by the patient. */
export async function probeCoverageSearch(probing: Probing): Promise<Found> {
  if (probing.samples.get("Coverage")?.answer.kind !== "ok")
    return found(PROBE, "was not tried: Coverage cannot be searched");
  const sample = resourceWith(probing.samples, (resource) => patientOf(resource) !== null, ["Coverage"]);
  const patient = sample && patientOf(sample.resource);
  const [byIdentifier, byPatient] = await Promise.all([
    tryIdentifiers(probing, "Coverage", { sparing: true }),
    tryFilter(probing, {
      sparing: true,
      type: "Coverage",
      never: NEVER,
      match: patient === null ? null : { query: `patient=${patient}`, fits: (each) => patientOf(each) === patient },
    }),
  ]);
  const isProved = byIdentifier.outcome === "works" && byPatient.outcome === "works";
  const words = isProved
    ? "work by identifier and by patient: an insurance is looked for by its key, and compared with the patient's others"
    : `by identifier ${byIdentifier.words}; by patient ${byPatient.words}: no insurance is written`;
  return found(PROBE, words, {
    coverage_identifier_search: byIdentifier.outcome,
    coverage_patient_search: byPatient.outcome,
  });
}
