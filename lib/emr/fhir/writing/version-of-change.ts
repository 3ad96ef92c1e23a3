import type { FhirContext } from "#lib/emr/fhir/context";
import { hasKey } from "#lib/emr/fhir/job-key";
import { isDone } from "#lib/emr/fhir/outcome";
import { isRecord, objectsOf } from "#lib/emr/fhir/untrusted";
import { jsonOf } from "#lib/emr/http/json";
import { afterWriting } from "./certainty.ts";
import type { Changed } from "./field-change.ts";
import type { SentChange } from "./send-change.ts";

/**
 * Returns the version of a record that a change made, the oldest one that carries its key, by the record's history; null
 * if the server shows no history or no such version. Another may have changed the record since.
 */
export async function versionOfChange<Resource extends Changed>(
  { server }: FhirContext,
  { change: { type, id }, key, signal }: SentChange<Resource>,
): Promise<Resource | null> {
  const response = await afterWriting(server.ask(`${type}/${encodeURIComponent(id)}/_history`, { signal }));
  if (!isDone(response)) return null;
  const versions = objectsOf(jsonOf(response)?.entry).flatMap(({ resource }) => (isRecord(resource) ? [resource] : []));
  const isOfChange = (version: object) => hasKey(version, key);
  const changedAt = ({ meta }: (typeof versions)[number]) => String((isRecord(meta) && meta.lastUpdated) || "");
  const [oldest] = versions.filter(isOfChange).toSorted((a, b) => (changedAt(a) < changedAt(b) ? -1 : 1));
  return oldest?.resourceType === type ? (oldest as unknown as Resource) : null;
}
