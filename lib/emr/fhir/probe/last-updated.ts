import { tryFilter } from "./filter.ts";
import { type Found, found } from "./found.ts";
import { type ProbedResource, search } from "./page.ts";
import { type Probing, readableTypes, resourceWith } from "./probing.ts";

const PROBE = "Searches by _lastUpdated";

/** Resolutions that are tried, in milliseconds, the finest first. */
const RESOLUTIONS = [
  [1, "millisecond"],
  [1_000, "second"],
  [60_000, "minute"],
  [86_400_000, "day"],
] as const;

const updatedAt = ({ meta }: ProbedResource): number => Date.parse(meta.lastUpdated ?? "");

const since = (ms: number): string => `_lastUpdated=${encodeURIComponent(`ge${new Date(ms).toISOString()}`)}`;

/** Returns the resolution of the times that the server shows: whole seconds alone hide a second change in one of them. */
const shownResolution = (shown: readonly number[]): number => (shown.every((ms) => ms % 1_000 === 0) ? 1_000 : 1);

/**
 * Returns the finest resolution at which the server tells a resource's time from a later one, in milliseconds; null if
 * that cannot be told, since one resource cannot be searched for.
 */
async function comparedResolution(
  { calls }: Probing,
  { type, resource }: { type: string; resource: ProbedResource },
): Promise<number | null> {
  const one = `${type}?_id=${encodeURIComponent(resource.id)}`;
  const alone = await search(calls, one);
  if (alone.resources.length !== 1 || alone.resources[0]?.id !== resource.id) return null;
  for (const [ms] of RESOLUTIONS) {
    const later = await search(calls, `${one}&${since(updatedAt(resource) + ms)}`);
    if (later.answer.kind !== "ok") return null;
    if (later.resources.length === 0) return ms;
  }
  return null;
}

/** Probe: whether `_lastUpdated` filters, and how finely it compares. */
export async function probeLastUpdated(probing: Probing): Promise<Found> {
  const sample = resourceWith(probing.samples, (resource) => !Number.isNaN(updatedAt(resource)));
  const type = sample?.type ?? readableTypes(probing.samples)[0];
  if (!type) return found(PROBE, "was not tried: no type can be searched");
  const { outcome, words } = await tryFilter(probing, {
    type,
    never: since(Date.now() + 10 * 365 * 86_400_000),
    match: sample && {
      query: since(updatedAt(sample.resource)),
      fits: (resource) => updatedAt(resource) >= updatedAt(sample.resource),
    },
  });
  if (outcome !== "works") return found(PROBE, `${words}: each sync reads all records`, { last_updated: outcome });
  const compared = sample && (await comparedResolution(probing, sample));
  if (!sample || compared === null) {
    return found(PROBE, "work; how finely could not be told: syncs overlap by a minute", { last_updated: "works" });
  }
  const shown = probing.samples.get(sample.type)?.resources.map(updatedAt) ?? [];
  const resolution = Math.max(compared, shownResolution(shown));
  const name = RESOLUTIONS.find(([ms]) => ms === resolution)?.[1] ?? "second";
  return found(PROBE, `work, to the ${name}: later syncs read what changed, with an overlap of that length`, {
    last_updated: "works",
    last_updated_resolution_ms: resolution,
  });
}
