import { type Found, found } from "./found.ts";
import { probedResource } from "./page.ts";
import { type Probing, resourceWith } from "./probing.ts";

const PROBE = "Version of a record";

/** Probe: whether a resource that is read carries a version, by which another's change is noticed. */
export async function probeVersionIds({ calls, samples }: Probing): Promise<Found> {
  const sample = resourceWith(samples, () => true);
  if (!sample) return found(PROBE, "was not tried: there is no record");
  const { type, resource } = sample;
  const answer = await calls.ask(`${type}/${encodeURIComponent(resource.id)}`);
  if (answer.kind !== "ok") return found(PROBE, `reading one ${type} ${answer.words}`);
  const version = probedResource.safeParse(answer.json).data?.meta.versionId;
  const etag = answer.headers.etag ? `, with the ETag ${answer.headers.etag.slice(0, 40)}` : ", without an ETag";
  return version === undefined
    ? found(PROBE, `is not shown${etag}: changed fields are compared instead`, { version_ids: false })
    : found(PROBE, `is shown${etag}`, { version_ids: true });
}
