import type { ProbeCalls } from "#lib/emr/fhir/probe/answer";
import { type Found, found } from "#lib/emr/fhir/probe/found";
import { absenceOf, DELETED, deletedWords } from "#lib/emr/fhir/probe/missing";
import { COULD_NOT_BE_REMOVED, MAY_BE_LEFT, NOTHING, WRITTEN } from "#lib/emr/port/write-probe";
import { type Basics, idsOf, PROBE_TAG } from "./basics.ts";

const names = (ids: readonly string[]): string => ids.map((id) => `Basic/${id}`).join(", ");

/** Removes all that a probe wrote, and says what it was and what is left. Also tries the answer to reading one. */
export async function removeAll(basics: Basics, calls: ProbeCalls): Promise<Found> {
  const searches = await Promise.all(basics.keys.map((key) => idsOf(calls, key)));
  for (const id of searches.flat()) basics.remember(id);
  const { created } = basics;
  const ends = await Promise.all(
    created.map(async (id) => {
      const { kind, status } = await calls.ask(`Basic/${id}`, { method: "DELETE" });
      return { id, isRemoved: kind === "ok" || status === 404 || status === 410 };
    }),
  );
  const removed = ends.filter(({ isRemoved }) => isRemoved).map(({ id }) => id);
  const left = ends.filter(({ isRemoved }) => !isRemoved).map(({ id }) => id);
  const behaviour = [
    { probe: WRITTEN, found: created.length === 0 ? NOTHING : names(created) },
    { probe: "Removed again", found: removed.length === 0 ? NOTHING : names(removed) },
  ];
  if (left.length > 0) behaviour.push({ probe: COULD_NOT_BE_REMOVED, found: names(left) });
  if (searches.includes(null)) {
    const tag = `${PROBE_TAG.system}|${PROBE_TAG.code}`;
    behaviour.push({
      probe: MAY_BE_LEFT,
      found: `the server does not answer a search for what was written: Basic resources with the tag ${tag}`,
    });
  }
  const [one] = removed;
  if (one === undefined) return { findings: {}, behaviour };
  const gone = await calls.ask(`Basic/${one}`);
  const { findings, behaviour: further } = found(DELETED, deletedWords(gone), { deleted: absenceOf(gone) });
  return { findings, behaviour: [...behaviour, ...further] };
}
