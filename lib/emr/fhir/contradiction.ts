import type { FindingName } from "./findings.ts";

/** Parameters that are sent only after a probe found that they work. */
const RELIED_ON: ReadonlyMap<string, FindingName> = new Map([
  ["_lastUpdated", "last_updated"],
  ["date", "day_search"],
  ["start", "day_search"],
  ["identifier", "identifier_search"],
  ["_summary", "summary_count"],
]);

/** The same of Coverage, whose searches are proved by themselves. */
const RELIED_ON_OF_COVERAGE: ReadonlyMap<string, FindingName> = new Map([
  ["identifier", "coverage_identifier_search"],
  ["patient", "coverage_patient_search"],
]);

/** Statuses by which a server says that it does not do something; any other one may have a passing reason. */
const REFUSALS: readonly number[] = [400, 403, 404, 405, 501];

/** A search of a type, not a link to a further page, which may have expired. */
const SEARCH = /^([A-Z][A-Za-z]+)(?:\?(.*))?$/;

/**
 * Returns the findings of the last probe that the answer to a read contradicts: it refuses a search that was found to
 * work. A search with other parameters, such as `_sort`, contradicts nothing, since it may be refused for those.
 */
export function contradictedBy(address: string, status: number): FindingName[] {
  const search = REFUSALS.includes(status) ? SEARCH.exec(address) : null;
  if (!search) return [];
  const names = [...new Set(new URLSearchParams(search[2]).keys())];
  if (names.length === 0) return ["readable"];
  const relied = search[1] === "Coverage" ? RELIED_ON_OF_COVERAGE : RELIED_ON;
  const findings = names.map((name) => relied.get(name));
  const isProved = names.every((name, place) => name === "_count" || findings[place] !== undefined);
  return isProved ? findings.filter((finding) => finding !== undefined) : [];
}
