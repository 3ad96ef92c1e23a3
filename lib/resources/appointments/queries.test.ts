import { beforeAll, describe, expect, it } from "vitest";
import { GET as GET_ONE } from "#app/v1/appointments/[id]/route.ts";
import { GET } from "#app/v1/appointments/route.ts";
import { linkedAccount } from "#lib/db/schema";
import { withTenant } from "#lib/db/tenant";
import { appointmentRow } from "#lib/testing/appointment-row";
import { call } from "#lib/testing/call";
import { openClinic } from "#lib/testing/clinic";
import type { TestAccount } from "#lib/testing/linked-account";
import { testDatabase } from "#lib/testing/test-database";
import { appointmentModel } from "./model.ts";
import { appointment } from "./table.ts";

const database = testDatabase();
let clinic: TestAccount;
let other: TestAccount;

/** Visits, slots and blocks around both clock changes of New York in 2026, identified by number. */
const row = (number: number, startsAt: string, given: Partial<typeof appointment.$inferInsert> = {}) =>
  appointmentRow(clinic, {
    emrAppointmentId: `A-${number}`,
    category: "appointment",
    startsAt: new Date(startsAt),
    ...given,
  });

const insert = (...rows: ReturnType<typeof row>[]) =>
  withTenant(clinic.tenant, (tx) => tx.insert(appointment).values(rows));

async function list(query: string, account = clinic) {
  const answer = await call(GET, "GET", `/appointments?${query}`, { headers: account.headers });
  const found: { emr_appointment_id: string; note: string }[] = answer.body.appointments ?? [];
  return { ...answer, found, ids: found.map(({ emr_appointment_id }) => emr_appointment_id) };
}

const SPRING = "start_date=2026-03-07&end_date=2026-03-09";

beforeAll(async () => {
  [clinic, other] = [await openClinic(), await openClinic()];
  await withTenant(clinic.tenant, (tx) => tx.delete(appointment));
  const ana = { patientMrn: "MRN-1", patientEhrId: "PAT-1", status: "SCH", note: "Brings her own interpreter" };
  const bo = { patientMrn: "MRN-2", patientEhrId: "PAT-2", status: "ARR", appointmentMode: "telehealth" };
  await insert(
    row(1, "2026-03-07T05:00:00Z", { ...ana, appointmentType: "Office Visit", secondaryProviderEhrId: "102" }),
    row(2, "2026-03-08T06:59:59Z", { ...bo, locationId: "LOC-2", providerEhrId: "102" }),
    row(3, "2026-03-08T07:00:00Z", { ...ana, appointmentType: "Follow-up" }),
    row(4, "2026-03-10T03:59:59Z", bo),
    row(5, "2026-03-10T04:00:00Z", ana),
    row(6, "2026-03-09T14:00:00Z", { category: "schedule_slot", appointmentType: "Office Visit" }),
    row(7, "2026-03-09T15:00:00Z", { category: "schedule_block", blockLabel: "Lunch", blockColor: "#9CA3AF" }),
    row(8, "2026-11-01T05:30:00Z", ana),
    row(9, "2026-11-01T06:30:00Z", ana),
    row(10, "2026-11-02T04:59:59Z", ana),
  );
});

describe("an appointment", () => {
  it("has exactly the fields of interface 2.10 with their types", async () => {
    await withTenant(clinic.tenant, (tx) =>
      tx.insert(appointment).values({
        ...row(50, "2026-05-04T13:00:00Z"),
        status: "SCH",
        reason: "Cough",
        note: "Brings her own interpreter",
        progressNote: "Lungs clear",
        appointmentType: "Office Visit",
        appointmentMode: "in_person",
        complaintType: "Acute",
        patientMrn: "MRN-1",
        patientEhrId: "PAT-1",
        insurances: [
          { company: "Aetna", subscriber: "Ana Ávila", number: "A-1", groupNumber: "G-1" },
          { company: "Medicare", subscriber: "Ana Ávila", number: "M-1", groupNumber: "" },
        ],
        diagnoses: [{ code: "J20.9", description: "Acute bronchitis, unspecified" }],
        medications: [{ name: "Albuterol", dose: "90 mcg inhaler" }],
      }),
    );
    const { found } = await list("emr_appointment_id=A-50&include_appointment_note=true");
    expect(found).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f]{32}$/),
        datetime: "2026-05-04T09:00:00-04:00",
        status: "SCH",
        reason: "Cough",
        note: "Brings her own interpreter",
        location: "Main",
        schedule_block_label: "",
        schedule_block_color: "",
        appointment_type: "Office Visit",
        appointment_mode: "in_person",
        complaint_type: "Acute",
        duration: 20,
        ehr_appointment_id: "A-50",
        emr_appointment_id: "A-50",
        provider_ehr_id: "101",
        provider_name: "Dora Ruiz",
        provider_npi: "1234567893",
        secondary_provider_ehr_id: "",
        patient_first_name: "Ana",
        patient_last_name: "Ávila",
        patient_name: "Ana Ávila",
        patient_phone: "212-555-0147",
        patient_mrn: "MRN-1",
        patient_ehr_id: "PAT-1",
        patient_dob: "1980-05-17",
        patient_gender: "female",
        insurance: "Aetna",
        insurance_subscriber: "Ana Ávila",
        insurance_number: "A-1",
        insurance_group_number: "G-1",
        secondary_insurance: "Medicare",
        secondary_insurance_number: "M-1",
        insurances: [
          { company: "Aetna", subscriber: "Ana Ávila", number: "A-1", group_number: "G-1" },
          { company: "Medicare", subscriber: "Ana Ávila", number: "M-1", group_number: "" },
        ],
        diagnoses: [{ code: "J20.9", description: "Acute bronchitis, unspecified" }],
        medications: [{ name: "Albuterol", dose: "90 mcg inhaler" }],
        progress_note: "Lungs clear",
        practice_id: clinic.tenant.linkedAccountId,
        created_at: "2026-01-05T08:00:00.000Z",
        object_metadata: { source: "sandbox", created_at: expect.stringMatching(/^\d{4}-.*Z$/) },
        set_aside: "",
      },
    ]);
  });

  it("counts all that match if it is asked to, whatever the page", async () => {
    const total = async (query: string) => {
      const { found, body } = await list(query);
      return [found.length, body.total];
    };
    const everything = `${SPRING}&category=appointment,schedule_slot,schedule_block`;
    const [all] = await total(everything);
    expect(await total(`${everything}&include_total=true&limit=1`)).toEqual([1, all]);
    const [ofOne] = await total(`${SPRING}&patient_name=avila`);
    expect(await total(`${SPRING}&patient_name=avila&include_total=true&limit=1`)).toEqual([1, ofOne]);
    expect(await total(`${SPRING}&limit=1`)).toEqual([1, undefined]);
  });

  it("omits no field without a value", async () => {
    const { found } = await list(`${SPRING}&category=schedule_block,schedule_slot`);
    expect(found).toHaveLength(2);
    for (const each of found) expect(appointmentModel.strict().parse(each)).toEqual(each);
    expect(found[1]).toMatchObject({
      schedule_block_label: "Lunch",
      schedule_block_color: "#9CA3AF",
      patient_name: "",
      patient_mrn: "",
      patient_dob: "",
      insurance: "",
      insurances: [],
    });
  });

  it("contains the offset of the account's clock at its time", async () => {
    const times = async (query: string) =>
      (await list(query)).body.appointments.map(({ datetime }: { datetime: string }) => datetime);
    expect(await times(SPRING)).toEqual([
      "2026-03-07T00:00:00-05:00",
      "2026-03-08T01:59:59-05:00",
      "2026-03-08T03:00:00-04:00",
      "2026-03-09T23:59:59-04:00",
    ]);
    // The hour that occurs twice.
    expect(await times("start_date=2026-11-01&end_date=2026-11-01")).toEqual([
      "2026-11-01T01:30:00-04:00",
      "2026-11-01T01:30:00-05:00",
      "2026-11-01T23:59:59-05:00",
    ]);
  });

  it("contains the offset of a half-hour zone, and of UTC", async () => {
    const zone = (timezone: string) =>
      withTenant(other.tenant, async (tx) => {
        await tx.update(linkedAccount).set({ timezone });
        await tx.update(appointment).set({ startsAt: new Date("2026-03-08T07:00:00Z") });
      });
    const first = async () => (await list("emr_appointment_id=APT-1", other)).body.appointments[0].datetime;
    await zone("Asia/Kolkata");
    expect(await first()).toBe("2026-03-08T12:30:00+05:30");
    await zone("UTC");
    expect(await first()).toBe("2026-03-08T07:00:00+00:00");
  });
});

describe("GET /appointments", () => {
  it("includes both days by the account's clock", async () => {
    expect((await list("start_date=2026-03-09&end_date=2026-03-09")).ids).toEqual(["A-4"]);
    expect((await list("start_date=2026-03-10&end_date=2026-03-10")).ids).toEqual(["A-5"]);
    expect((await list(SPRING)).ids).toEqual(["A-1", "A-2", "A-3", "A-4"]);
  });

  it.each([
    ["patient_mrn=MRN-2", ["A-2", "A-4"]],
    ["patient_phone=%2B1%20(212)%205550147&status=SCH", ["A-1", "A-3"]],
    ["patient_dob=1980-05-17&patient_name=avila", ["A-1", "A-3"]],
    ["patient_name=Nguyen,%20Bo", ["A-2", "A-4"]],
    ["patient_name=%C3%81VILA", ["A-1", "A-3"]],
    ["patient_name=1980", []],
    ["appointment_mode=Telehealth", ["A-2", "A-4"]],
    ["status=ARR", ["A-2", "A-4"]],
    ["provider_ehr_id=102", ["A-2"]],
    ["location_id=LOC-2", ["A-2"]],
    ["secondary_provider_ehr_id=102", ["A-1"]],
    ["appointment_type=follow-up", ["A-3"]],
    ["emr_appointment_id=A-3", ["A-3"]],
    ["status=SCH&provider_ehr_id=102", []],
    ["category=schedule_slot", ["A-6"]],
    ["category=appointment,%20schedule_slot&appointment_type=Office%20Visit", ["A-1", "A-6"]],
    ["category=schedule_slot&include_schedule_blocks=true", ["A-6"]],
    ["include_schedule_blocks=true", ["A-1", "A-2", "A-3", "A-7", "A-4"]],
    ["include_schedule_blocks=false", ["A-1", "A-2", "A-3", "A-4"]],
  ])("filters by %s", async (query, ids) => {
    expect((await list(`${SPRING}&${query}`)).ids).toEqual(ids);
  });

  it("finds one by its EMR id without dates, and none of another account", async () => {
    expect((await list("emr_appointment_id=A-9")).ids).toEqual(["A-9"]);
    expect((await list("emr_appointment_id=A-9", other)).ids).toEqual([]);
    expect((await list("emr_appointment_id=A-6")).ids).toEqual([]);
  });

  it("returns the note only on request", async () => {
    const notes = async (query: string) => (await list(`${SPRING}&${query}`)).found.map(({ note }) => note);
    expect(await notes("")).toEqual(["", "", "", ""]);
    expect(await notes("include_appointment_note=false")).toEqual(["", "", "", ""]);
    const note = "Brings her own interpreter";
    expect(await notes("include_appointment_note=true")).toEqual([note, "", note, ""]);
  });

  it("pages without gaps or duplicates while rows are added", async () => {
    const first = await list(`${SPRING}&limit=2`);
    const late = [row(20, "2026-03-07T05:00:00Z"), row(21, "2026-03-08T07:00:00Z")];
    await insert(...late);
    const second = await list(`${SPRING}&limit=2&cursor=${first.body.next_cursor}`);
    const third = await list(`${SPRING}&limit=2&cursor=${second.body.next_cursor}`);
    expect([first, second, third].flatMap(({ ids }) => ids)).toEqual(["A-1", "A-2", "A-3", "A-21", "A-4"]);
    expect([first, second, third].map(({ body }) => body.warnings.length)).toEqual([1, 1, 0]);
    expect(third.body.next_cursor).toBeUndefined();
    await database.asOwner("DELETE FROM appointment WHERE emr_appointment_id IN ('A-20', 'A-21')");
  });

  it.each([
    ["", "Missing required field: start_date; Missing required field: end_date"],
    ["start_date=2026-03-07", "Missing required field: end_date"],
    ["start_date=2026-02-30&end_date=2026-03-01", "start_date must be a date that exists, YYYY-MM-DD"],
    ["start_date=2026-03-09&end_date=2026-03-07", "end_date must be on or after start_date"],
    ["start_date=yesterday&end_date=2026-03-09", "start_date must be a date that exists, YYYY-MM-DD"],
    ["start_date=2026-03-09&end_date=0000-00-00", "end_date must be a date that exists, YYYY-MM-DD"],
    [`${SPRING}&category=visit`, "category must be one of appointment, schedule_slot, schedule_block"],
    [`${SPRING}&include_schedule_blocks=yes`, "include_schedule_blocks must be true or false"],
    [`${SPRING}&include_appointment_note=1`, "include_appointment_note must be true or false"],
    [`${SPRING}&patient_dob=17.05.1980`, "patient_dob must be a date that exists, YYYY-MM-DD"],
    [`${SPRING}&patient_name=%2C%20%2C`, "patient_name must have a letter or digit of the name"],
    [`${SPRING}&limit=1e2`, "limit must be a whole number from 1 to 5000, in digits alone"],
    [`${SPRING}&limit=5001`, "limit must be a whole number from 1 to 5000"],
    [`${SPRING}&cursor=x`, "cursor must be the next_cursor of an earlier page of this list"],
  ])("refuses %s with 400", async (query, message) => {
    const { status, body } = await list(query);
    expect([status, body]).toMatchObject([400, { success: false, message }]);
  });
});

describe("include_ongoing", () => {
  /** Returns the ids of what takes place on a day in June 2027. */
  const on = async (day: number | string, more = "") =>
    (await list(`start_date=2027-06-${day}&end_date=2027-06-${day}&include_ongoing=true${more}`)).ids;

  beforeAll(() =>
    insert(
      row(60, "2027-06-11T03:30:00Z", { duration: 90 }),
      row(61, "2027-06-11T02:30:00Z", { duration: 90 }),
      row(62, "2027-06-09T13:00:00Z", { duration: 3 * 1_440 }),
      row(63, "2027-05-01T13:00:00Z", { duration: 60 * 1_440, category: "schedule_block", blockLabel: "Leave" }),
      row(64, "2027-06-11T04:00:00Z", { duration: 0 }),
      row(65, "2027-06-10T04:00:00Z", { duration: 1_440 }),
      row(66, "2027-06-10T04:00:00Z", { duration: 1_441 }),
    ),
  );

  it("lists visits over midnight and of several days on each of their days, in order of their beginnings", async () => {
    expect(await on("09")).toEqual(["A-62"]);
    expect((await on(10)).toSorted()).toEqual(["A-60", "A-61", "A-62", "A-65", "A-66"]);
    expect(await on(11)).toEqual(["A-62", "A-66", "A-60", "A-64"]);
    expect(await on(12)).toEqual(["A-62"]);
    expect(await on(13)).toEqual([]);
    expect(await on(13, "&category=schedule_block")).toEqual(["A-63"]);
  });

  it("counts and pages them as all others", async () => {
    const first = await list(
      "start_date=2027-06-11&end_date=2027-06-11&include_ongoing=true&limit=2&include_total=true",
    );
    expect([first.ids, first.body.total]).toEqual([["A-62", "A-66"], 4]);
    const rest = `start_date=2027-06-11&end_date=2027-06-11&include_ongoing=true&cursor=${first.body.next_cursor}`;
    expect((await list(rest)).ids).toEqual(["A-60", "A-64"]);
  });

  it("is off by default, and true or false", async () => {
    const day = "start_date=2027-06-11&end_date=2027-06-11";
    expect((await list(day)).ids).toEqual(["A-64"]);
    expect((await list(`${day}&include_ongoing=false`)).ids).toEqual(["A-64"]);
    expect((await list(`${day}&include_ongoing=1`)).body.message).toBe("include_ongoing must be true or false");
  });

  it("goes by the clinic's days also where its clocks change", async () => {
    await insert(
      row(67, "2027-03-14T04:30:00Z", { duration: 60 }),
      row(68, "2027-11-07T03:30:00Z", { duration: 30 }),
      row(69, "2027-11-07T03:30:00Z", { duration: 31 }),
    );
    expect((await list("start_date=2027-03-14&end_date=2027-03-14&include_ongoing=true")).ids).toEqual(["A-67"]);
    expect((await list("start_date=2027-11-07&end_date=2027-11-07&include_ongoing=true")).ids).toEqual(["A-69"]);
  });
});

describe("the warnings", () => {
  const warnings = async (query: string) => (await list(`${SPRING}&${query}`)).body.warnings;

  it("are empty without a reason", async () => {
    expect(await warnings("status=SCH")).toEqual([]);
    expect(await warnings("status=CAN&patient_name=o'neil")).toEqual([]);
  });

  it("report the deprecated parameter, whatever its value, and that more rows remain", async () => {
    const deprecated = "include_schedule_blocks is deprecated: use category";
    expect(await warnings("include_schedule_blocks=false")).toEqual([deprecated]);
    expect(await warnings("include_schedule_blocks=true&category=schedule_slot")).toEqual([deprecated]);
    expect(await warnings("limit=3")).toEqual(["More than these 3 appointments match: continue with next_cursor"]);
  });

  it.each([
    ["patient_mrn=MRN-9", "patient_mrn matches no patient of the account"],
    ["patient_phone=5", "patient_phone matches no patient of the account"],
    ["patient_phone=x", "patient_phone matches no patient of the account"],
    ["patient_dob=1900-01-01", "patient_dob matches no patient of the account"],
    ["patient_name=zz", "patient_name matches no patient of the account"],
    ["status=NOPE", "status matches no visit status of the account"],
    ["provider_ehr_id=999", "provider_ehr_id matches no provider of the account"],
    ["secondary_provider_ehr_id=999", "secondary_provider_ehr_id matches no provider of the account"],
    ["location_id=LOC-9", "location_id matches no location of the account"],
    ["appointment_type=Surgery", "appointment_type matches no visit type of the account"],
    ["appointment_mode=fax", "appointment_mode matches no appointment of the account"],
    ["emr_appointment_id=A-99", "emr_appointment_id matches no appointment of the account"],
  ])("report that %s matches no known value", async (query, warning) => {
    expect(await warnings(query)).toEqual([warning]);
  });
});

describe("successive queries on the same connections", () => {
  it("return results for their own filters and values", async () => {
    const asked: [string, string[]][] = [
      [SPRING, ["A-1", "A-2", "A-3", "A-4"]],
      [`${SPRING}&status=SCH`, ["A-1", "A-3"]],
      [`${SPRING}&status=ARR`, ["A-2", "A-4"]],
      [`${SPRING}&status=ARR&location_id=LOC-2`, ["A-2"]],
      [`${SPRING}&location_id=LOC-2&status=SCH`, []],
      [`${SPRING}&patient_mrn=MRN-1`, ["A-1", "A-3"]],
      [`${SPRING}&patient_mrn=MRN-2`, ["A-2", "A-4"]],
      [`${SPRING}&category=schedule_block,schedule_slot`, ["A-6", "A-7"]],
      [`${SPRING}&category=schedule_slot,schedule_slot`, ["A-6"]],
      ["start_date=2026-11-01&end_date=2026-11-01", ["A-8", "A-9", "A-10"]],
      ["emr_appointment_id=A-9", ["A-9"]],
      ["emr_appointment_id=A-8", ["A-8"]],
    ];
    for (const [query, ids] of [...asked, ...asked.toReversed()])
      expect([query, (await list(query)).ids]).toEqual([query, ids]);
  });

  it("accept cursors of an earlier release", async () => {
    const [last] = await database.asOwner<{ position: string[] }>(
      "SELECT ARRAY[starts_at::text, id::text] AS position FROM appointment WHERE emr_appointment_id = 'A-2' AND linked_account_id = $1",
      [clinic.tenant.linkedAccountId],
    );
    const cursor = Buffer.from(JSON.stringify(last?.position)).toString("base64url");
    expect((await list(`${SPRING}&limit=2&cursor=${cursor}`)).ids).toEqual(["A-3", "A-4"]);
  });
});

describe("GET /appointments/{id}", () => {
  const one = (id: string, { account = clinic, query = "" } = {}) =>
    call(GET_ONE, "GET", `/appointments/${id}${query}`, { headers: account.headers, params: { id } });

  it.each(["appointment", "schedule_slot", "schedule_block"])(
    "is the record that the list shows: %s",
    async (category) => {
      const { body } = await list(`${SPRING}&category=${category}&limit=1`);
      const [listed] = body.appointments;
      const answer = await one(listed.id);
      expect([answer.status, answer.body]).toEqual([200, { success: true, appointment: listed }]);
    },
  );

  it("takes the id with dashes, and shows the note if it is asked for", async () => {
    const { found } = await list("emr_appointment_id=A-1");
    const { id } = found[0] as unknown as { id: string };
    const dashed = id.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
    const notes = [await one(dashed), await one(id, { query: "?include_appointment_note=true" })];
    expect(notes.map(({ body }) => body.appointment.note)).toEqual(["", "Brings her own interpreter"]);
  });

  it("is 404 for a malformed id, an unknown one and that of another account", async () => {
    const { found } = await list("emr_appointment_id=A-1");
    const { id } = found[0] as unknown as { id: string };
    const answers = [await one("APT-1"), await one("0".repeat(32)), await one(id, { account: other })];
    expect(answers.map(({ status, body }) => [status, body.message])).toEqual(
      Array.from({ length: 3 }, () => [404, "Appointment not found"]),
    );
  });
});
