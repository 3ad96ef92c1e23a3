import type { FhirFindings } from "#lib/emr/fhir/findings";
import type { EmrConnection } from "#lib/emr/port/port";

/** Returns whether the server creates a record once under a key. */
export const createsOnce = ({ if_none_exist }: FhirFindings): boolean => if_none_exist === "works";

/** Returns the value of `If-Match` for a version, in the form that the server takes; null if it does not compare it. */
export function ifMatchOf({ if_match }: FhirFindings, version: string | undefined): string | null {
  if (version === undefined) return null;
  if (if_match === "weak") return `W/"${version}"`;
  if (if_match === "strong") return `"${version}"`;
  return if_match === "unquoted" ? version : null;
}

/** Returns whether the server refuses an update of an old version. */
export const comparesVersions = (findings: FhirFindings): boolean => ifMatchOf(findings, "1") !== null;

/** Returns whether the server can be searched for the key of a write. */
export const isSearched = ({ identifier_search, new_record_search }: FhirFindings): boolean =>
  identifier_search === "works" && new_record_search !== "later";

/** Returns how a write whose end is unknown is settled: by its key only if the server was seen to do all of that. */
export function repeatsOf(findings: FhirFindings): EmrConnection["repeats"] {
  if (!isSearched(findings)) return "never";
  return createsOnce(findings) && comparesVersions(findings) ? "keyed" : "found";
}
