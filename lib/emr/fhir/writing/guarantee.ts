import type { FhirFindings } from "#lib/emr/fhir/findings";
import type { Capability } from "#lib/emr/port/capability";
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

const comparesVersions = (findings: FhirFindings): boolean => ifMatchOf(findings, "1") !== null;

/** Returns whether the server can be searched for the key of a write. */
export const isSearched = ({ identifier_search }: FhirFindings): boolean => identifier_search === "works";

/** Returns how a write whose end is unknown is settled: by its key only if the server was seen to do all of that. */
export function repeatsOf(findings: FhirFindings): EmrConnection["repeats"] {
  if (!isSearched(findings)) return "never";
  return createsOnce(findings) && comparesVersions(findings) ? "keyed" : "found";
}

const UNSEARCHED =
  "The server is not known to find records by their identifier: a write whose answer is lost is left to a person";
const LOOKED_FOR =
  "The server is not known to create under a condition: a record is looked for before and after it is written, so that " +
  "two writes at the same moment may both be done";
const READ_BACK =
  "The server is not known to compare versions: a change is written and read back, so that one that another makes at the " +
  "same moment may be overwritten";

/** Whether the operations of a capability create records, change them, or both. */
const WRITES: Partial<Record<Capability, readonly ("creates" | "changes")[]>> = {
  patient_notes: ["creates"],
  orders: ["creates"],
  messages: ["creates"],
  tasks: ["creates"],
  referrals: ["creates", "changes"],
  appointments: ["changes"],
};

/** Returns in one sentence why the guarantee of a capability's writes is weaker; null if it is the full one. */
export function weakerGuarantee(capability: Capability, findings: FhirFindings): string | null {
  const writes = WRITES[capability] ?? [];
  const reasons = [
    ...(writes.includes("creates") && !createsOnce(findings) ? [isSearched(findings) ? LOOKED_FOR : UNSEARCHED] : []),
    ...(writes.includes("changes") && !comparesVersions(findings) ? [READ_BACK] : []),
  ];
  return reasons.length === 0 ? null : reasons.join(". ");
}
