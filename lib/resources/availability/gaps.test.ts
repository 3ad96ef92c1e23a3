import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { POST } from "#app/v1/appointments/route.ts";
import { GET } from "#app/v1/availability/route.ts";
import { withTenant } from "#lib/db/tenant";
import { appointment } from "#lib/resources/appointments/table";
import type { ProviderHours } from "#lib/resources/providers/model";
import { provider } from "#lib/resources/providers/table";
import { appointmentRow } from "#lib/testing/appointment-row";
import { call } from "#lib/testing/call";
import { openClinic } from "#lib/testing/clinic";
import type { TestAccount } from "#lib/testing/linked-account";
import { testDatabase } from "#lib/testing/test-database";
import { availabilityModel } from "./model.ts";

const database = testDatabase();
let clinic: TestAccount;

const shift = (
  day: ProviderHours["day"],
  start: string,
  end: string,
  { place = "LOC-1", ...valid }: { place?: string; start_date?: string; end_date?: string } = {},
): ProviderHours => ({
  day,
  start_time: `T${start}:00`,
  end_time: `T${end}:00`,
  facility_id: place,
  facility_name: place,
  start_date: null,
  end_date: null,
  ...valid,
});

const works = (ehrId: string, hours: ProviderHours[]) =>
  withTenant(clinic.tenant, (tx) => tx.update(provider).set({ hours }).where(eq(provider.ehrId, ehrId)));

/** Adds records of the schedule of Monday, 1 March 2027; the local times are those of New York in winter. */
const stands = (...records: [id: string, time: string, given?: Partial<typeof appointment.$inferInsert>][]) =>
  withTenant(clinic.tenant, (tx) =>
    tx.insert(appointment).values(
      records.map(([emrAppointmentId, time, given]) =>
        appointmentRow(clinic, {
          emrAppointmentId,
          category: "appointment",
          startsAt: new Date(`2027-03-01T${time}:00-05:00`),
          duration: 30,
          status: "SCH",
          ...given,
        }),
      ),
    ),
  );

interface Found {
  datetime: string;
  duration: number;
  provider_ehr_id: string;
  location_id: string;
}

async function gaps(query: string) {
  const answer = await call(GET, "GET", `/availability?method=gaps&${query}`, { headers: clinic.headers });
  const found: Found[] = answer.body.availability ?? [];
  return { ...answer, found, words: found.map((each) => `${each.datetime.slice(5, 22)} ${each.duration}`) };
}

const MONDAY = "start_date=2027-03-01&end_date=2027-03-01";
/** The times of an answer about the Monday. */
const timesOf = async (query: string) => (await gaps(`${MONDAY}&${query}`)).words.map((words) => words.slice(6, 11));

beforeAll(async () => {
  clinic = await openClinic();
  // The days of the tests lie ahead, whenever they run.
  vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2027, 0, 15, 17) });
});
afterAll(() => vi.useRealTimers());

beforeEach(async () => {
  await withTenant(clinic.tenant, (tx) => tx.delete(appointment));
  await works("101", [shift("Monday", "09:00", "12:00"), shift("Monday", "13:00", "15:00", { place: "LOC-2" })]);
  await works("102", []);
});

describe("GET /availability by gaps", () => {
  it("answers what is left of the hours, and says whose hours are unknown", async () => {
    await stands(["V-1", "09:30"], ["B-1", "10:30", { category: "schedule_block", status: null, duration: 60 }]);
    const { status, body, found, words, headers } = await gaps(MONDAY);
    expect([status, words]).toEqual([
      200,
      ["03-01T09:00:00-05 30", "03-01T10:00:00-05 30", "03-01T11:30:00-05 30", "03-01T13:00:00-05 120"],
    ]);
    for (const each of found) expect(availabilityModel.strict().parse(each)).toEqual(each);
    expect(found[3]).toMatchObject({
      id: "",
      slot_id: "",
      emr_appointment_id: "",
      appointment_type: "",
      location_id: "LOC-2",
      provider_ehr_id: "101",
      provider_name: "Dora Ruiz",
    });
    expect(body.warnings).toEqual(["No gaps are known of providers without hours: Emil Sato (102)"]);
    // The answer depends on the time of day, and on bookings that have not ended.
    expect(headers.has("etag")).toBe(false);
  });

  it("cuts gaps into openings of a visit's length, with a buffer around visits and between openings", async () => {
    await stands(["V-1", "09:40"]);
    expect(await timesOf("duration=40")).toEqual(["09:00", "10:10", "10:50", "13:00", "13:40", "14:20"]);
    expect(await timesOf("duration=30&buffer=10")).toEqual(["09:00", "10:20", "11:00", "13:00", "13:40", "14:20"]);
    expect(await timesOf("appointment_type=follow-up&location_id=LOC-2")).toHaveLength(6);
    expect(await timesOf("duration=121")).toEqual([]);
  });

  it("keeps the time of second providers and of visits at other places, and frees that of cancelled visits", async () => {
    await works("102", [shift("Monday", "09:00", "10:00", { place: "LOC-2" })]);
    await stands(
      ["V-1", "09:00", { secondaryProviderEhrId: "102" }],
      ["V-2", "09:30", { status: "CAN" }],
      ["S-1", "10:00", { category: "schedule_slot", status: null }],
      ["V-3", "08:30", { duration: 45, providerEhrId: "102", locationId: "LOC-2" }],
    );
    const { found, words } = await gaps(`${MONDAY}&location_ids=LOC-1,LOC-2&latest=12:00`);
    expect(words).toEqual(["03-01T09:30:00-05 150", "03-01T09:30:00-05 30"]);
    expect(found.map(({ provider_ehr_id }) => provider_ehr_id)).toEqual(["101", "102"]);
    expect(await timesOf("provider_ehr_ids=102")).toEqual(["09:30"]);
    expect(await timesOf("provider_ehr_ids=101&provider_ehr_ids=102&latest=12:00&location_ids=LOC-2")).toEqual([
      "09:30",
    ]);
  });

  it("keeps the time of bookings that have not ended, also of those whose end is unknown", async () => {
    const booked = await call(POST, "POST", "/appointments", {
      headers: clinic.headers,
      body: {
        patient_mrn: "MRN-1",
        provider_ehr_id: "101",
        location_id: "LOC-1",
        appointment_type: "Office Visit",
        datetime: "2027-03-01T09:00",
      },
    });
    expect(booked.status).toBe(202);
    const setJob = (set: string) => database.asOwner(`UPDATE job SET ${set} WHERE id = $1`, [booked.body.job_id]);
    expect(await timesOf("latest=12:00")).toEqual(["09:30"]);
    await setJob("to_reconcile = 'attempt'");
    expect(await timesOf("latest=12:00")).toEqual(["09:30"]);
    await setJob("to_reconcile = NULL, status = 'failed', finished_at = now()");
    expect(await timesOf("latest=12:00")).toEqual(["09:00"]);
  });

  it("keeps to a part of the day, to the validity of shifts, and to providers who are offered", async () => {
    expect((await gaps(`${MONDAY}&earliest=11:00&latest=14:00`)).words).toEqual([
      "03-01T11:00:00-05 60",
      "03-01T13:00:00-05 60",
    ]);
    await works("101", [
      shift("Monday", "09:00", "10:00", { end_date: "2027-02-22T00:00:00Z" }),
      shift("Monday", "10:00", "11:00", { start_date: "2027-03-01T00:00:00Z", end_date: "2027-03-01T00:00:00Z" }),
      shift("Monday", "11:00", "12:00", { start_date: "2027-03-02T00:00:00Z" }),
    ]);
    expect(await timesOf("")).toEqual(["10:00"]);
    const hide = (hideInAvailability: boolean) =>
      withTenant(clinic.tenant, (tx) => tx.update(provider).set({ hideInAvailability }));
    await hide(true);
    expect(await gaps(MONDAY)).toMatchObject({ found: [], status: 200 });
    await hide(false);
  });

  it("follows the clocks at both ends of summer time", async () => {
    await works("101", [shift("Sunday", "00:30", "03:30")]);
    expect((await gaps("start_date=2027-03-14&end_date=2027-03-14")).words).toEqual(["03-14T00:30:00-05 120"]);
    const autumn = await gaps("start_date=2027-11-07&end_date=2027-11-07&duration=60");
    expect(autumn.found.map(({ datetime }) => datetime)).toEqual([
      "2027-11-07T00:30:00-04:00",
      "2027-11-07T01:30:00-04:00",
      "2027-11-07T01:30:00-05:00",
      "2027-11-07T02:30:00-05:00",
    ]);
  });

  it("joins shifts over midnight, and lists an opening on the day of its beginning alone", async () => {
    await works("101", [
      { ...shift("Monday", "22:00", "23:59"), end_time: "T23:59:59" },
      shift("Tuesday", "00:00", "02:00"),
    ]);
    await stands(["V-1", "22:00"]);
    const both = "start_date=2027-03-01&end_date=2027-03-02";
    const tuesday = "start_date=2027-03-02&end_date=2027-03-02";
    expect((await gaps(both)).words).toEqual(["03-01T22:30:00-05 210"]);
    expect((await gaps(MONDAY)).words).toEqual(["03-01T22:30:00-05 210"]);
    expect((await gaps(tuesday)).words).toEqual(["03-02T00:00:00-05 120"]);
    expect((await gaps(`${MONDAY}&duration=60`)).words).toEqual(["03-01T22:30:00-05 60", "03-01T23:30:00-05 60"]);
    expect((await gaps(`${both}&earliest=21:00`)).words).toEqual(["03-01T22:30:00-05 90"]);
    await stands(["V-2", "23:50"]);
    expect((await gaps(both)).words).toEqual(["03-01T22:30:00-05 80", "03-02T00:20:00-05 100"]);
  });

  it("pages by cursor and by number through the same openings, and ends with the range", async () => {
    const everyDay = (["Monday", "Wednesday", "Friday"] as const).map((day) => shift(day, "09:00", "12:00"));
    await works("101", everyDay);
    await works("102", everyDay);
    const asked = "start_date=2027-03-01&end_date=2027-05-01&duration=45";
    const all = (await gaps(`${asked}&limit=5000`)).found;
    // 27 days of two providers.
    expect(all).toHaveLength(27 * 4 * 2);
    expect(new Set(all.map((each) => `${each.datetime} ${each.provider_ehr_id}`)).size).toBe(all.length);
    const read: Found[] = [];
    for (let cursor = ""; ; ) {
      const { found, body } = await gaps(`${asked}&limit=25${cursor}`);
      read.push(...found);
      if (body.next_cursor === undefined) break;
      cursor = `&cursor=${body.next_cursor}`;
    }
    expect(read).toEqual(all);
    const numbered = await gaps(`${asked}&page=3&page_size=50`);
    expect(numbered.found).toEqual(all.slice(100, 150));
    expect(numbered.body.pagination).toEqual({ page: 3, page_size: 50, total_pages: 5, total: 216 });
  });

  it("offers no time that has passed", async () => {
    expect((await gaps("start_date=2026-01-05&end_date=2026-02-05")).found).toEqual([]);
  });

  it("says that a visit type is unknown", async () => {
    const { found, body } = await gaps(`${MONDAY}&appointment_type=Surgery&provider_ehr_id=101`);
    expect([found, body.warnings]).toEqual([[], ["appointment_type matches no visit type of the account"]]);
  });

  it.each(["start_date=1850-01-01&end_date=1850-01-02", "start_date=2126-12-30&end_date=2126-12-31"])(
    "answers at the ends of the calendar: %s",
    async (days) => {
      for (const part of ["", "&earliest=08:00&latest=10:00", "&duration=30"])
        expect((await gaps(`${days}${part}`)).status).toBe(200);
    },
  );

  it.each([
    ["method=holes", "method must be one of slots, gaps"],
    ["duration=0", "duration must be a whole number from 1 to 1440"],
    ["buffer=-1", "buffer must be a whole number from 0 to 1440"],
    ["buffer=1441", "buffer must be a whole number from 0 to 1440"],
    ["earliest=8:00", "earliest must be a time of day, HH:MM"],
    ["earliest=12:00&latest=12:00", "latest must be after earliest"],
    ["method=gaps&cursor=x", /^cursor must be/],
  ])("refuses %s with 400", async (query, message) => {
    const path = `/availability?${MONDAY}&${query}`;
    const { status, body } = await call(GET, "GET", path, { headers: clinic.headers });
    expect(status).toBe(400);
    expect(body.message).toMatch(message);
  });
});
