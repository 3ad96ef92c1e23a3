import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { GET } from "#app/v1/availability/route.ts";
import { withTenant } from "#lib/db/tenant";
import { appointment } from "#lib/resources/appointments/table";
import { provider } from "#lib/resources/providers/table";
import { appointmentRow } from "#lib/testing/appointment-row";
import { call } from "#lib/testing/call";
import { openClinic } from "#lib/testing/clinic";
import type { TestAccount } from "#lib/testing/linked-account";
import { testDatabase } from "#lib/testing/test-database";
import { availabilityModel } from "./model.ts";

testDatabase();
let clinic: TestAccount;
let doraId: string;

const slot = (number: number, startsAt: string, given: Partial<typeof appointment.$inferInsert> = {}) =>
  appointmentRow(clinic, {
    emrAppointmentId: `S-${number}`,
    category: "schedule_slot",
    startsAt: new Date(startsAt),
    ...given,
  });

async function list(query: string) {
  const answer = await call(GET, "GET", `/availability?${query}`, { headers: clinic.headers });
  const found: { id: string; emr_appointment_id: string; provider_id: string }[] = answer.body.availability ?? [];
  return { ...answer, found, ids: found.map(({ emr_appointment_id }) => emr_appointment_id) };
}

const setProvider = (ehrId: string, flags: Partial<typeof provider.$inferInsert>) =>
  withTenant(clinic.tenant, (tx) => tx.update(provider).set(flags).where(eq(provider.ehrId, ehrId)));

const MARCH = "start_date=2026-03-08&end_date=2026-03-09";

beforeAll(async () => {
  clinic = await openClinic();
  await withTenant(clinic.tenant, async (tx) => {
    await tx.delete(appointment);
    await tx
      .insert(appointment)
      .values([
        slot(1, "2026-03-08T04:59:59Z"),
        slot(2, "2026-03-08T05:00:00Z", { appointmentType: "Office Visit" }),
        slot(3, "2026-03-09T13:00:00Z", { providerEhrId: "102", locationId: "LOC-2" }),
        slot(4, "2026-03-10T03:59:59Z"),
        slot(5, "2026-03-10T04:00:00Z"),
        slot(6, "2026-03-09T14:00:00Z", { category: "appointment", patientMrn: "MRN-1" }),
        slot(7, "2026-03-09T15:00:00Z", { category: "schedule_block" }),
      ]);
    const [dora] = await tx.select({ id: provider.id }).from(provider).where(eq(provider.ehrId, "101"));
    doraId = dora?.id ?? "";
  });
});

describe("GET /availability", () => {
  it("lists the open slots from the first to the last day by the clinic's clock", async () => {
    const { status, found, ids } = await list(MARCH);
    expect([status, ids]).toEqual([200, ["S-2", "S-3", "S-4"]]);
    for (const each of found) expect(availabilityModel.strict().parse(each)).toEqual(each);
    expect(found[0]).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{32}$/),
      slot_id: found[0]?.id,
      emr_appointment_id: "S-2",
      datetime: "2026-03-08T00:00:00-05:00",
      duration: 20,
      appointment_type: "Office Visit",
      location_id: "LOC-1",
      provider_id: doraId,
      provider_ehr_id: "101",
      provider_name: "Dora Ruiz",
    });
  });

  it("applies each filter, and all of them together", async () => {
    expect((await list(`${MARCH}&provider_id=${doraId}`)).ids).toEqual(["S-2", "S-4"]);
    expect((await list(`${MARCH}&provider_ehr_id=102`)).ids).toEqual(["S-3"]);
    expect((await list(`${MARCH}&location_id=LOC-2`)).ids).toEqual(["S-3"]);
    expect((await list(`${MARCH}&appointment_type=office%20visit`)).ids).toEqual(["S-2"]);
    expect((await list(`${MARCH}&provider_id=${doraId}&provider_ehr_id=102`)).ids).toEqual([]);
    expect((await list(`${MARCH}&provider_ehr_ids=102,101,404`)).ids).toEqual(["S-2", "S-3", "S-4"]);
    expect((await list(`${MARCH}&provider_ehr_ids[]=102&provider_ehr_ids[]=404`)).ids).toEqual(["S-3"]);
    expect((await list(`${MARCH}&location_ids=LOC-2&location_ids=LOC-3`)).ids).toEqual(["S-3"]);
    expect((await list(`${MARCH}&duration=20`)).ids).toEqual(["S-2", "S-3", "S-4"]);
    expect((await list(`${MARCH}&duration=21`)).ids).toEqual([]);
  });

  it("keeps to a part of the day on the clinic's clock", async () => {
    // S-2 begins at midnight, S-3 at 9:00, S-4 a second before midnight, into the next day.
    expect((await list(`${MARCH}&earliest=09:00`)).ids).toEqual(["S-3"]);
    expect((await list(`${MARCH}&earliest=09:01`)).ids).toEqual([]);
    expect((await list(`${MARCH}&latest=09:20`)).ids).toEqual(["S-2", "S-3"]);
    expect((await list(`${MARCH}&latest=09:19`)).ids).toEqual(["S-2"]);
    expect((await list(`${MARCH}&earliest=00:00&latest=00:20&buffer=30&method=slots`)).ids).toEqual(["S-2"]);
  });

  it("depends on both flags of the provider", async () => {
    await setProvider("101", { hideInAvailability: true });
    expect((await list(MARCH)).ids).toEqual(["S-3"]);
    await setProvider("101", { hideInAvailability: false, status: "inactive" });
    expect((await list(MARCH)).ids).toEqual(["S-3"]);
    await setProvider("101", { status: "active" });
    expect((await list(MARCH)).ids).toEqual(["S-2", "S-3", "S-4"]);
  });

  it("returns the next page from the last slot on", async () => {
    const first = await list(`${MARCH}&limit=2`);
    const second = await list(`${MARCH}&limit=2&cursor=${first.body.next_cursor}`);
    expect([...first.ids, ...second.ids]).toEqual(["S-2", "S-3", "S-4"]);
    expect(second.body.next_cursor).toBeUndefined();
  });

  it.each([
    ["", /Missing required field: start_date.*; Missing required field: end_date/],
    ["start_date=x&end_date=2026-03-09", "start_date must be a date that exists, YYYY-MM-DD"],
    ["start_date=2026-03-09&end_date=2026-03-08", "end_date must be on or after start_date"],
    ["start_date=2026-01-01&end_date=2026-03-04", "end_date must be less than 62 days after start_date"],
    [`${MARCH}&provider_id=x`, "provider_id must be a valid UUID"],
    [`${MARCH}&cursor=x`, /^cursor must be/],
  ])("refuses %s with 400", async (query, message) => {
    const { status, body } = await list(query);
    expect([status, body.success]).toEqual([400, false]);
    expect(body.message).toMatch(message);
  });

  it("accepts 62 days", async () => {
    expect((await list("start_date=2026-01-01&end_date=2026-03-03")).status).toBe(200);
  });
});
