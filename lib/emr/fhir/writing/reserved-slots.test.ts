import type { Appointment, FhirResource, Slot } from "fhir/r4";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { FhirFindings } from "#lib/emr/fhir/findings";
import { hasKey, keyIdentifier } from "#lib/emr/fhir/job-key";
import { type EmrBooking, EmrError } from "#lib/emr/port/port";
import { newId } from "#lib/kernel/id";
import { beforeCall, INTERRUPTIONS, interrupted } from "#lib/testing/fhir/interrupted";
import { FULL, startWritingPlace, type WritingPlace } from "#lib/testing/fhir/writing-place";

let place: WritingPlace;
beforeEach(async () => {
  place = await startWritingPlace();
});
afterEach(() => place.stop());

const never = new AbortController().signal;
const STARTS_AT = "2026-03-03T10:00:00.000Z";
const ENDS_AT = "2026-03-03T10:30:00.000Z";

const SLOTS: Partial<FhirFindings> = {
  ...FULL,
  readable: [...(FULL.readable ?? []), "Slot", "Schedule", "Practitioner", "Location"],
};
const LOOKED_FOR: Partial<FhirFindings> = { ...SLOTS, if_none_exist: "ignored" };

const A_BOOKING: EmrBooking = {
  patientEhrId: "patient-1",
  providerEhrId: "101",
  secondaryProviderEhrId: null,
  locationEmrId: "location-1",
  startsAt: STARTS_AT,
  duration: 30,
  visitType: { id: "Follow-up visit", name: "Follow-up visit" },
  appointmentMode: null,
  reason: null,
  note: null,
  mayOverlap: false,
  inOpenTime: true,
};

const aSlot = (change: Partial<Slot> = {}): Slot => ({
  resourceType: "Slot",
  id: "slot-1",
  identifier: [{ system: "https://ehr.example/slots", value: "S-1" }],
  schedule: { reference: "Schedule/schedule-1" },
  status: "free",
  start: STARTS_AT,
  end: ENDS_AT,
  ...change,
});

beforeEach(() =>
  place.server.load([
    { resourceType: "Schedule", id: "schedule-1", actor: [{ reference: "Practitioner/101" }] },
    aSlot(),
  ]),
);

const theSlot = async (id = "slot-1"): Promise<Slot | undefined> =>
  (await place.server.held<Slot>("Slot")).find((slot) => slot.id === id);

const visits = async (): Promise<Appointment[]> =>
  (await place.server.held<Appointment>("Appointment")).filter(({ start }) => start === STARTS_AT);

const booked = async (key: string): Promise<Appointment[]> => (await visits()).filter((visit) => hasKey(visit, key));

async function book(key = newId(), findings = SLOTS, booking: Partial<EmrBooking> = {}) {
  const warnings: string[] = [];
  const options = { idempotencyKey: key, signal: never, warn: (sentence: string) => void warnings.push(sentence) };
  await place.open(findings).bookAppointment({ ...A_BOOKING, ...booking }, options);
  return { key, warnings };
}

/** Settles a job whose attempt has ended without a known end, as the runner does before it lets the job end. */
async function settle(key: string, findings = SLOTS): Promise<"held" | "absent"> {
  const emr = place.open(findings);
  if ((await emr.findWrite(key, never)) === null) {
    await emr.giveBack?.(key, never);
    return "absent";
  }
  await emr.comparing?.bookAppointment?.(A_BOOKING, { idempotencyKey: key, signal: never });
  return "held";
}

const STAFFS_VISIT: FhirResource = {
  resourceType: "Appointment",
  id: "staff-1",
  status: "booked",
  start: STARTS_AT,
  end: ENDS_AT,
  slot: [{ reference: "Slot/slot-1" }],
  participant: [{ actor: { reference: "Practitioner/101" }, status: "accepted" }],
};

/** Books as the EMR's own staff, who look for an open time, too. */
async function bookAsStaff(): Promise<void> {
  const slot = await theSlot();
  if (slot?.status !== "free") return;
  const { meta: _old, ...kept } = slot;
  await place.server.load([{ ...kept, status: "busy" }, STAFFS_VISIT]);
}

async function startAnew(): Promise<void> {
  await place.stop();
  place = await startWritingPlace();
  await place.server.load([
    { resourceType: "Schedule", id: "schedule-1", actor: [{ reference: "Practitioner/101" }] },
    aSlot(),
  ]);
}

const SERVERS = [
  ["creates on a condition", SLOTS, {}],
  ["is searched before it creates", LOOKED_FOR, { ifNoneExist: "ignored" }],
  ["takes JSON Patches alone", SLOTS, { updates: "PATCH" }],
] as const;

describe.each(SERVERS)("a booking in a server that %s", (_which, findings, habits) => {
  beforeEach(() => Object.assign(place.server.habits, habits));

  it("reserves its open time before the visit, and leaves it taken without a mark", async () => {
    const statuses: (string | undefined)[] = [];
    place.before = async ({ method, address }) => {
      if (method === "POST" && address.endsWith("/Appointment")) statuses.push((await theSlot())?.status);
    };
    const { key, warnings } = await book(newId(), findings);
    expect(statuses).toEqual(["busy-tentative"]);
    expect(await booked(key)).toMatchObject([{ slot: [{ reference: "Slot/slot-1" }] }]);
    expect(await theSlot()).toMatchObject({ status: "busy", identifier: aSlot().identifier });
    expect((await theSlot())?.identifier).toHaveLength(1);
    expect(warnings).toEqual([]);
  });

  it("is never doubled by staff who book between any two of its calls", async () => {
    const ends: string[] = [];
    for (let number = 0; ; number++) {
      await startAnew();
      Object.assign(place.server.habits, habits);
      const isReached = beforeCall(place, number, bookAsStaff);
      const end = await book(newId(), findings).then(
        () => "booked",
        (error: unknown) => (error instanceof EmrError ? error.reasons[0]?.code : "unknown"),
      );
      if (!isReached()) break;
      ends.push(end ?? "unknown");
      expect([number, (await visits()).length, (await theSlot())?.status]).toEqual([number, 1, "busy"]);
      expect(await booked("staff")).toEqual([]);
    }
    expect(new Set(ends)).toEqual(new Set(["overlap", "booked"]));
  });

  it.each(INTERRUPTIONS)("that %s any of its calls is settled either way", async (what) => {
    const found = { held: 0, absent: 0 };
    for (let number = 0; ; number++) {
      await startAnew();
      Object.assign(place.server.habits, habits);
      const key = newId();
      if (!(await interrupted(place, { number, what }, () => book(key, findings)))) break;
      const end = await settle(key, findings);
      found[end]++;
      expect([number, (await booked(key)).length]).toEqual([number, end === "held" ? 1 : 0]);
      expect([number, (await theSlot())?.status]).toEqual([number, end === "held" ? "busy" : "free"]);
      await book(key, findings);
      expect([number, (await booked(key)).length, (await theSlot())?.status]).toEqual([number, 1, "busy"]);
    }
    expect(found.held).toBeGreaterThan(0);
    expect(found.absent).toBeGreaterThan(3);
  });

  it("that has died with its time reserved goes on where it was", async () => {
    const key = newId();
    place.before = async ({ method, address }) => {
      if (method === "POST" && address.endsWith("/Appointment")) throw new EmrError("passing", "Cut");
    };
    await expect(book(key, findings)).rejects.toMatchObject({ kind: "passing", notDone: false });
    expect((await theSlot())?.status).toBe("busy-tentative");
    place.before = async () => undefined;
    await book(key, findings);
    expect(await booked(key)).toHaveLength(1);
    expect((await theSlot())?.status).toBe("busy");
  });
});

describe("a booking that reserves its time", () => {
  const refused = (status = 422) => {
    const issue = [{ severity: "error", code: "business-rule", diagnostics: "The reason is not allowed" }];
    const body = Buffer.from(JSON.stringify({ resourceType: "OperationOutcome", issue }));
    return (answer: Parameters<WritingPlace["answered"]>[1]) => ({ ...answer, status, body });
  };

  it("gives it back if the visit is refused", async () => {
    const refuse = refused();
    const key = newId();
    place.before = async ({ method }) => {
      if (method === "POST") place.server.habits.isBusy = true;
    };
    place.answered = ({ method }, answer) => {
      place.server.habits.isBusy = false;
      return method === "POST" ? refuse(answer) : answer;
    };
    await expect(book(key)).rejects.toMatchObject({
      kind: "validation",
      notDone: true,
      reasons: [{ code: "emr_refused" }],
    });
    expect(await booked(key)).toEqual([]);
    expect(await theSlot()).toMatchObject({ status: "free", identifier: aSlot().identifier });
  });

  it("is booked, and its time taken, if it is refused although it was done", async () => {
    const refuse = refused();
    place.answered = ({ method }, answer) => (method === "POST" ? refuse(answer) : answer);
    const { key } = await book();
    expect(await booked(key)).toHaveLength(1);
    expect((await theSlot())?.status).toBe("busy");
  });

  it("is booked after all in a server that takes visits in open times alone", async () => {
    place.before = async ({ method }) => {
      if (method === "POST") place.server.habits.isBusy = (await theSlot())?.status !== "free";
    };
    const refuse = refused();
    place.answered = ({ method }, answer) => {
      const isRefused = method === "POST" && place.server.habits.isBusy;
      place.server.habits.isBusy = false;
      return isRefused ? refuse(answer) : answer;
    };
    const { key, warnings } = await book();
    expect([(await booked(key)).length, (await theSlot())?.status, warnings]).toEqual([1, "busy", []]);
  });

  it("is an overlap for a visit whose Slot was still open when it was reserved, and opens that again", async () => {
    let isLooked = false;
    place.before = async ({ method }) => {
      if (method === "PUT" && !isLooked) {
        isLooked = true;
        await place.server.load([STAFFS_VISIT]);
      }
    };
    await expect(book()).rejects.toMatchObject({ notDone: true, reasons: [{ code: "overlap" }] });
    expect((await visits()).map(({ id }) => id)).toEqual(["staff-1"]);
    expect((await theSlot())?.status).toBe("free");
  });

  it("takes all of several open times, or none", async () => {
    const [from, to] = [ENDS_AT, "2026-03-03T11:00:00.000Z"];
    await place.server.load([aSlot({ id: "slot-2", start: from, end: to })]);
    const both = { duration: 60 };
    place.before = async ({ method, address }) => {
      if (method === "PUT" && address.endsWith("/Slot/slot-2"))
        await place.server.load([aSlot({ id: "slot-2", start: from, end: to, status: "busy" })]);
    };
    await expect(book(newId(), SLOTS, both)).rejects.toMatchObject({ notDone: true, reasons: [{ code: "overlap" }] });
    expect([(await theSlot())?.status, (await theSlot("slot-2"))?.status]).toEqual(["free", "busy"]);
    place.before = async () => undefined;
    await place.server.load([aSlot({ id: "slot-2", start: from, end: to })]);
    const { key } = await book(newId(), SLOTS, both);
    expect((await booked(key))[0]?.slot).toHaveLength(2);
    expect([(await theSlot())?.status, (await theSlot("slot-2"))?.status]).toEqual(["busy", "busy"]);
  });

  it("makes way for a version that another has written, if the time is open still", async () => {
    let edits = 0;
    place.before = async ({ method }) => {
      if (method === "PUT" && edits++ === 0) await place.server.load([aSlot({ comment: "Bring the diary" })]);
    };
    const { key } = await book();
    expect([(await booked(key)).length, await theSlot()]).toMatchObject([
      1,
      { status: "busy", comment: "Bring the diary" },
    ]);
  });

  it("takes it after the visit, as before, where the server drops the mark", async () => {
    Object.assign(place.server.habits, { readOnly: ["identifier"] });
    const { key, warnings } = await book();
    expect([(await booked(key)).length, (await theSlot())?.status, warnings]).toEqual([1, "busy", []]);
  });

  it.each(["ignored", "refused", "empty"] as const)(
    "takes it after the visit where the search of Slots by identifier is %s",
    async (treatment) => {
      const refuse = refused(400);
      const isSearch = (address: string) => address.includes("/Slot?identifier=");
      place.answered = ({ address }, answer) => {
        if (!isSearch(address)) return answer;
        const entry = treatment === "ignored" ? [{ resource: aSlot() }] : [];
        const found = { resourceType: "Bundle", type: "searchset", entry };
        return treatment === "refused" ? refuse(answer) : { ...answer, body: Buffer.from(JSON.stringify(found)) };
      };
      const { key } = await book();
      expect([(await booked(key)).length, (await theSlot())?.status]).toEqual([1, "busy"]);
    },
  );

  it("says so if its time may stay reserved", async () => {
    place.before = async ({ method }) => {
      if (method === "POST") place.front.endOf = (next) => (next === "PUT" ? "lost" : "answered");
    };
    const { key, warnings } = await book();
    expect([(await booked(key)).length, (await theSlot())?.status]).toEqual([1, "busy-tentative"]);
    expect(warnings).toEqual(["The EMR may show the time of the appointment as taken tentatively alone"]);
  });

  it("has a time that stayed reserved opened by its cancellation", async () => {
    place.before = async ({ method }) => {
      if (method === "POST") place.front.endOf = (next) => (next === "PUT" ? "lost" : "answered");
    };
    const { key } = await book();
    place.before = async () => undefined;
    place.front.endOf = () => "answered";
    const [visit] = await booked(key);
    const options = { idempotencyKey: newId(), signal: never };
    await place.open(SLOTS).cancelAppointment({ emrAppointmentId: visit?.id ?? "", reason: "Ill" }, options);
    expect((await theSlot())?.status).toBe("free");
  });

  it("reserves nothing where it may overlap", async () => {
    const puts: string[] = [];
    place.before = async ({ method, address }) => {
      if (method === "PUT") puts.push(`${(await visits()).length} ${new URL(address, "http://x").pathname.slice(-6)}`);
    };
    await book(newId(), SLOTS, { mayOverlap: true, inOpenTime: false });
    expect(puts).toEqual(["1 slot-1"]);
  });
});

describe("giving back", () => {
  const key = "b".repeat(32);
  const marked = (status: Slot["status"], of = key) =>
    aSlot({ status, identifier: [{ ...keyIdentifier(of), use: "secondary" }] });

  it.each([
    ["what the job has reserved", marked("busy-tentative"), "free"],
    ["nothing that another job has reserved", marked("busy-tentative", "c".repeat(32)), "busy-tentative"],
    ["nothing that staff have made a visit's", marked("busy"), "busy"],
    ["nothing that staff keep tentatively", aSlot({ status: "busy-tentative" }), "busy-tentative"],
  ])("opens %s", async (_what, slot, status) => {
    await place.server.load([slot]);
    await place.open(SLOTS).giveBack?.(key, never);
    expect((await theSlot())?.status).toBe(status);
  });

  it("fails as long as the server does not do it, so that the job does not end", async () => {
    await place.server.load([marked("busy-tentative")]);
    place.server.habits.isBusy = true;
    await expect(place.open(SLOTS).giveBack?.(key, never)).rejects.toMatchObject({ kind: "passing" });
  });

  it("is not offered where versions are not compared", () => {
    expect(place.open({ ...SLOTS, if_match: "ignored" }).giveBack).toBeUndefined();
  });
});
