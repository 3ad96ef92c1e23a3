import type { FhirContext } from "#lib/emr/fhir/context";
import { word } from "#lib/emr/fhir/reading/elements";
import { groupsOf } from "#lib/emr/fhir/reading/groups";
import { searchPage } from "#lib/emr/fhir/reading/search";
import { readSingly } from "#lib/emr/fhir/reading/singly";
import type { Untrusted } from "#lib/emr/fhir/untrusted";
import type { Way } from "#lib/emr/fhir/ways";
import { EmrError, type FaultyRecord } from "#lib/emr/port/port";

/** Resources that were asked for by their ids. */
interface ById {
  resources: Untrusted[];
  faulty: FaultyRecord[];
  /** Ids that the server does not have. */
  missing: string[];
  /** The last id that was asked for; null if no call was left for any. */
  last: string | null;
}

/** Searches for several ids at once; a server that refuses the search has none of them. */
async function searched({ server }: FhirContext, type: string, ids: readonly string[], signal: AbortSignal) {
  const found: Untrusted[] = [];
  for (const some of groupsOf(server, ids, ids.length)) {
    const query = new URLSearchParams({ _id: some.join(","), _count: String(some.length) });
    try {
      found.push(...(await searchPage(server, { type, address: `${type}?${query}` }, signal)).resources);
    } catch (error) {
      if (!(error instanceof EmrError) || error.limited || signal.aborted) throw error;
    }
  }
  return new Map(found.map((resource) => [word(resource.id), resource]));
}

/**
 * Reads resources by their ids, several at once where the server takes that; what such a search lacks is asked for singly. Ends
 * early, after some, if no call is left. Throws an EmrError if none could be read for lack of calls, or all of several fail for the moment.
 */
export async function readByIds(
  context: FhirContext,
  type: string,
  { ids, several }: { ids: readonly string[] } & Pick<Way, "several">,
  signal: AbortSignal,
): Promise<ById> {
  const found = several && ids.length > 1 ? await searched(context, type, ids, signal) : new Map<string, Untrusted>();
  const all: ById = { resources: [], faulty: [], missing: [], last: null };
  let isOut = ids.length > 1;
  for (const id of ids) {
    const known = found.get(id);
    try {
      const single = known ? null : await readSingly(context.server, type, id, signal);
      const resource = known ?? single?.resource ?? null;
      if (!single?.isPassing) isOut = false;
      if (resource !== null) all.resources.push(resource);
      else if (single?.failure == null) all.missing.push(id);
      else all.faulty.push({ ehrId: id, reason: `It could not be read: ${single.failure}` });
    } catch (error) {
      if (error instanceof EmrError && error.limited && all.last !== null) return all;
      throw error;
    }
    all.last = id;
  }
  if (isOut) throw new EmrError("passing", all.faulty[0]?.reason ?? "The EMR does not answer");
  return all;
}
