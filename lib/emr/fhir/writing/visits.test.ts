import type { Appointment, FhirResource, Slot } from "fhir/r4";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { FhirFindings } from "#lib/emr/fhir/findings";
import { hasKey } from "#lib/emr/fhir/job-key";
import type { EmrBooking, EmrVisitChange } from "#lib/emr/port/port";
import { newId } from "#lib/kernel/id";
import {
  AN_APPOINTMENT,
  FULL,
  type PlacedCall,
  startWritingPlace,
  type WritingPlace,
} from "#lib/testing/fhir/writing-place";

let place: WritingPlace;
beforeEach(async () => {
  place = await startWritingPlace();
});
afterEach(() => place.stop());

const never = new AbortController().signal;

const SCHEDULED: FhirResource[] = [
  { resourceType: "Practitioner", id: "102", name: [{ family: "Huber" }] },
  { resourceType: "Location", id: "location-2", name: "Side street" },
  {
    resourceType: "Schedule",
    id: "schedule-1",
    actor: [{ reference: "Practitioner/101" }, { reference: "Location/location-1" }],
  },
];

const aSlot = (id: string, start: string, minutes = 30, status: Slot["status"] = "free"): Slot => ({
  resourceType: "Slot",
  id,
  schedule: { reference: "Schedule/schedule-1" },
  status,
  start,
  end: new Date(Date.parse(start) + minutes * 60_000).toISOString(),
});

const SLOTS: Partial<FhirFindings> = {
  ...FULL,
  readable: [...(FULL.readable ?? []), "Slot", "Schedule", "Practitioner", "Location"],
};
/** Of a server that does a transaction whole or not at all. */
const TOGETHER: Partial<FhirFindings> = { ...SLOTS, transactions: "atomic", transaction_if_match: "works" };
const READ_BACK: Partial<FhirFindings> = { ...SLOTS, if_match: "ignored" };

const A_BOOKING: EmrBooking = {
  patientEhrId: "patient-1",
  providerEhrId: "101",
  secondaryProviderEhrId: "102",
  locationEmrId: "location-1",
  startsAt: "2026-03-03T10:00:00.000Z",
  duration: 30,
  visitType: { id: "http://terminology.hl7.org/CodeSystem/v2-0276|FOLLOWUP|Follow-up visit", name: "Follow-up visit" },
  appointmentMode: null,
  reason: "Blood pressure",
  note: "Bring the diary",
  mayOverlap: false,
};

const booked = async (key: string): Promise<Appointment[]> =>
  (await place.server.held<Appointment>("Appointment")).filter((each) => hasKey(each, key));

async function theVisit(): Promise<Appointment> {
  const found = (await place.server.held<Appointment>("Appointment")).find(({ id }) => id === AN_APPOINTMENT.id);
  if (!found) throw new Error("The appointment is gone");
  return found;
}

const statusOf = async (id: string): Promise<string | undefined> =>
  (await place.server.held<Slot>("Slot")).find((slot) => slot.id === id)?.status;

const transactions = () => place.server.requests.filter((request) => /^POST \/(\?.*)?$/.test(request)).length;

async function book(findings: Partial<FhirFindings> = SLOTS, key = newId(), booking: Partial<EmrBooking> = {}) {
  const warnings: string[] = [];
  const options = { idempotencyKey: key, signal: never, warn: (sentence: string) => void warnings.push(sentence) };
  const made = await place.open(findings).bookAppointment({ ...A_BOOKING, ...booking }, options);
  return { key, warnings, id: made.emrAppointmentId };
}

describe("a booking", () => {
  it("creates an Appointment with all that it asks for", async () => {
    await place.server.load(SCHEDULED);
    const { key, id, warnings } = await book();
    const [appointment] = await booked(key);
    expect(appointment).toMatchObject({
      id,
      status: "booked",
      appointmentType: { text: "Follow-up visit", coding: [{ code: "FOLLOWUP" }] },
      reasonCode: [{ text: "Blood pressure" }],
      comment: "Bring the diary",
      start: "2026-03-03T10:00:00.000Z",
      end: "2026-03-03T10:30:00.000Z",
      participant: [
        { actor: { reference: "Patient/patient-1" }, status: "accepted" },
        { actor: { reference: "Practitioner/101" }, type: [{ coding: [{ code: "PPRF" }] }] },
        { actor: { reference: "Practitioner/102" }, type: [{ coding: [{ code: "SPRF" }] }] },
        { actor: { reference: "Location/location-1" } },
      ],
    });
    expect(warnings).toEqual([]);
  });

  it.each([
    ["in one transaction, where the server does both or neither", TOGETHER, 1],
    ["before it where versions are compared", SLOTS, 0],
    ["right after it where versions are not compared", READ_BACK, 0],
  ])("takes its open time %s", async (_where, findings, sent) => {
    await place.server.load([
      ...SCHEDULED,
      aSlot("slot-1", A_BOOKING.startsAt),
      aSlot("slot-2", "2026-03-03T10:30:00Z"),
    ]);
    const { key, warnings } = await book(findings);
    const [appointment, ...others] = await booked(key);
    expect(others).toEqual([]);
    expect(appointment?.slot).toEqual([{ reference: "Slot/slot-1" }]);
    expect([await statusOf("slot-1"), await statusOf("slot-2")]).toEqual(["busy", "free"]);
    expect(transactions()).toBe(sent);
    expect(warnings).toEqual([]);
  });

  it("leaves a long open time of which it takes less than half", async () => {
    await place.server.load([...SCHEDULED, aSlot("slot-1", "2026-03-03T08:00:00Z", 240)]);
    const { key } = await book(TOGETHER);
    expect(await booked(key)).toHaveLength(1);
    expect(await statusOf("slot-1")).toBe("free");
  });

  it("is told as an overlap, and not done, if another takes the open time with it", async () => {
    await place.server.load([...SCHEDULED, aSlot("slot-1", A_BOOKING.startsAt)]);
    place.before = async ({ method, address }) => {
      if (method === "POST" && !address.includes("Appointment"))
        await place.server.load([aSlot("slot-1", A_BOOKING.startsAt, 30, "busy")]);
    };
    const key = newId();
    await expect(book(TOGETHER, key)).rejects.toMatchObject({
      kind: "validation",
      notDone: true,
      reasons: [{ code: "overlap" }],
    });
    expect(await booked(key)).toEqual([]);
  });

  it.each([
    ["in a transaction", TOGETHER],
    ["singly", SLOTS],
  ])("is done once under a key, however often it is sent %s", async (_how, findings) => {
    await place.server.load([...SCHEDULED, aSlot("slot-1", A_BOOKING.startsAt)]);
    const key = newId();
    place.front.cuts = true;
    await expect(book(findings, key)).rejects.toMatchObject({ kind: "passing", notDone: false });
    place.front.cuts = false;
    const all = await Promise.all([book(findings, key), book(findings, key)]);
    expect(new Set(all.map(({ id }) => id)).size).toBe(1);
    expect(await booked(key)).toHaveLength(1);
    expect(await statusOf("slot-1")).toBe("busy");
  });

  it.each([
    ["in a transaction", TOGETHER],
    ["singly", SLOTS],
  ])("into an open time that another has taken by then is refused as an overlap, sent %s", async (_how, findings) => {
    await place.server.load([...SCHEDULED, aSlot("slot-1", A_BOOKING.startsAt, 30, "busy")]);
    const key = newId();
    await expect(book(findings, key, { inOpenTime: true })).rejects.toMatchObject({
      kind: "validation",
      notDone: true,
      reasons: [{ code: "overlap" }],
    });
    expect(await booked(key)).toEqual([]);
  });

  it("into the open time that a try of it has taken before is done once", async () => {
    await place.server.load([...SCHEDULED, aSlot("slot-1", A_BOOKING.startsAt)]);
    const { key, id } = await book(SLOTS, newId(), { inOpenTime: true });
    expect(await statusOf("slot-1")).toBe("busy");
    expect((await book(SLOTS, key, { inOpenTime: true })).id).toBe(id);
    expect(await booked(key)).toHaveLength(1);
  });

  it("into a part of an open time is done", async () => {
    await place.server.load([...SCHEDULED, aSlot("slot-1", "2026-03-03T08:00:00Z", 240)]);
    const { key } = await book(SLOTS, newId(), { inOpenTime: true });
    expect(await booked(key)).toHaveLength(1);
  });

  it("whose open time is taken without an answer says nothing of it", async () => {
    await place.server.load([...SCHEDULED, aSlot("slot-1", A_BOOKING.startsAt)]);
    let isSlot = false;
    place.before = async ({ method, address }) => {
      isSlot = method === "PUT" && address.includes("/Slot/");
    };
    place.front.endOf = () => (isSlot ? "cut" : "answered");
    const { warnings } = await book();
    expect([await statusOf("slot-1"), warnings]).toEqual(["busy", []]);
  });

  it.each(["stored", "sent", "nothing"] as const)(
    "whose open time is answered as taken and stays open says so, where the answer of a write is %s",
    async (writeAnswer) => {
      await place.server.load([...SCHEDULED, aSlot("slot-1", A_BOOKING.startsAt)]);
      Object.assign(place.server.habits, { writeAnswer, readOnly: ["status"] });
      const { key, warnings } = await book();
      expect(await booked(key)).toHaveLength(1);
      expect(await statusOf("slot-1")).toBe("free");
      expect(warnings).toEqual(["The EMR still shows the time of the appointment as open"]);
    },
  );

  it("whose open time is shown as open after the transaction that took it says so", async () => {
    await place.server.load([...SCHEDULED, aSlot("slot-1", A_BOOKING.startsAt)]);
    place.before = async ({ address }) => {
      if (transactions() > 0 && address.includes("Slot/slot-1"))
        await place.server.load([aSlot("slot-1", A_BOOKING.startsAt)]);
    };
    const { key, warnings } = await book(TOGETHER);
    expect(await booked(key)).toHaveLength(1);
    expect(warnings).toEqual(["The EMR still shows the time of the appointment as open"]);
  });

  it("that was found again after its answer was lost takes its open time, and is not sent", async () => {
    await place.server.load([...SCHEDULED, aSlot("slot-1", A_BOOKING.startsAt)]);
    const key = newId();
    place.front.cuts = true;
    await expect(book(SLOTS, key)).rejects.toMatchObject({ kind: "passing", notDone: false });
    place.front.cuts = false;
    expect(await statusOf("slot-1")).toBe("busy-tentative");
    const sent = () => place.server.requests.filter((request) => request.startsWith("POST /Appointment")).length;
    const before = sent();
    const warnings: string[] = [];
    const warn = (sentence: string) => void warnings.push(sentence);
    const { comparing } = place.open(SLOTS);
    await comparing?.bookAppointment?.(A_BOOKING, { idempotencyKey: key, signal: never, warn });
    expect([await statusOf("slot-1"), warnings]).toEqual(["busy", []]);
    expect(sent()).toBe(before);
  });

  it("that was found again and is cancelled by then takes nothing", async () => {
    await place.server.load([...SCHEDULED, aSlot("slot-1", A_BOOKING.startsAt)]);
    const key = newId();
    place.front.cuts = true;
    await expect(book(SLOTS, key)).rejects.toMatchObject({ kind: "passing" });
    place.front.cuts = false;
    const [{ meta: _old, ...made } = {} as Appointment] = await booked(key);
    await place.server.load([{ ...made, status: "cancelled" }]);
    await place.open(SLOTS).comparing?.bookAppointment?.(A_BOOKING, { idempotencyKey: key, signal: never });
    expect(await statusOf("slot-1")).toBe("free");
  });

  it("of two at the same open time is done once", async () => {
    await place.server.load([...SCHEDULED, aSlot("slot-1", A_BOOKING.startsAt)]);
    const keys = [newId(), newId()];
    const ends = await Promise.allSettled(keys.map((key) => book(TOGETHER, key)));
    const done = await Promise.all(keys.map(booked));
    const isRefused = ends.some(({ status }) => status === "rejected");
    // Who began after the other had ended finds no open time, which the reading before a booking refuses.
    expect(done.flat().filter(({ slot }) => slot !== undefined)).toHaveLength(1);
    expect(isRefused || done.flat().length === 2).toBe(true);
  });

  it("is booked without its open time, and says so, if the server refuses transactions by now", async () => {
    await place.server.load([...SCHEDULED, aSlot("slot-1", A_BOOKING.startsAt)]);
    place.server.habits.transactions = "refused";
    let isPut = false;
    place.before = async ({ method }) => {
      isPut = method === "PUT";
    };
    place.front.endOf = () => (isPut ? "lost" : "answered");
    const { key, warnings } = await book(TOGETHER);
    expect(await booked(key)).toHaveLength(1);
    expect(warnings).toEqual(["The EMR still shows the time of the appointment as open"]);
  });

  it("that the server refuses for another visit at its time is told as an overlap", async () => {
    await place.server.load(SCHEDULED);
    place.server.habits.isBusy = true;
    const refusal = { issue: [{ severity: "error", code: "business-rule", diagnostics: "No overlaps" }] };
    place.answered = ({ method }, answer) =>
      method === "POST"
        ? {
            ...answer,
            status: 422,
            body: Buffer.from(JSON.stringify({ resourceType: "OperationOutcome", ...refusal })),
          }
        : answer;
    await expect(book()).rejects.toMatchObject({ kind: "validation", reasons: [{ code: "emr_refused" }] });
    const participant = [{ actor: { reference: "Practitioner/101" }, status: "accepted" as const }];
    const times = { start: "2026-03-03T10:15:00Z", end: "2026-03-03T10:45:00Z" };
    await place.server.load([{ ...AN_APPOINTMENT, id: "appointment-3", participant, ...times }]);
    await expect(book()).rejects.toMatchObject({ kind: "validation", reasons: [{ code: "overlap" }] });
  });

  it("tells what the server keeps otherwise", async () => {
    await place.server.load(SCHEDULED);
    place.server.habits.rewrites = { status: "pending", comment: undefined };
    const { warnings } = await book();
    expect(warnings).toEqual(["The EMR keeps the appointment otherwise than it was sent: another status, no note"]);
  });
});

async function change(
  changes: Omit<EmrVisitChange, "emrAppointmentId">,
  findings: Partial<FhirFindings> = SLOTS,
  { key = newId(), isFound = false } = {},
) {
  const warnings: string[] = [];
  const options = { idempotencyKey: key, signal: never, warn: (sentence: string) => void warnings.push(sentence) };
  const opened = place.open(findings);
  const { changeAppointment } = isFound ? { ...opened, ...opened.comparing } : opened;
  await changeAppointment({ emrAppointmentId: AN_APPOINTMENT.id, ...changes }, options);
  return warnings;
}

const A_VISIT: Appointment = {
  ...AN_APPOINTMENT,
  minutesDuration: 30,
  slot: [{ reference: "Slot/slot-1" }],
  comment: "Bring the diary",
  priority: 3,
  participant: [
    { actor: { reference: "Patient/patient-1" }, status: "accepted" },
    { actor: { reference: "Practitioner/101" }, required: "required", status: "tentative" },
    { actor: { reference: "Practitioner/103" }, status: "declined" },
    { actor: { reference: "Location/location-1" }, status: "accepted" },
  ],
};

describe.each([
  ["compares versions", SLOTS, {}],
  ["compares none", READ_BACK, { ifMatch: "ignored" }],
  ["takes JSON Patches alone", SLOTS, { updates: "PATCH" }],
] as const)("a move on a server that %s", (_which, findings, habits) => {
  beforeEach(async () => {
    Object.assign(place.server.habits, habits);
    await place.server.load([...SCHEDULED, A_VISIT, aSlot("slot-1", A_VISIT.start ?? "", 30, "busy")]);
  });

  it("sets time, length, provider, location, type and texts, and leaves the rest", async () => {
    await change(
      {
        startsAt: "2026-03-04T09:00:00.000Z",
        duration: 45,
        providerEhrId: "102",
        locationEmrId: "location-2",
        visitType: A_BOOKING.visitType,
        reason: "Follow-up",
        note: "Fasting",
      },
      findings,
    );
    expect(await theVisit()).toMatchObject({
      status: "booked",
      priority: 3,
      start: "2026-03-04T09:00:00.000Z",
      end: "2026-03-04T09:45:00.000Z",
      minutesDuration: 45,
      appointmentType: { text: "Follow-up visit" },
      reasonCode: [{ text: "Follow-up" }],
      comment: "Fasting",
      participant: [
        { actor: { reference: "Patient/patient-1" } },
        { actor: { reference: "Practitioner/102" }, required: "required", status: "accepted" },
        { actor: { reference: "Practitioner/103" }, status: "declined" },
        { actor: { reference: "Location/location-2" } },
      ],
    });
    expect((await theVisit()).slot).toBeUndefined();
  });

  it("keeps the length if the time alone changes", async () => {
    await change({ startsAt: "2026-03-04T09:00:00.000Z" }, findings);
    expect(await theVisit()).toMatchObject({ end: "2026-03-04T09:30:00.000Z", comment: "Bring the diary" });
  });
});

describe("a move", () => {
  beforeEach(() => place.server.load([...SCHEDULED, A_VISIT, aSlot("slot-1", A_VISIT.start ?? "", 30, "busy")]));

  it("takes the open time of its new place, and opens the old one again", async () => {
    await place.server.load([aSlot("slot-2", "2026-03-04T09:00:00Z")]);
    expect(await change({ startsAt: "2026-03-04T09:00:00.000Z" })).toEqual([]);
    expect((await theVisit()).slot).toEqual([{ reference: "Slot/slot-2" }]);
    expect([await statusOf("slot-1"), await statusOf("slot-2")]).toEqual(["free", "busy"]);
  });

  it.each([
    ["sent again", SLOTS, false],
    ["found again", READ_BACK, true],
  ])(
    "whose answer was lost takes its new time when it is %s, keeps it, and says that the old one may stay taken",
    async (_how, findings, isFound) => {
      await place.server.load([aSlot("slot-2", "2026-03-04T09:00:00Z")]);
      const key = newId();
      const to = { startsAt: "2026-03-04T09:00:00.000Z" };
      place.front.cuts = true;
      await expect(change(to, findings, { key })).rejects.toMatchObject({ kind: "passing", notDone: false });
      place.front.cuts = false;
      expect(await change(to, findings, { key, isFound })).toEqual([
        "The EMR may still show the former time of the appointment as taken",
      ]);
      expect((await theVisit()).slot).toEqual([{ reference: "Slot/slot-2" }]);
      expect(await statusOf("slot-2")).toBe("busy");
    },
  );

  it("within a time that it has keeps it", async () => {
    await place.server.load([aSlot("slot-1", A_VISIT.start ?? "", 60, "busy")]);
    expect(await change({ startsAt: new Date(Date.parse(A_VISIT.start ?? "") + 900_000).toISOString() })).toEqual([]);
    expect((await theVisit()).slot).toEqual([{ reference: "Slot/slot-1" }]);
    expect(await statusOf("slot-1")).toBe("busy");
  });

  it("leaves the old time taken if another visit has it too", async () => {
    await place.server.load([{ ...A_VISIT, id: "appointment-2" }]);
    expect(await change({ startsAt: "2026-03-04T09:00:00.000Z" })).toEqual([]);
    expect(await statusOf("slot-1")).toBe("busy");
  });

  it("says that the old time may stay taken if that is refused", async () => {
    const isSlot = ({ method, address }: PlacedCall) => method === "PUT" && address.includes("/Slot/");
    // The server does not do what it refuses.
    place.before = async (call) => {
      place.server.habits.isBusy = isSlot(call);
    };
    place.answered = (call, answer) => (isSlot(call) ? { ...answer, status: 403 } : answer);
    expect(await change({ startsAt: "2026-03-04T09:00:00.000Z" })).toEqual([
      "The EMR may still show the former time of the appointment as taken",
    ]);
    expect(await statusOf("slot-1")).toBe("busy");
  });

  it("names both times if another has moved it meanwhile", async () => {
    place.before = async ({ method, address }) => {
      if (method === "PUT" && address.includes("/Appointment/"))
        await place.server.load([{ ...A_VISIT, start: "2026-03-05T09:00:00Z", end: "2026-03-05T09:30:00Z" }]);
    };
    await expect(change({ startsAt: "2026-03-04T09:00:00.000Z" })).rejects.toMatchObject({
      kind: "validation",
      notDone: true,
      conflicts: [{ field: "time", ours: "2026-03-04T09:00:00.000Z", theirs: "2026-03-05T09:00:00.000Z" }],
    });
  });

  it.each([
    ["is cancelled", { status: "cancelled" as const }, "The appointment is cancelled in the EMR"],
    [
      "has several patients",
      {
        participant: [
          ...A_VISIT.participant,
          { actor: { reference: "Patient/patient-2" }, status: "accepted" as const },
        ],
      },
      "The appointment has several patients",
    ],
  ])("is refused for a visit that %s", async (_which, other, message) => {
    await place.server.load([{ ...A_VISIT, ...other }]);
    await expect(change({ startsAt: "2026-03-04T09:00:00.000Z" })).rejects.toMatchObject({
      kind: "validation",
      notDone: true,
      message: expect.stringContaining(message),
    });
  });

  it("is told as gone for a visit that the server does not have", async () => {
    await place.server.remove("Appointment", AN_APPOINTMENT.id);
    await expect(change({ startsAt: "2026-03-04T09:00:00.000Z" })).rejects.toMatchObject({
      reasons: [{ code: "record_not_found" }],
    });
  });
});

async function cancel(
  findings: Partial<FhirFindings> = SLOTS,
  { key = newId(), connection = {}, isFound = false } = {},
) {
  const warnings: string[] = [];
  const options = { idempotencyKey: key, signal: never, warn: (sentence: string) => void warnings.push(sentence) };
  const cancellation = { emrAppointmentId: AN_APPOINTMENT.id, reason: "Patient called" };
  const opened = place.open(findings, connection);
  const { cancelAppointment } = isFound ? { ...opened, ...opened.comparing } : opened;
  return { ...(await cancelAppointment(cancellation, options)), warnings };
}

/** Cuts the answers to what is written to a Slot, after the server has done it; `lost`: before. Returns how often one was written. */
function cutSlots({ lost = false } = {}): () => number {
  let writes = 0;
  place.before = async ({ method, address }) => {
    const isSlot = method === "PUT" && address.includes("/Slot/");
    if (isSlot) writes++;
    place.front.endOf = (used) => (isSlot && used !== "GET" ? (lost ? "lost" : "cut") : "answered");
  };
  return () => writes;
}

describe.each([
  ["move", () => change({ startsAt: "2026-03-04T09:00:00.000Z" })],
  ["cancellation", async () => (await cancel()).warnings],
] as const)("a %s whose time is opened again", (_which, leave) => {
  beforeEach(() => place.server.load([...SCHEDULED, A_VISIT, aSlot("slot-1", A_VISIT.start ?? "", 30, "busy")]));

  it("without an answer warns of nothing, since the time is read as open then", async () => {
    const writes = cutSlots();
    expect(await leave()).toEqual([]);
    expect([await statusOf("slot-1"), writes()]).toEqual(["free", 1]);
  });

  it("by a request that was lost says that it may stay taken, and sends it once", async () => {
    const writes = cutSlots({ lost: true });
    expect(await leave()).toEqual(["The EMR may still show the former time of the appointment as taken"]);
    expect([await statusOf("slot-1"), writes()]).toEqual(["busy", 1]);
  });
});

describe("a cancellation", () => {
  beforeEach(() => place.server.load([...SCHEDULED, A_VISIT, aSlot("slot-1", A_VISIT.start ?? "", 30, "busy")]));

  it.each([
    ["compares versions", SLOTS, {}],
    ["compares none", READ_BACK, { ifMatch: "ignored" }],
    ["takes JSON Patches alone", SLOTS, { updates: "PATCH" }],
  ] as const)("sets the status with its reason on a server that %s", async (_which, findings, habits) => {
    Object.assign(place.server.habits, habits);
    expect(await cancel(findings)).toMatchObject({ already: false });
    expect(await theVisit()).toMatchObject({ status: "cancelled", cancelationReason: { text: "Patient called" } });
  });

  it("opens its time again", async () => {
    expect(await cancel()).toEqual({ already: false, warnings: [] });
    expect(await statusOf("slot-1")).toBe("free");
  });

  it("has the practice's own code", async () => {
    const visit_statuses = [
      { code: "CAN", description: "Cancelled", fhir_status: "cancelled" as const },
      { code: "RSC", description: "Moved", fhir_status: "cancelled" as const },
    ];
    await cancel(SLOTS, { connection: { visit_statuses } });
    expect((await theVisit()).extension).toMatchObject([{ valueString: "CAN" }]);
  });

  it("writes nothing to a visit that another has cancelled, and tells so", async () => {
    await place.server.load([{ ...A_VISIT, status: "cancelled" }]);
    expect(await cancel()).toEqual({ already: true, warnings: [] });
    expect(await theVisit()).not.toHaveProperty("cancelationReason");
  });

  it.each([
    ["sent again", SLOTS, {}, false],
    ["found again", READ_BACK, { ifMatch: "ignored" }, true],
  ] as const)(
    "whose answer was lost opens its time when it is %s, and was not cancelled by another",
    async (_how, findings, habits, isFound) => {
      Object.assign(place.server.habits, habits);
      const key = newId();
      place.front.cuts = true;
      await expect(cancel(findings, { key })).rejects.toMatchObject({ kind: "passing", notDone: false });
      place.front.cuts = false;
      expect([(await theVisit()).status, await statusOf("slot-1")]).toEqual(["cancelled", "busy"]);
      const changes = () => place.server.requests.filter((request) => request.startsWith("PUT /Appointment")).length;
      const before = changes();
      expect(await cancel(findings, { key, isFound })).toEqual({ already: false, warnings: [] });
      expect([changes(), await statusOf("slot-1")]).toEqual([before, "free"]);
    },
  );

  it.each(["stored", "sent", "nothing"] as const)(
    "whose time is answered as open and stays taken says so, where the answer of a write is %s",
    async (writeAnswer) => {
      place.server.habits.writeAnswer = writeAnswer;
      place.before = async ({ address }) => {
        place.server.habits.readOnly = address.includes("/Slot/") ? ["status"] : [];
      };
      expect(await cancel()).toEqual({
        already: false,
        warnings: ["The EMR may still show the former time of the appointment as taken"],
      });
      expect(await statusOf("slot-1")).toBe("busy");
    },
  );

  it("says that its reason was not kept", async () => {
    place.server.habits.readOnly = ["cancelationReason"];
    expect((await cancel()).warnings).toEqual(["The EMR did not keep the reason of the cancellation"]);
  });

  it("is told as gone for a visit that the server does not have", async () => {
    await place.server.remove("Appointment", AN_APPOINTMENT.id);
    await expect(cancel()).rejects.toMatchObject({ reasons: [{ code: "record_not_found" }] });
  });
});
