import type { FhirContext } from "#lib/emr/fhir/context";
import type { WriteOptions } from "#lib/emr/port/port";
import { afterWriting, beforeWriting } from "./certainty.ts";
import { type BookingReads, isTaken } from "./overlap.ts";
import { confirm, confirmAll, giveBack, reserve, reserves } from "./reserved-slots.ts";
import {
  type HeldSlot,
  heldSlots,
  MAY_STAY_TAKEN,
  openAgain,
  openSlots,
  type ReadSlot,
  stillTaken,
  takenMeanwhile,
  takeSlots,
  type VisitTime,
} from "./slots.ts";

const MINUTE_MS = 60_000;

/** A visit as it is in the server, and where a change of it leads. */
export interface VisitMove {
  /** Id of the Appointment. */
  id: string;
  /** Null if it is not known. */
  from: VisitTime | null;
  to: VisitTime;
  /** Ids of the Slots that it names. */
  slots: string[];
  takesTime: boolean;
  /** Whether an earlier sending of the same job has moved it: then nothing tells which times it has left. */
  isMoved: boolean;
}

/** The open times that a move takes, and those that it leaves. */
export interface MovedTimes {
  move: VisitMove;
  taken: ReadSlot[];
  /** Ids of the Slots that the visit has before and after. */
  kept: string[];
  left: HeldSlot[];
}

/** Returns whether a visit stands where the move leads. */
export const isThere = ({ from, to, takesTime }: VisitMove): boolean =>
  takesTime &&
  from !== null &&
  from.providerEhrId === to.providerEhrId &&
  Date.parse(from.startsAt) === Date.parse(to.startsAt);

const endOf = ({ startsAt, duration }: VisitTime): number => Date.parse(startsAt) + duration * MINUTE_MS;

/** Returns whether a move leads to a part of the time that the visit has, which is never refused. */
const staysWithin = ({ from, to }: VisitMove): boolean =>
  from !== null &&
  from.providerEhrId === to.providerEhrId &&
  Date.parse(to.startsAt) >= Date.parse(from.startsAt) &&
  endOf(to) <= endOf(from);

/** Reads the open times that a visit takes by its move, and those that it leaves. Throws an EmrError. */
export async function timesOf(
  context: FhirContext,
  move: VisitMove,
  reads: BookingReads,
  { signal }: WriteOptions,
): Promise<MovedTimes> {
  const { id, from, to, slots } = move;
  const taken = await openSlots(context, { visit: to, ...reads }, signal);
  const ids = slots.filter((each) => !taken.some((slot) => slot.id === each));
  const isSameProvider = from?.providerEhrId === to.providerEhrId;
  const kept = isSameProvider ? await stillTaken(context, { visit: to, ids }, signal) : [];
  const others = ids.filter((each) => !kept.includes(each));
  return { move, taken, kept, left: await heldSlots(context, { id, ids: others }, signal) };
}

/**
 * Reserves the open times of a visit's new place before it is moved, so that nobody who looks for an open time takes them meanwhile.
 * Returns their ids, those that an earlier attempt has reserved among them; null where they are taken after the visit instead. Throws an
 * overlap if another was first, and an EmrError: one that leaves a time reserved says that its end is unknown.
 */
export async function reserveTimes(
  context: FhirContext,
  { move, taken }: MovedTimes,
  reads: BookingReads,
  options: WriteOptions,
): Promise<string[] | null> {
  const versioned = taken.every(({ resource }) => resource.meta?.versionId !== undefined);
  if (move.isMoved || !move.takesTime || !versioned || !reserves(context)) return null;
  const reserved = await reserve(context, taken, options);
  if (reserved === null || staysWithin(move)) return reserved;
  const stake = { time: move.to, providerEhrIds: [move.to.providerEhrId], own: move.id, reads };
  const isHad = isTaken(context, stake, options.signal);
  // Another's visit may have come before the reservation.
  if (await (reserved.length > 0 ? afterWriting(isHad) : beforeWriting(isHad))) {
    if (reserved.length > 0) await afterWriting(giveBack(context, options));
    throw takenMeanwhile();
  }
  return reserved;
}

/** Takes what was reserved for a refused move for good if the visit stands there, and opens it again otherwise. Throws an EmrError. */
export const settleReserved = (context: FhirContext, now: VisitMove | null, options: WriteOptions): Promise<void> =>
  now && isThere(now) ? confirmAll(context, options) : giveBack(context, options);

/**
 * Takes the open times of a visit's new place for good, and opens those that it has left: what that leaves is told. Without `reserved`
 * it is not known what an earlier attempt has reserved.
 */
export async function exchangeTimes(
  context: FhirContext,
  { move, taken, left, reserved }: MovedTimes & { reserved: readonly string[] | null },
  options: WriteOptions,
): Promise<void> {
  if (reserved !== null) await confirm(context, reserved, options);
  else {
    if (isThere(move) && reserves(context)) await confirmAll(context, options);
    await takeSlots(context, taken, options);
  }
  if (move.isMoved) options.warn?.(MAY_STAY_TAKEN);
  else await openAgain(context, left, options);
}
