import type { FhirContext } from "#lib/emr/fhir/context";
import type { Untrusted } from "#lib/emr/fhir/untrusted";
import { type EachRead, EmrError } from "#lib/emr/port/port";
import { readSingly } from "./singly.ts";
import type { Source } from "./source.ts";

/** Failures in a row, without any success, that count as an outage. */
const OUTAGE = 3;

/**
 * Reads the records with these ids one by one. Those whose resource the server does not have, or which it shows no longer,
 * are deleted; those that it refuses to show are faulty. Throws an EmrError if none of several can be read for the moment.
 */
export async function readEach(
  context: FhirContext,
  sources: readonly Source[],
  ehrIds: readonly string[],
  signal: AbortSignal,
): Promise<EachRead> {
  const all: EachRead & { unanswered: string[] } = { records: [], faulty: [], deleted: [], unanswered: [] };
  for (const source of sources) {
    const byResource = Map.groupBy(ehrIds, (id) => source.resourceIdOf(id) ?? "");
    byResource.delete("");
    const resources: Untrusted[] = [];
    const unread = new Set<string>();
    let outages = 0;
    for (const [id, asked] of byResource) {
      const { resource, failure, isPassing } = await readSingly(context.server, source.type, id, signal);
      if (failure !== null) {
        all.faulty.push(...asked.map((ehrId) => ({ ehrId, reason: `It could not be read: ${failure}` })));
        for (const ehrId of asked) unread.add(ehrId);
        if (isPassing) all.unanswered.push(...asked);
      }
      outages = isPassing ? outages + 1 : Number.NEGATIVE_INFINITY;
      if (outages >= OUTAGE) throw new EmrError("passing", failure ?? "The EMR does not answer");
      if (resource !== null) resources.push(resource);
    }
    const { records, faulty: unreadable } = await source.read(resources, signal);
    // Of a resource that is several records each that was asked for is as faulty as the resource.
    const faulty = unreadable.flatMap((each) => {
      const asked = byResource.get(source.resourceIdOf(each.ehrId) ?? "") ?? [];
      return [...new Set([each.ehrId, ...asked])].map((ehrId) => ({ ...each, ehrId }));
    });
    const kept = new Set([...unread, ...faulty.map(({ ehrId }) => ehrId), ...(await source.ids(resources, signal))]);
    all.records.push(...records);
    all.faulty.push(...faulty);
    all.deleted.push(...[...byResource.values()].flat().filter((id) => !kept.has(id)));
  }
  return all;
}
