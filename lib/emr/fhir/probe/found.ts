import type { FhirFindings } from "#lib/emr/fhir/findings";
import type { Profile } from "#lib/emr/port/profile";

/** The result of one probe: what the connector relies on, and the same in words for an admin. */
export interface Found {
  findings: Partial<FhirFindings>;
  behaviour: Profile["behaviour"];
}

/** Returns the result of a probe with one entry in words. */
export const found = (probe: string, words: string, findings: Partial<FhirFindings> = {}): Found => ({
  findings,
  behaviour: [{ probe, found: words }],
});
