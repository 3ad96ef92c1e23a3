import type { Slot } from "fhir/r4";
import type { FhirContext } from "#lib/emr/fhir/context";
import { hasKey, keySearch, withChangeKey, withoutChangeKey } from "#lib/emr/fhir/job-key";
import { pagesOf } from "#lib/emr/fhir/reading/search";
import { EmrError, type WriteOptions } from "#lib/emr/port/port";
import { afterWriting, beforeWriting } from "./certainty.ts";
import { comparesVersions, isSearched } from "./guarantee.ts";
import { MAX_WRITES, type ReadSlot, readSlot, takenMeanwhile, writeSlot } from "./slots.ts";

// An open time that is taken before its visit is written. Until the visit stands it is `busy-tentative` and carries the job's key: by both
// together, which no one else writes, the job finds it again after any death and gives it back if the visit does not come about.

const RESERVED: Slot["status"] = "busy-tentative";

/** Warns of a visit's time that nobody else can book, and that does not look as taken for good. */
const MAY_STAY_RESERVED = "The EMR may show the time of the appointment as taken tentatively alone";

/** Versions of an open time that a reservation makes way for. */
const MAX_TRIES = 3;

/** Returns whether the server was seen to do what a reservation needs: to compare versions, and to find what carries a key. */
export const reserves = ({ findings }: FhirContext): boolean =>
  comparesVersions(findings) && isSearched(findings) && findings.readable?.includes("Slot") === true;

const isReserved = (slot: object, key: string): boolean =>
  (slot as { status?: unknown }).status === RESERVED && hasKey(slot, key);

/** Returns the ids of the times that a job has reserved; null if the server does not find Slots by their identifier. Throws an EmrError. */
async function reservedIds(context: FhirContext, { idempotencyKey: key, signal }: WriteOptions) {
  const search = { type: "Slot", address: `Slot?${keySearch(key)}`, fresh: true };
  const ids: string[] = [];
  try {
    for await (const page of pagesOf(context.server, search, signal)) {
      if (!page.every((slot) => hasKey(slot, key))) return null;
      ids.push(...page.flatMap((slot) => (isReserved(slot, key) && typeof slot.id === "string" ? [slot.id] : [])));
    }
  } catch (error) {
    if (error instanceof EmrError && error.kind === "validation") return null;
    throw error;
  }
  return ids;
}

/** Returns whether an earlier attempt of a job has reserved a time. Throws an EmrError. */
export const hasReserved = async (context: FhirContext, options: WriteOptions): Promise<boolean> =>
  reserves(context) && ((await reservedIds(context, options)) ?? []).length > 0;

/** Writes a reserved time with another status and without its key. Returns whether it is no longer reserved. Throws an EmrError. */
async function release(
  context: FhirContext,
  id: string,
  status: "busy" | "free",
  { idempotencyKey: key, signal }: WriteOptions,
): Promise<boolean> {
  for (let writes = 0; ; writes++) {
    const isLast = writes === MAX_WRITES;
    const slot = await readSlot(context, id, [RESERVED], signal).catch((error: unknown) => {
      if (isLast) throw error;
      return undefined;
    });
    if (slot === null || (slot && !hasKey(slot.resource, key))) return true;
    if (isLast) return false;
    if (!slot) continue;
    const identifier = withoutChangeKey(slot.resource);
    const resource: Slot = { ...slot.resource, status, identifier };
    if (identifier.length === 0) delete resource.identifier;
    await writeSlot(context, slot, resource, signal).catch(() => null);
  }
}

/**
 * Opens the times again that a job has reserved for a visit that the server does not have. Nothing else is opened: not what another has
 * made of such a time since. Throws an EmrError if one may stay reserved.
 */
export async function giveBack(context: FhirContext, options: WriteOptions): Promise<void> {
  for (const id of (await reservedIds(context, options)) ?? [])
    if (!(await release(context, id, "free", options)))
      throw new EmrError("passing", "The EMR still shows the time as taken that was reserved for the appointment");
}

/** Sets reserved Slots to `busy` once the server has their visit. Warns of one that stays reserved. */
export async function confirm(context: FhirContext, reserved: readonly string[], options: WriteOptions): Promise<void> {
  let left = 0;
  for (const id of reserved) if (!(await release(context, id, "busy", options).catch(() => false))) left++;
  if (left > 0) options.warn?.(MAY_STAY_RESERVED);
}

/** Confirms all Slots that a job has reserved, as `confirm` does. */
export async function confirmAll(context: FhirContext, options: WriteOptions): Promise<void> {
  const reserved = await reservedIds(context, options).catch(() => undefined);
  if (reserved === undefined) options.warn?.(MAY_STAY_RESERVED);
  else await confirm(context, reserved ?? [], options);
}

/** What became of times that were to be reserved and that the server does not find as such. */
interface Unreserved {
  /** Those that are open, as they are now. */
  open: ReadSlot[];
  /** Whether one was reserved without the key, which the server has dropped: it is open again. */
  isUnmarked: boolean;
}

/** Reads what became of times that were to be reserved. Throws an overlap if another has taken one. */
async function lookedAt(
  context: FhirContext,
  { missing, written }: { missing: readonly ReadSlot[]; written: ReadonlySet<string> },
  { signal }: WriteOptions,
): Promise<Unreserved> {
  const open: ReadSlot[] = [];
  let isUnmarked = false;
  for (const { id, resource } of missing) {
    const now = await readSlot(context, id, ["free", RESERVED], signal);
    const isOurs = now?.resource.status === RESERVED && written.has(id);
    if (isOurs) {
      isUnmarked = true;
      await writeSlot(context, now, { ...now.resource, status: resource.status }, signal);
    } else if (now?.resource.status === "free") open.push(now);
    else throw takenMeanwhile();
  }
  return { open, isUnmarked };
}

/**
 * Reserves open times under a job's key, each on the version that was read; those of an earlier attempt are kept. Returns the ids of all
 * that are reserved; null if the server does not let times be reserved so that they are found again: then none is. Throws an
 * overlap if another has taken one meanwhile, and an EmrError.
 */
export async function reserve(
  context: FhirContext,
  slots: readonly ReadSlot[],
  options: WriteOptions,
): Promise<string[] | null> {
  const { idempotencyKey: key, signal } = options;
  const before = await beforeWriting(reservedIds(context, options));
  if (before === null) return null;
  if (slots.length === 0) return before;
  let open = [...slots];
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const written = new Set<string>();
    for (const slot of open) {
      const resource: Slot = { ...slot.resource, status: RESERVED, identifier: withChangeKey(slot.resource, key) };
      if (await writeSlot(context, slot, resource, signal).catch(() => false)) written.add(slot.id);
    }
    const reserved = (await afterWriting(reservedIds(context, options))) ?? [];
    const missing = open.filter(({ id }) => !reserved.includes(id));
    if (missing.length === 0) return reserved;
    try {
      const looked = await afterWriting(lookedAt(context, { missing, written }, options));
      if (looked.isUnmarked) break;
      open = looked.open;
    } catch (error) {
      await afterWriting(giveBack(context, options));
      throw error;
    }
  }
  await afterWriting(giveBack(context, options));
  return null;
}
