import type { FhirContext } from "#lib/emr/fhir/context";
import { objectsOf, type Untrusted } from "#lib/emr/fhir/untrusted";
import type { EmrAppointment } from "#lib/emr/port/port";
import { minutesOf } from "./appointments.ts";
import { allWords, idOf, object, text, timeOf, Unreadable, word, words } from "./elements.ts";
import { type Lookup, lookupById } from "./lookup.ts";
import { SLOT } from "./record-ids.ts";
import { containedIn, idIn } from "./references.ts";
import type { Reading } from "./resolve.ts";
import { idsOf, type Source, shownOf } from "./source.ts";

/** Statuses of Slot that have a place in a schedule; the time of the others is taken by an appointment. */
const CATEGORIES: Readonly<Record<string, EmrAppointment["category"]>> = {
  free: "schedule_slot",
  "busy-unavailable": "schedule_block",
};

/** Without a label a block would be taken for an open slot. */
const UNNAMED_BLOCK = "Blocked";

/** Where and with whom the slots of a schedule are. */
interface Schedule {
  providerEhrId: string;
  locationEmrId: string;
}

const toSlotId = (id: string): string => `${SLOT}${id}`;

/** Returns the slots of schedules with a practitioner; those of rooms and devices have none. */
function schedulesOf({ references, context }: Reading) {
  const { baseUrl } = context.server;
  const toSchedule = async (schedule: Untrusted, signal: AbortSignal): Promise<Schedule | null> => {
    if (schedule.active === false) return null;
    const actors = objectsOf(schedule.actor);
    const resolve = await references.resolve(
      actors.map((reference) => ({ resource: schedule, reference })),
      signal,
    );
    const find = (type: "Practitioner" | "Location") =>
      actors.map((reference) => resolve(type, { resource: schedule, reference })).find((id) => id !== null);
    const providerEhrId = find("Practitioner");
    return providerEhrId == null ? null : { providerEhrId, locationEmrId: find("Location") ?? "" };
  };
  const failures = new Map<string, string>();
  const kept: Lookup<Untrusted> = lookupById(context, "Schedule", ({ active, actor }) => ({ active, actor }), failures);
  const scheduleIdOf = (slot: Untrusted) => idIn(slot.schedule, "Schedule", baseUrl);
  /** Returns the schedules of slots, by the slots; a sentence for one that could not be read. */
  return async (slots: readonly Untrusted[], signal: AbortSignal) => {
    const schedules = await kept(
      slots.flatMap((slot) => scheduleIdOf(slot) ?? []),
      signal,
    );
    const bySchedule = new Map<Untrusted, Schedule | null>();
    const found = new Map<Untrusted, Schedule | string | null>();
    for (const slot of slots) {
      const failure = failures.get(scheduleIdOf(slot) ?? "");
      if (failure !== undefined) found.set(slot, `The slot's schedule could not be read: ${failure}`);
      const schedule = schedules.get(scheduleIdOf(slot) ?? "") ?? containedIn(slot, slot.schedule);
      if (!schedule) continue;
      if (!bySchedule.has(schedule)) bySchedule.set(schedule, await toSchedule(schedule, signal));
      found.set(slot, bySchedule.get(schedule) ?? null);
    }
    return found;
  };
}

function toRecord({ timeZone }: FhirContext, slot: Untrusted, schedule: Schedule): EmrAppointment {
  const startsAt = timeOf(slot.start, timeZone);
  if (startsAt === null) throw new Unreadable("The slot has no time at which it starts");
  const category = CATEGORIES[word(slot.status)] ?? "schedule_slot";
  const comment = text(slot.comment) || null;
  const isBlock = category === "schedule_block";
  return {
    ...schedule,
    emrAppointmentId: toSlotId(idOf(slot)),
    category,
    startsAt,
    duration: minutesOf(slot, startsAt, timeZone),
    status: null,
    reason: null,
    note: isBlock ? null : comment,
    progressNote: null,
    blockLabel: isBlock ? (comment ?? UNNAMED_BLOCK) : null,
    blockColor: null,
    appointmentType: words(slot.appointmentType) || allWords(slot.serviceType) || null,
    appointmentMode: null,
    complaintType: null,
    secondaryProviderEhrId: null,
    patientEhrId: null,
    insurances: [],
    diagnoses: [],
    medications: [],
    createdAt: timeOf(object(slot.meta).lastUpdated, timeZone) ?? startsAt,
  };
}

/** Slot and its Schedule → slots that are free, blocks that are unavailable. */
export function slotSource(reading: Reading): Source<"appointments"> {
  const schedulesOfSlots = schedulesOf(reading);
  const isOpen = ({ status }: Untrusted) => Object.hasOwn(CATEGORIES, word(status));
  return {
    type: "Slot",
    shownBy: ["status", "schedule"],
    byTime: "start",
    recordIdOf: toSlotId,
    resourceIdOf: (id) => (id.startsWith(SLOT) ? id.slice(SLOT.length) : null),
    isTotal: false,
    async read(slots, signal) {
      const schedules = await schedulesOfSlots(slots.filter(isOpen), signal);
      return shownOf<"appointments">(slots, toSlotId, (slot) => {
        const schedule = schedules.get(slot);
        if (typeof schedule === "string") throw new Unreadable(schedule);
        return schedule ? toRecord(reading.context, slot, schedule) : null;
      });
    },
    async ids(slots, signal) {
      const schedules = await schedulesOfSlots(slots.filter(isOpen), signal);
      return idsOf(slots.filter((slot) => schedules.get(slot))).map(toSlotId);
    },
  };
}
