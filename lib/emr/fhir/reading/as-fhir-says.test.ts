import type { FhirResource } from "fhir/r4";
import { afterEach, beforeEach, expect, it } from "vitest";
import { readFrom, readWhole } from "#lib/testing/fhir/read-from";
import { type ReplayServer, startReplayServer } from "#lib/testing/fhir/replay/replay-server";

let server: ReplayServer;
beforeEach(async () => {
  server = await startReplayServer();
});
afterEach(() => server.stop());

const load = (...resources: object[]) => server.load(resources as FhirResource[]);

const referral = (id: string, rest: object) => ({
  resourceType: "ServiceRequest",
  id,
  status: "active",
  intent: "order",
  category: [{ coding: [{ system: "http://snomed.info/sct", code: "3457005" }] }],
  code: { text: "Cardiology" },
  subject: { reference: "Patient/p1" },
  authoredOn: "2026-01-02T10:00:00Z",
  ...rest,
});

it("shows no referral that forbids a service", async () => {
  await load(
    { resourceType: "Patient", id: "p1" },
    referral("asked", { doNotPerform: false }),
    referral("forbidden", { doNotPerform: true }),
    referral("unclear", { doNotPerform: "true" }),
  );
  const { records } = await readWhole(readFrom(server.baseUrl), "referrals");
  expect(records.map(({ ehrId }) => ehrId).toSorted()).toEqual(["asked", "unclear"]);
});

it.each([
  ["America/New_York", "2026-03-31T03:59:59Z", "2026-03-30"],
  ["America/New_York", "2026-04-01T03:59:59.999Z", "2026-03-31"],
  ["America/New_York", "2026-03-31", "2026-03-31"],
  ["America/New_York", "2026-03-31T23:59:59-04:00", "2026-03-31"],
  ["Pacific/Auckland", "2026-03-31T11:30:00Z", "2026-04-01"],
  ["Pacific/Auckland", "2026-03-31T23:30:00", "2026-03-31"],
])("takes the end of a period by the account's day: in %s %s is %s", async (timeZone, end, day) => {
  await load({ resourceType: "Patient", id: "p1" }, referral("s1", { occurrencePeriod: { start: "2026-03-01", end } }));
  const { records } = await readWhole(readFrom(server.baseUrl, { timeZone }), "referrals");
  expect(records).toMatchObject([{ startDate: "2026-03-01", endDate: day }]);
});

it("shows a visit without a patient as a visit, a free slot as a slot, and a blocked one as a block", async () => {
  const time = { start: "2026-02-03T17:00:00Z", end: "2026-02-03T18:00:00Z" };
  const practitioner = { actor: { reference: "Practitioner/dr1" }, status: "accepted" };
  await load(
    { resourceType: "Practitioner", id: "dr1", name: [{ family: "House" }] },
    { resourceType: "Schedule", id: "sch", actor: [{ reference: "Practitioner/dr1" }] },
    {
      resourceType: "Appointment",
      id: "lunch",
      status: "booked",
      description: "Lunch",
      participant: [practitioner],
      ...time,
    },
    { resourceType: "Slot", id: "free", status: "free", schedule: { reference: "Schedule/sch" }, ...time },
    { resourceType: "Slot", id: "away", status: "busy-unavailable", schedule: { reference: "Schedule/sch" }, ...time },
    { resourceType: "Slot", id: "taken", status: "busy", schedule: { reference: "Schedule/sch" }, ...time },
  );
  const { records } = await readWhole(readFrom(server.baseUrl), "appointments");
  const shown = records.map(({ emrAppointmentId, category, patientEhrId }) => [
    emrAppointmentId,
    category,
    patientEhrId,
  ]);
  expect(shown.toSorted()).toEqual([
    ["Slot/away", "schedule_block", null],
    ["Slot/free", "schedule_slot", null],
    ["lunch", "appointment", null],
  ]);
});
