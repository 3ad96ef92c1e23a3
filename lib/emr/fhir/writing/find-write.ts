import type { FhirResource } from "fhir/r4";
import type { FhirContext } from "#lib/emr/fhir/context";
import type { FhirFindings } from "#lib/emr/fhir/findings";
import { hasKey, keySearch } from "#lib/emr/fhir/job-key";
import { pagesOf } from "#lib/emr/fhir/reading/search";
import type { Untrusted } from "#lib/emr/fhir/untrusted";
import { EmrError } from "#lib/emr/port/port";

/** The types of resources that are written. */
export const WRITTEN = [
  "ServiceRequest",
  "DocumentReference",
  "Communication",
  "Task",
  "Appointment",
  "Patient",
  "Coverage",
] as const;

export type WrittenType = (typeof WRITTEN)[number];

type Found = FhirResource & { id: string };

const withId = (resource: Untrusted): Found[] =>
  typeof resource.id === "string" ? [resource as unknown as Found] : [];

const writtenAt = ({ meta, id }: Found): string => `${meta?.lastUpdated ?? ""} ${id}`;

/**
 * Returns the ids of the resources of a type that carry a key, the oldest first. Throws an EmrError if the server cannot
 * tell.
 */
export async function idsUnderKey(
  { server, contradict }: Pick<FhirContext, "server" | "contradict">,
  type: WrittenType,
  { key, signal }: { key: string; signal: AbortSignal },
): Promise<string[]> {
  const search = { type, address: `${type}?${keySearch(key)}`, fresh: true };
  let found: Found[] = [];
  for await (const resources of pagesOf(server, search, signal)) {
    found = resources.flatMap(withId);
    // A server may begin with pages of which the filter leaves nothing.
    if (found.length > 0) break;
  }
  const held = found.filter((resource) => hasKey(resource, key));
  // A server that ignores the parameter returns others, and ours may be on a later page.
  if (held.length === 0 && found.length > 0) {
    await contradict(type === "Coverage" ? "coverage_identifier_search" : "identifier_search");
    throw new EmrError("passing", `The EMR's search of ${type} does not filter by identifier`, { notDone: true });
  }
  return held.toSorted((a, b) => (writtenAt(a) < writtenAt(b) ? -1 : 1)).map(({ id }) => id);
}

/** Refuses a write of a type whose records could not be looked for afterwards. Throws a validation fault. */
export function requireSearched({ findings }: FhirContext, type: WrittenType): void {
  if (!findings.readable?.includes(type))
    throw new EmrError("validation", `The EMR answered no search of ${type}: probe the connection again`);
}

/** Returns whether something of a type may be under a key: of Coverage nothing is written where the search was seen to fail. */
const isLookedFor = ({ readable, coverage_identifier_search: found }: FhirFindings, type: WrittenType): boolean =>
  readable?.includes(type) === true && (type !== "Coverage" || (found !== "ignored" && found !== "refused"));

/**
 * Returns the EMR id of what was written under a key, of any type, or null if the EMR holds none. Throws an EmrError if
 * the server cannot tell.
 */
export async function findWrite(context: FhirContext, key: string, signal: AbortSignal): Promise<string | null> {
  const searched = WRITTEN.filter((type) => isLookedFor(context.findings, type));
  const searches = await Promise.allSettled(searched.map((type) => idsUnderKey(context, type, { key, signal })));
  const [found] = searches.flatMap((search) => (search.status === "fulfilled" ? search.value : []));
  if (found !== undefined) return found;
  const failed = searches.find((search) => search.status === "rejected");
  if (failed) throw failed.reason;
  return null;
}
