import type { Appointment, FhirResource, Slot } from "fhir/r4";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { FhirFindings } from "#lib/emr/fhir/findings";
import { EmrError } from "#lib/emr/port/port";
import { newId } from "#lib/kernel/id";
import { beforeCall, INTERRUPTIONS, interrupted } from "#lib/testing/fhir/interrupted";
import {
  AN_APPOINTMENT,
  FULL,
  type PlacedCall,
  startWritingPlace,
  type WritingPlace,
} from "#lib/testing/fhir/writing-place";

let place: WritingPlace;
afterEach(() => place.stop());

const never = new AbortController().signal;
const FROM = "2026-03-03T10:00:00.000Z";
const TO = "2026-03-04T09:00:00.000Z";
const MAY_STAY_TAKEN = "The EMR may still show the former time of the appointment as taken";

const SLOTS: Partial<FhirFindings> = {
  ...FULL,
  readable: [...(FULL.readable ?? []), "Slot", "Schedule", "Practitioner", "Location"],
};

const endOf = (start: string): string => new Date(Date.parse(start) + 1_800_000).toISOString();

const aSlot = (id: string, start: string, status: Slot["status"]): Slot => ({
  resourceType: "Slot",
  id,
  identifier: [{ system: "https://ehr.example/slots", value: id }],
  schedule: { reference: "Schedule/schedule-1" },
  status,
  start,
  end: endOf(start),
});

const A_VISIT: Appointment = {
  ...AN_APPOINTMENT,
  start: FROM,
  end: endOf(FROM),
  minutesDuration: 30,
  slot: [{ reference: "Slot/slot-1" }],
  participant: [
    { actor: { reference: "Patient/patient-1" }, status: "accepted" },
    { actor: { reference: "Practitioner/101" }, status: "accepted" },
  ],
};

const STAFFS_VISIT: Appointment = {
  ...A_VISIT,
  id: "staff-1",
  start: TO,
  end: endOf(TO),
  slot: [{ reference: "Slot/slot-2" }],
};

/** Returns whether a call changes the visit. */
const isChange = ({ method, address }: PlacedCall): boolean =>
  (method === "PUT" || method === "PATCH") && address.includes("/Appointment/");

/** How a server is to be used, and its habits. */
type Server = readonly [which: string, findings: Partial<FhirFindings>, habits: object];

async function start(habits: object): Promise<void> {
  place = await startWritingPlace();
  Object.assign(place.server.habits, habits);
  const schedule: FhirResource = {
    resourceType: "Schedule",
    id: "schedule-1",
    actor: [{ reference: "Practitioner/101" }],
  };
  await place.server.load([schedule, A_VISIT, aSlot("slot-1", FROM, "busy"), aSlot("slot-2", TO, "free")]);
}

async function startAnew(habits: object): Promise<void> {
  await place.stop();
  await start(habits);
}

async function move(key = newId(), findings = SLOTS) {
  const warnings: string[] = [];
  const options = { idempotencyKey: key, signal: never, warn: (sentence: string) => void warnings.push(sentence) };
  await place.open(findings).changeAppointment({ emrAppointmentId: A_VISIT.id ?? "", startsAt: TO }, options);
  return warnings;
}

/** Settles a job whose attempt has ended without a known end, as the runner does before it lets the job end. */
async function settle(key: string, findings: Partial<FhirFindings>): Promise<"held" | "absent"> {
  const emr = place.open(findings);
  if ((await emr.findWrite(key, never)) === null) {
    await emr.giveBack?.(key, never);
    return "absent";
  }
  const change = { emrAppointmentId: A_VISIT.id ?? "", startsAt: TO };
  await emr.comparing?.changeAppointment?.(change, { idempotencyKey: key, signal: never });
  return "held";
}

const slots = async () =>
  (await place.server.held<Slot>("Slot")).toSorted((a, b) => ((a.id ?? "") < (b.id ?? "") ? -1 : 1));
const statuses = async () => (await slots()).map(({ status }) => status);
const theVisit = async () =>
  (await place.server.held<Appointment>("Appointment")).find(({ id }) => id === AN_APPOINTMENT.id);
const visitsThere = async () =>
  (await place.server.held<Appointment>("Appointment")).filter(
    ({ start: at }) => Date.parse(at ?? "") === Date.parse(TO),
  );

/** Books the time as the EMR's own staff, who look for an open time, too. */
async function bookAsStaff(): Promise<void> {
  const slot = (await slots())[1];
  if (slot?.status !== "free") return;
  const { meta: _old, ...kept } = slot;
  await place.server.load([{ ...kept, status: "busy" }, STAFFS_VISIT]);
}

const SERVERS: Server[] = [
  ["has its changes sent again under their key", SLOTS, {}],
  ["is searched before it creates", { ...SLOTS, if_none_exist: "ignored" }, { ifNoneExist: "ignored" }],
  ["takes JSON Patches alone", SLOTS, { updates: "PATCH" }],
];

describe.each(SERVERS)("a move in a server that %s", (_which, findings, habits) => {
  beforeEach(() => start(habits));

  it("reserves its new time before the visit is changed, and opens the old one after it", async () => {
    const seen: string[][] = [];
    place.before = async (call) => {
      if (isChange(call)) seen.push(await statuses());
    };
    expect(await move(newId(), findings)).toEqual([]);
    expect(new Set(seen.map(String))).toEqual(new Set(["busy,busy-tentative"]));
    expect(await theVisit()).toMatchObject({ start: TO, slot: [{ reference: "Slot/slot-2" }] });
    expect(await slots()).toMatchObject([{ status: "free" }, { status: "busy" }]);
    expect((await slots())[1]?.identifier).toEqual(aSlot("slot-2", TO, "busy").identifier);
  });

  it("is never doubled by staff who book its new time between any two of its calls", { tags: "long" }, async () => {
    const ends: string[] = [];
    for (let number = 0; ; number++) {
      await startAnew(habits);
      const isReached = beforeCall(place, number, bookAsStaff);
      const end = await move(newId(), findings).then(
        () => "moved",
        (error: unknown) => (error instanceof EmrError ? error.reasons[0]?.code : "unknown"),
      );
      if (!isReached()) break;
      ends.push(end ?? "unknown");
      // Who came after its last look at an open time that nobody has taken yet is the first one there.
      const wanted = end === "moved" ? [TO, "free"] : [FROM, "busy"];
      const [left, taken] = await statuses();
      expect([number, (await visitsThere()).length, taken]).toEqual([number, 1, "busy"]);
      expect([number, (await theVisit())?.start, left]).toEqual([number, ...wanted]);
    }
    expect(new Set(ends)).toEqual(new Set(["overlap", "moved"]));
  });

  it.each(INTERRUPTIONS)("that %s any of its calls is settled either way", { tags: "long" }, async (what) => {
    const found = { held: 0, absent: 0 };
    for (let number = 0; ; number++) {
      await startAnew(habits);
      const key = newId();
      if (!(await interrupted(place, { number, what }, () => move(key, findings)))) break;
      const end = await settle(key, findings);
      found[end]++;
      expect([number, (await theVisit())?.start]).toEqual([number, end === "held" ? TO : FROM]);
      expect([number, (await statuses())[1]]).toEqual([number, end === "held" ? "busy" : "free"]);
      if (end === "absent") expect([number, (await statuses())[0]]).toEqual([number, "busy"]);
      const warnings = await move(key, findings);
      expect([number, (await theVisit())?.start, (await statuses())[1]]).toEqual([number, TO, "busy"]);
      // A time that it has left is open, or told.
      expect([number, warnings.includes(MAY_STAY_TAKEN) || (await statuses())[0] === "free"]).toEqual([number, true]);
    }
    expect(found.held).toBeGreaterThan(0);
    expect(found.absent).toBeGreaterThan(3);
  });

  it("that has died with its time reserved goes on where it was", async () => {
    const key = newId();
    place.before = async (call) => {
      if (isChange(call)) throw new EmrError("passing", "Cut");
    };
    await expect(move(key, findings)).rejects.toMatchObject({ kind: "passing", notDone: false });
    expect(await statuses()).toEqual(["busy", "busy-tentative"]);
    place.before = async () => undefined;
    expect(await move(key, findings)).toEqual([]);
    expect([(await theVisit())?.slot, await statuses()]).toEqual([[{ reference: "Slot/slot-2" }], ["free", "busy"]]);
  });
});

describe("a move that reserves its new time", () => {
  beforeEach(() => start({}));

  it("gives it back if the visit is refused", async () => {
    const isChange = ({ method, address }: PlacedCall) => method === "PUT" && address.includes("/Appointment/");
    // The server does not do what it refuses.
    place.before = async (call) => {
      place.server.habits.isBusy = isChange(call);
    };
    place.answered = (call, answer) => (isChange(call) ? { ...answer, status: 403 } : answer);
    await expect(move()).rejects.toMatchObject({ kind: "validation", notDone: true });
    expect([(await theVisit())?.start, await statuses()]).toEqual([FROM, ["busy", "free"]]);
    expect((await slots())[1]?.identifier).toEqual(aSlot("slot-2", TO, "free").identifier);
  });

  it("gives it back if another has moved the visit meanwhile", async () => {
    const theirs = "2026-03-05T09:00:00.000Z";
    place.before = async (call) => {
      if (isChange(call)) await place.server.load([{ ...A_VISIT, start: theirs, end: endOf(theirs) }]);
    };
    await expect(move()).rejects.toMatchObject({ kind: "validation", notDone: true, conflicts: [{ field: "time" }] });
    expect(await statuses()).toEqual(["busy", "free"]);
  });

  it("keeps it if the move is refused although it was done", async () => {
    place.answered = (call, answer) => (isChange(call) ? { ...answer, status: 422 } : answer);
    await move().catch((error: unknown) => expect(error).toMatchObject({ kind: "validation" }));
    expect([(await theVisit())?.start, (await statuses())[1]]).toEqual([TO, "busy"]);
  });

  it("is an overlap for a visit whose Slot was still open when it was reserved, and opens that again", async () => {
    let isLooked = false;
    place.before = async ({ method }) => {
      if (method === "PUT" && !isLooked) {
        isLooked = true;
        await place.server.load([STAFFS_VISIT]);
      }
    };
    await expect(move()).rejects.toMatchObject({ notDone: true, reasons: [{ code: "overlap" }] });
    expect([(await theVisit())?.start, await statuses()]).toEqual([FROM, ["busy", "free"]]);
  });

  it("takes it after the visit, as before, where the server drops the mark", async () => {
    place.server.habits.readOnly = [];
    place.before = async ({ address }) => {
      place.server.habits.readOnly = address.includes("/Slot/") ? ["identifier"] : [];
    };
    expect(await move()).toEqual([]);
    expect([(await theVisit())?.start, await statuses()]).toEqual([TO, ["free", "busy"]]);
  });

  it("does not change a visit that is cancelled, and reserves nothing for it in the end", async () => {
    await place.server.load([{ ...A_VISIT, status: "cancelled" }]);
    await expect(move()).rejects.toMatchObject({ kind: "validation", notDone: true });
    expect((await statuses())[1]).toBe("free");
  });
});
