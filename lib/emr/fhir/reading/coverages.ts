import type { FhirContext } from "#lib/emr/fhir/context";
import { beneficiaryOf, insuranceOf, payerIn } from "#lib/emr/fhir/coverage-fields";
import type { Untrusted } from "#lib/emr/fhir/untrusted";
import { EmrError, type EmrPatientInsurance } from "#lib/emr/port/port";
import { word } from "./elements.ts";
import { lookupById } from "./lookup.ts";
import { pagesOf } from "./search.ts";

/** Returns a reader of one insurance: null for one that the server does not have, or that was entered in error. */
export function insuranceReader(context: FhirContext) {
  const { server } = context;
  const organizations = lookupById(context, "Organization", ({ name }) => word(name) || null);

  return async (emrInsuranceId: string, signal: AbortSignal): Promise<EmrPatientInsurance | null> => {
    const coverage = await server.read("Coverage", emrInsuranceId, signal);
    if (coverage === null || coverage.status === "entered-in-error") return null;
    const { id, name } = payerIn(coverage, server.baseUrl);
    const named = id !== null && name === null ? (await organizations([id], signal)).get(id) : undefined;
    // What is there of a payer without any name.
    return insuranceOf(coverage, { baseUrl: server.baseUrl, payerName: named ?? id ?? "" });
  };
}

/** Reads all Coverages of a patient, those in force no longer too. Throws an EmrError, also if the server returns those of others. */
export async function coveragesOf(
  { server, contradict }: FhirContext,
  patientEhrId: string,
  signal: AbortSignal,
): Promise<Untrusted[]> {
  const address = `Coverage?patient=${encodeURIComponent(patientEhrId)}`;
  const found: Untrusted[] = [];
  for await (const coverages of pagesOf(server, { type: "Coverage", address, fresh: true }, signal))
    found.push(...coverages);
  // One that names the patient otherwise than by the address is of whom it was searched for.
  const isTheirs = (coverage: Untrusted) => (beneficiaryOf(coverage, server.baseUrl) ?? patientEhrId) === patientEhrId;
  if (found.every(isTheirs)) return found;
  await contradict("coverage_patient_search");
  throw new EmrError("passing", "The EMR's search of Coverage does not filter by patient", { notDone: true });
}
