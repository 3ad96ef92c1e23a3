import { type FhirFindings, type FindingName, findingsOf } from "#lib/emr/fhir/findings";
import type { Profile } from "#lib/emr/port/profile";
import { fieldWords } from "#lib/kernel/field-words";
import { type Found, found } from "./found.ts";
import type { ProbedType, Samples } from "./readable.ts";

const PROBE = "Known from an earlier test";

/** The findings that reads cannot repeat, by what was tried. */
const NAMES: Readonly<Record<string, string>> = {
  if_none_exist: "“If-None-Exist” of a create",
  if_match: "“If-Match” of an update",
  patch_if_match: "“If-Match” of a JSON Patch",
  new_record_search: "A search for a new record",
  transactions: "A transaction of which one part fails",
  transaction_if_match: "A transaction of which one part has an old version",
  deleted: "A deleted record",
  last_updated: "Searches by _lastUpdated",
  day_search: "Searches of the schedule by day",
  identifier_search: "Searches by identifier",
  visit_identifier_search: "A search of visits by identifier",
  coverage_identifier_search: "A search of insurances by identifier",
  coverage_patient_search: "A search of insurances by patient",
  birthdate_search: "Searches of patients by birth date",
  summary_count: "“_summary=count”",
};

/** What was found, in words. */
const VALUES: Readonly<Record<string, string>> = {
  works: "works",
  ignored: "is ignored",
  refused: "is refused",
  weak: "refuses an old version",
  strong: "refuses an old version",
  unquoted: "refuses an old version",
  soon: "finds it soon",
  later: "does not find it soon",
  atomic: "is undone whole",
  partial: "leaves the other part written",
};

/** Returns the types of an earlier test whose search has no answer now: a passing fault must not remove what they hold. */
const silentTypes = (known: FhirFindings, samples: Samples): string[] =>
  (known.readable ?? []).filter((type) =>
    [...samples].some(([name, { answer }]) => name === type && answer.kind === "none"),
  );

/** Returns the ways of the types whose search has no answer now. */
const silentWays = ({ ways }: FhirFindings, samples: Samples) =>
  Object.entries(ways).filter(([type]) => samples.get(type as ProbedType)?.answer.kind === "none");

/**
 * Returns the findings of an earlier probe of the same server that this one could not repeat, such as those of write
 * probes. They stay valid unless a call has contradicted them since.
 */
export function keptFound(before: Profile | null, now: Partial<FhirFindings>, samples: Samples): Found {
  const known = findingsOf(before);
  const isTold = (name: FindingName) => now[name] !== undefined && now[name] !== "unknown";
  const kept = Object.entries(known).filter(([name, value]) => value !== "unknown" && !isTold(name as FindingName));
  const silent = silentTypes(known, samples);
  const readable = [...(now.readable ?? []), ...silent];
  const ways = { ...Object.fromEntries(silentWays(known, samples)), ...now.ways };
  const told = kept
    .filter(([name, value]) => typeof value === "string" && name !== "day_search_by")
    .map(
      ([name, value]) => `${NAMES[name] ?? fieldWords(name)} ${VALUES[String(value)] ?? `is answered with ${value}`}`,
    );
  const words = [...told, ...silent.map((type) => `${type} can be searched`)];
  const { behaviour } = found(PROBE, words.join("; "));
  return { findings: { ...Object.fromEntries(kept), readable, ways }, behaviour: words.length > 0 ? behaviour : [] };
}
