import { parsed } from "#lib/emr/fhir/reading/cursors";
import { word } from "#lib/emr/fhir/reading/elements";
import type { Reading } from "#lib/emr/fhir/reading/resolve";
import { pagesOf } from "#lib/emr/fhir/reading/search";
import type { Shown, Source } from "#lib/emr/fhir/reading/source";
import type { Way } from "#lib/emr/fhir/ways";
import {
  type Cover,
  type EmrAppointment,
  EmrError,
  type EmrSchedule,
  type PageStart,
  type RecordPage,
  type SyncKind,
} from "#lib/emr/port/port";
import { presentMs } from "#lib/kernel/clock";
import { todayIn } from "#lib/kernel/dates";
import { readByIds } from "./by-id.ts";
import { type Days, isBySchedule, type Leg, legsOf, legsOfDays, nearDays, TURNS } from "./legs.ts";
import { momentsOf, nextOwners } from "./owners.ts";
import { afterList, afterNoList, afterPatient, hasWitness, patientsAtOnce, patientsValue } from "./patient-lists.ts";
import { type PartsMark, type PartsPlace, partsMark, partsPlace } from "./place.ts";
import { partParameters, schedulesAddress } from "./searches.ts";
import { FIRST_PAGE, readSlice, type SlicePlace } from "./slice.ts";

/** Ids of one page of records that are read by their ids. */
const PAGE_IDS = 25;
/** Failures in a row that count as an outage. */
const OUTAGE = 3;
/** Sentences of doubt that a reading keeps. */
const MAX_DOUBTS = 3;
/** A long reading reads the days around today again after so long. */
const NEAR_AGAIN_MS = 30 * 60_000;

/** A kind of record that is read for one owner at a time. */
export interface PartedKind {
  kind: SyncKind;
  /** Its types of resource, and how each is read. */
  ways: ReadonlyMap<string, Way>;
  sources: readonly Source[];
  /** Whether all of its patients are those of visits; otherwise those with none near today are all that are known. */
  byVisits: boolean;
}

/** A leg for all of its owners, or one that failed before, for its owner alone. */
type Part = Leg & { owner: string | null };

/** The id under which an owner is set aside whose records could not be read. */
const ownerId = ({ by }: Way, owner: string): string => `${by === "patient" ? "Patient" : "Practitioner"}/${owner}`;

/** Returns whether something that is set aside is an owner of records, not a record. */
export const isOwnerId = (ehrId: string): boolean => /^(?:Patient|Practitioner)\//.test(ehrId);

function beginOf(mark: PartsMark | null, timeZone: string): PartsPlace {
  return {
    today: todayIn(timeZone, new Date(presentMs())),
    turn: mark?.turn ?? null,
    leg: 0,
    after: null,
    at: null,
    lists: {},
    again: mark?.missed ?? [],
    missed: [],
    failed: 0,
    isAnswered: false,
    doubts: [],
    nearAt: presentMs(),
    resume: null,
  };
}

/** Returns all parts of a reading: near ones, those that failed before, far ones. */
function partsOf({ ways }: PartedKind, { today, turn, again }: PartsPlace): { parts: Part[]; near: number } {
  const legs = legsOf(ways, today, turn).map((leg) => ({ ...leg, owner: null }));
  const isNear = ({ isNear: near }: Part) => near;
  const failed = again
    .filter(({ type }) => ways.has(type))
    .map(({ type, owner, from, to }) => ({ type, owner, days: { from, to }, isNear: false }));
  const near = legs.filter(isNear);
  return { parts: [...near, ...failed, ...legs.filter((leg) => !isNear(leg))], near: near.length };
}

/** The next thing to read, with the place at which it stands. */
interface Work {
  place: PartsPlace;
  part: Part;
  way: Way;
  owners: string[];
}

/** Returns a place of the far days as one of the near days, if those were read long ago. */
function nearAgain(place: PartsPlace, near: number): PartsPlace {
  const isLong = place.leg >= near && place.at === null && place.resume === null;
  if (!isLong || presentMs() - place.nearAt < NEAR_AGAIN_MS) return place;
  const { leg, after } = place;
  return { ...place, leg: 0, after: null, nearAt: presentMs(), resume: { leg, after } };
}

/** Returns how many owners one step reads. */
function atOnce({ by }: Way, place: PartsPlace, { type }: Leg): number {
  if (by === "id") return PAGE_IDS;
  return by === "patient" ? patientsAtOnce(place, type) : 1;
}

/** Returns the next thing to read; null at the end. Throws an EmrError if nothing is known to go by. */
async function nextWork(
  parted: PartedKind,
  begin: PartsPlace,
  { known, timeZone }: { known: PageStart["known"] | undefined; timeZone: string },
): Promise<Work | null> {
  if (!known) throw new EmrError("validation", "The EMR shows these records for one practitioner or patient at a time");
  const { parts, near } = partsOf(parted, begin);
  for (let place = nearAgain(begin, near); ; ) {
    if (place.leg === near && place.resume) place = { ...place, ...place.resume, resume: null };
    const part = parts[place.leg];
    const way = parted.ways.get(part?.type ?? "");
    if (!part || !way) return null;
    if (place.at) return { place, part, way, owners: [place.at.owner, ...place.at.others] };
    const asked = { known, way, byVisits: parted.byVisits, timeZone };
    const named = part.owner === null ? null : place.after === null ? [part.owner] : [];
    const owners = named ?? (await nextOwners(asked, part, place, atOnce(way, place, part)));
    if (owners.length > 0) return { place, part, way, owners };
    place = { ...place, leg: place.leg + 1, after: null };
  }
}

/** What a step of a reading brings. */
interface Step extends Shown<SyncKind> {
  next: PartsPlace;
  covers: Cover[];
}

const NOTHING: Shown<SyncKind> = { records: [], faulty: [], gone: [] };

/** Returns the part of an owner that was read to its end. */
function coverOf({ part, way }: Work, owner: string, timeZone: string): Cover {
  const only = { Appointment: "visits", Slot: "slots" } as const;
  return {
    owner: isBySchedule(way) ? { providerEhrId: owner } : { patientEhrId: owner },
    within: way.form === "none" ? null : momentsOf(part.days, timeZone),
    only: part.type in only ? only[part.type as keyof typeof only] : null,
  };
}

const withDoubt = ({ doubts }: PartsPlace, doubt: string): string[] =>
  doubts.includes(doubt) ? doubts : [...doubts, doubt].slice(0, MAX_DOUBTS);

/** Returns a reader of kinds that the server shows for one owner at a time. */
export function partsReader({ context }: Reading) {
  const { server, timeZone } = context;
  const schedules = new Map<string, string[]>();

  async function schedulesOf(owner: string, signal: AbortSignal): Promise<string[]> {
    const known = schedules.get(owner);
    if (known) return known;
    const ids: string[] = [];
    for await (const page of pagesOf(server, { type: "Schedule", address: schedulesAddress(owner) }, signal))
      ids.push(...page.map(({ id }) => word(id)).filter((id) => id !== ""));
    schedules.set(owner, ids.toSorted());
    return ids.toSorted();
  }

  /** Reads one page of the records of an owner, or of a list of patients. Throws an EmrError. */
  async function readOwner(
    { part, way }: { part: Leg; way: Way },
    source: Source,
    { owner, schedule, page }: { owner: string; schedule: number; page: SlicePlace },
    signal: AbortSignal,
  ) {
    const searched = way.by === "schedule" ? await schedulesOf(owner, signal) : [owner];
    const asked = searched[schedule];
    if (asked === undefined) return { resources: [], shown: NOTHING, at: null, doubt: null };
    const { type, entries, maxBytes } = source;
    const parameters = partParameters(type, way, { owner: asked, days: part.days }, timeZone);
    const slice = { type, parameters, ...(entries ? { entries } : {}), ...(maxBytes ? { maxBytes } : {}) };
    const { resources, next, doubt } = await readSlice(context, slice, page, signal);
    const shown = await source.read(resources, signal);
    if (next) return { resources, shown, at: { owner, schedule, page: next }, doubt };
    const isLast = schedule + 1 >= searched.length;
    return { resources, shown, at: isLast ? null : { owner, schedule: schedule + 1, page: FIRST_PAGE }, doubt };
  }

  /** Reads one page of the records of several patients. Those of a list that is not believed are asked for in smaller ones. */
  async function readListStep(work: Work, source: Source, signal: AbortSignal): Promise<Step> {
    const { place, part, way, owners } = work;
    const [owner = "", ...others] = owners;
    const { type } = part;
    const smaller = { ...place, at: null, lists: afterNoList(place, type, owners.length) };
    const at = place.at ?? { schedule: 0, page: FIRST_PAGE, isSeen: false };
    try {
      const asked = { owner: patientsValue(place, type, owners), schedule: 0, page: at.page };
      const { resources, shown, at: next, doubt } = await readOwner(work, source, asked, signal);
      const isSeen = at.isSeen || hasWitness(place, type, resources, server.baseUrl);
      const answered = { ...place, failed: 0, isAnswered: true };
      if (next) return { ...shown, covers: [], next: { ...answered, at: { ...next, owner, others, isSeen } } };
      if (!isSeen || doubt !== null) return { ...shown, covers: [], next: { ...smaller, isAnswered: true } };
      return {
        ...shown,
        gone: [...shown.gone, ...owners.map((each) => ownerId(way, each))],
        covers: owners.map((each) => coverOf(work, each, timeZone)),
        next: { ...answered, at: null, after: owners.at(-1) ?? owner, lists: afterList(place, type) },
      };
    } catch (error) {
      if (!(error instanceof EmrError) || error.limited || signal.aborted) throw error;
      return { ...NOTHING, covers: [], next: smaller };
    }
  }

  /** Returns what follows a failure: the owner is set aside, and the others are read. Throws it if the server is out. */
  function failed(work: Work, owner: string, error: unknown, signal: AbortSignal): Step {
    if (!(error instanceof EmrError) || error.limited || signal.aborted) throw error;
    const { place, part, way } = work;
    const isPassing = error.kind === "passing";
    const count = place.failed + 1;
    if (count >= OUTAGE && (isPassing || !place.isAnswered)) throw error;
    const slice = { type: part.type, owner, ...part.days };
    return {
      ...NOTHING,
      faulty: [{ ehrId: ownerId(way, owner), reason: `${part.type} could not be read: ${error.message}` }],
      covers: [],
      next: {
        ...place,
        after: owner,
        at: null,
        failed: count,
        missed: [...place.missed, slice],
        doubts: isPassing ? withDoubt(place, `Some of ${part.type} could not be read: ${error.message}`) : place.doubts,
      },
    };
  }

  async function readStep(work: Work, source: Source, signal: AbortSignal): Promise<Step> {
    const { place, part, way, owners } = work;
    const [owner = ""] = owners;
    const at = place.at ?? { owner, schedule: 0, page: FIRST_PAGE };
    const isOne = way.by === "patient";
    const read = () => readOwner(work, source, at, signal);
    try {
      const found = await read().catch((error: unknown) => {
        const isPassing = error instanceof EmrError && error.kind === "passing" && !error.limited && !signal.aborted;
        if (!isPassing) throw error;
        return read();
      });
      const { shown, doubt } = found;
      const isFound = found.resources.length > 0;
      const lists = isOne ? afterPatient(place, part.type, { patient: owner, isFound }) : place.lists;
      const next = found.at && { ...found.at, others: [], isSeen: false };
      const answered = { ...place, failed: 0, isAnswered: true, at: next, lists };
      if (found.at) return { ...shown, covers: [], next: answered };
      const isWell = doubt === null;
      // The reading begins with the near days: what fails in others sets the owner aside again.
      const isFirst = isOne || (place.leg === 0 && place.resume === null);
      return {
        ...shown,
        gone: isWell && isFirst ? [...shown.gone, ownerId(way, owner)] : shown.gone,
        covers: isWell ? [coverOf({ place, part, way, owners }, owner, timeZone)] : [],
        next: { ...answered, after: owner, doubts: isWell ? place.doubts : withDoubt(place, doubt) },
      };
    } catch (error) {
      return failed(work, owner, error, signal);
    }
  }

  async function readIdsStep({ place, part, way, owners }: Work, source: Source, signal: AbortSignal): Promise<Step> {
    const { resources, faulty, missing, last } = await readByIds(
      context,
      part.type,
      { ids: owners, several: way.several },
      signal,
    );
    const shown = await source.read(resources, signal);
    return {
      records: shown.records,
      faulty: [...shown.faulty, ...faulty],
      gone: [...shown.gone, ...missing],
      covers: [],
      next: { ...place, after: last },
    };
  }

  /** Reads one page of a kind: of one owner, or of some ids. Throws an EmrError. */
  async function readPage(parted: PartedKind, start: PageStart, signal: AbortSignal): Promise<RecordPage> {
    const begin = parsed(partsPlace, start.cursor) ?? beginOf(parsed(partsMark, start.since), timeZone);
    const work = await nextWork(parted, begin, { known: start.known, timeZone });
    if (work === null) {
      const turn = begin.turn === null ? 0 : (begin.turn + 1) % TURNS;
      const since = JSON.stringify({ turn, missed: begin.missed } satisfies PartsMark);
      const doubt = begin.doubts.join("; ") || null;
      return { records: [], faulty: [], deleted: [], next: null, total: null, since, covers: [], doubt };
    }
    const source = parted.sources.find(({ type }) => type === work.part.type);
    if (!source) throw new Error("A part of a kind has no source");
    const readOwners = work.owners.length > 1 ? readListStep : readStep;
    const step = await (work.way.by === "id" ? readIdsStep : readOwners)(work, source, signal);
    return {
      records: step.records,
      faulty: step.faulty,
      deleted: step.gone,
      next: JSON.stringify(step.next),
      total: null,
      since: null,
      covers: step.covers,
    };
  }

  /** Reads parts of one practitioner's schedule to the end of their pages. Throws an EmrError. */
  async function readLegs(
    { ways, sources }: PartedKind,
    { providerEhrId, legs }: { providerEhrId: string; legs: readonly Leg[] },
    signal: AbortSignal,
  ): Promise<EmrAppointment[]> {
    const appointments: EmrAppointment[] = [];
    for (const part of legs) {
      const [way, source] = [ways.get(part.type), sources.find(({ type }) => type === part.type)];
      if (!way || !source || !isBySchedule(way)) continue;
      let at: Parameters<typeof readOwner>[2] | null = { owner: providerEhrId, schedule: 0, page: FIRST_PAGE };
      while (at) {
        const found: Awaited<ReturnType<typeof readOwner>> = await readOwner({ part, way }, source, at, signal);
        appointments.push(...(found.shown.records as EmrAppointment[]));
        at = found.at;
      }
    }
    return appointments;
  }

  /** Reads the near days of one practitioner's schedule. Throws an EmrError. */
  async function scheduleOf(parted: PartedKind, providerEhrId: string, signal: AbortSignal): Promise<EmrSchedule> {
    const today = todayIn(timeZone, new Date(presentMs()));
    const legs = legsOf(parted.ways, today, null).filter(({ isNear }) => isNear);
    const appointments = await readLegs(parted, { providerEhrId, legs }, signal);
    return { appointments, within: momentsOf(nearDays(today), timeZone), partial: true };
  }

  /** Reads some days of one practitioner's schedule. Throws an EmrError. */
  const daysOf = (
    parted: PartedKind,
    { providerEhrId, days }: { providerEhrId: string; days: Days },
    signal: AbortSignal,
  ): Promise<EmrAppointment[]> => readLegs(parted, { providerEhrId, legs: legsOfDays(parted.ways, days) }, signal);

  return { readPage, scheduleOf, daysOf };
}
