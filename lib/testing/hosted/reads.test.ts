import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { addDays, todayIn } from "#lib/kernel/dates";
import { ask } from "./asked.ts";
import { ZONE } from "./clinic.ts";
import { type HostedServer, startHostedServer } from "./server.ts";
import { FIRST_VARIANTS, singleVariants, VARIANTS, variantRows } from "./variants.ts";

const today = todayIn(ZONE);
const RANGE = `start_date=${addDays(today, -400)}&end_date=${addDays(today, 400)}`;
const HEX = /^[0-9a-f]{32}$/;

let server: HostedServer;
beforeAll(async () => {
  server = await startHostedServer();
});
afterAll(() => server.stop());
beforeEach(() => {
  Object.assign(server.variants, FIRST_VARIANTS);
});

const get = (path: string) => ask(server, path);
const vary = (variants: Partial<HostedServer["variants"]>) => Object.assign(server.variants, variants);

describe("the conventions of the hosted service", () => {
  it.each(["client_id", "client_secret", "access_token"] as const)(
    "refuses a request with a wrong %s",
    async (name) => {
      const { base_url: _url, ...three } = server.connection;
      const { status, body } = await ask(server, "/locations", { headers: { ...three, [name]: "wrong" } });
      expect({ status, body }).toMatchObject({ status: 401, body: { success: false, message: expect.any(String) } });
    },
  );

  it.each([
    ["/appointments", "start_date"],
    [`/appointments?start_date=${today}`, "end_date"],
    ["/appointments?start_date=1/2/2026&end_date=2026-02-02", "start_date"],
    ["/referrals", "start_date"],
    ["/availability", "start_date"],
    ["/patients?page=0", "page"],
    ["/patients?page_size=many", "page_size"],
    ["/webhook-events?start_date=soon", "start_date"],
    ["/webhook-events?sort=up", "sort"],
  ])("names the field in the refusal of %s", async (path, field) => {
    const { status, body } = await get(path);
    expect(status).toBe(400);
    expect(body.success).toBe(false);
    expect(body.message).toContain(field);
  });

  it("pages from 1, at most 100 at once, without a cursor", async () => {
    const pages = await Promise.all([1, 2, 3, 4].map((page) => get(`/patients?page=${page}&page_size=100`)));
    expect(pages.map(({ body }) => body.patients.length)).toEqual([100, 100, 30, 0]);
    expect(pages[1]?.body.pagination).toEqual({ current_page: 2, total_pages: 3, total_count: 230, page_size: 100 });
    expect(new Set(pages.flatMap(({ body }) => body.patients.map(({ id }: { id: string }) => id))).size).toBe(230);
    expect(Object.keys(pages[0]?.body)).not.toContain("next_cursor");
  });

  it("names the page and the count as the variant says, and refuses or caps a size over 100", async () => {
    expect((await get("/patients?page_size=101")).body.message).toContain("page_size");
    vary({ currentPage: "page", totalCount: "absent", pageSizeOver100: "capped" });
    const { status, body } = await get("/patients?page=2&page_size=1000");
    expect({ status, pagination: body.pagination }).toEqual({
      status: 200,
      pagination: { page: 2, total_pages: 3, page_size: 100 },
    });
    vary({ totalCount: "text" });
    expect((await get("/patients")).body.pagination.total_count).toBe("230");
  });

  it.each(["/recalls", "/forms", "/forms/PHQ-9", "/orders/catalog", "/staff", "/visit-types", "/jobs/1", "/nothing"])(
    "lacks GET %s",
    async (path) => {
      expect(await get(path)).toMatchObject({ status: 404, body: { success: false } });
    },
  );

  it("makes each value of each switch occur in its rows, and changes one switch alone in the single ones", () => {
    for (const [name, values] of Object.entries(VARIANTS)) {
      const found = new Set(variantRows().map((row) => row[name as keyof typeof row]));
      expect([...found].sort()).toEqual([...values].sort());
    }
    for (const { variants } of singleVariants()) {
      const different = Object.entries(FIRST_VARIANTS).filter(
        ([name, value]) => variants[name as keyof typeof variants] !== value,
      );
      expect(different).toHaveLength(1);
    }
  });
});

describe("its appointments", () => {
  it("lie between the two days, and show both ids, the duration as a number and who made them", async () => {
    const { body } = await get(`/appointments?start_date=${today}&end_date=${today}`);
    expect(body.appointments).toHaveLength(2);
    expect(body.appointments[0]).toMatchObject({
      id: expect.stringMatching(HEX),
      ehr_appointment_id: "APT-1",
      emr_appointment_id: "APT-1",
      datetime: expect.stringMatching(/^\d{4}-\d\d-\d\dT09:00:00-0[45]:00$/),
      duration: 30,
      appointment_mode: "office",
      patient_mrn: "MRN-1",
      object_metadata: { source: "ehr" },
    });
    expect(body.warnings).toEqual([]);
    expect((await get(`/appointments?${RANGE}`)).body.appointments).toHaveLength(5);
  });

  it.each([
    [{ duration: "text" }, { duration: "30" }],
    [{ sex: "letter" }, { patient_gender: "F" }],
    [{ datetime: "local" }, { datetime: `${today}T09:00:00` }],
    [{ datetime: "utc" }, { datetime: expect.stringMatching(/T1[34]:00:00Z$/) }],
  ] as const)("vary by %o", async (variants, shown) => {
    vary(variants);
    const { body } = await get(`/appointments?start_date=${today}&end_date=${today}`);
    expect(body.appointments[0]).toMatchObject(shown);
  });

  it("are paged, and listed by category, by a variant alone", async () => {
    expect((await get(`/appointments?${RANGE}&category=schedule_slot`)).body.appointments).toHaveLength(5);
    vary({ category: "honoured", appointmentPages: "pages" });
    expect((await get(`/appointments?${RANGE}&category=schedule_slot`)).body.appointments).toEqual([]);
    expect((await get(`/appointments?${RANGE}&page_size=2`)).body).toMatchObject({
      appointments: { length: 2 },
      pagination: { total_pages: 3 },
    });
  });

  it.each([
    ["appointments_object", { appointments: { emr_appointment_id: "APT-3" } }],
    ["appointments_array", { appointments: [{ emr_appointment_id: "APT-3" }] }],
    ["appointment", { appointment: { emr_appointment_id: "APT-3" } }],
  ] as const)("are read singly as %s", async (oneAppointment, shown) => {
    vary({ oneAppointment });
    const id = server.clinic.appointments[2]?.id;
    expect((await get(`/appointment/${id}`)).body).toMatchObject(shown);
    expect((await get(`/appointment/${"0".repeat(32)}`)).status).toBe(404);
  });
});

describe("its availability", () => {
  const monday = Array.from({ length: 7 }, (_, days) => addDays(today, 20 + days)).find(
    (day) => new Date(`${day}T00:00:00Z`).getUTCDay() === 1,
  );
  const day = `start_date=${monday}&end_date=${monday}`;
  const free = async (further = "") => (await get(`/availability?${day}${further}`)).body.results.availability;

  it("is cut into slots or shown as gaps, and leaves out who is hidden or inactive", async () => {
    const slots = await free();
    expect(slots).toHaveLength(16);
    expect(new Set(slots.map(({ provider_id }: { provider_id: string }) => provider_id))).toEqual(new Set(["101"]));
    const gaps = await free("&calculation_method=gaps");
    expect(gaps).toHaveLength(2);
    expect(gaps[0]).toMatchObject({
      date: monday,
      range_start: expect.stringMatching(/T08:00:00-0[45]:00$/),
      range_end: expect.stringMatching(/T12:00:00-0[45]:00$/),
      provider_id: "101",
      provider_name: "Ruiz, Dora",
      facility_id: "LOC-1",
      facility_name: "Main Street",
      timezone_abbr: "ET",
    });
  });

  it("takes comma lists, a visit type and a buffer, and has no visit in it", async () => {
    expect(await free("&location_ids=LOC-2,LOC-9")).toHaveLength(8);
    expect(await free("&provider_ids=102,103")).toEqual([]);
    expect(await free("&visit_type=New patient")).toHaveLength(8);
    server.clinic.appointments.push({
      ...server.clinic.appointments[0],
      id: "a".repeat(32),
      ehr_id: "APT-M",
      datetime: `${monday}T09:00:00`,
    });
    vary({ rangeTimes: "time" });
    const gaps = await free("&calculation_method=gaps&buffer=15");
    server.clinic.appointments.pop();
    expect(gaps.map(({ range_start, range_end }: Record<string, string>) => [range_start, range_end])).toEqual([
      ["08:00:00", "08:45:00"],
      ["09:45:00", "12:00:00"],
      ["13:00:00", "17:00:00"],
    ]);
  });
});

describe("its other records", () => {
  it.each([
    ["/patients?mrn=MRN-7", "patients", { ehr_id: "PAT-7", mrn: "MRN-7", sex: "female", phone: "212-555-1007" }],
    ["/patients?phone=(212)%20555-1008", "patients", { mrn: "MRN-8" }],
    ["/providers", "providers", { ehr_id: "101", name: "Ruiz, Dora", npi: "1234567893", hide_in_availability: false }],
    [
      "/locations",
      "locations",
      { ehr_id: "LOC-1", address: { address1: "1 Main Street", zip: "10001" }, fax: "212-555-0102" },
    ],
    [
      "/claims",
      "claims",
      { emr_claim_id: "CLM-1", total_charge: "150.00", patient_name: "O'Neil, Ben", insurances: [{}] },
    ],
    [`/claims?start_date=${addDays(today, -50)}&end_date=${addDays(today, -30)}`, "claims", { emr_claim_id: "CLM-2" }],
    [`/referrals?${RANGE}&direction=incoming`, "referrals", { ehr_id: "REF-2", document_ids: { length: 2 } }],
    ["/orders?patient_mrn=MRN-1", "orders", { lab_results: [{ name: "HbA1c" }] }],
    ["/referring-providers?last_name=ki", "referring_providers", { name: "KIM,ALEX", npi: "1003000126" }],
    ["/insurance-providers", "insurance_providers", { name: "Aetna" }],
    ["/pharmacies", "pharmacies", { name: "Corner Pharmacy" }],
    ["/visit-statuses", "data", { code: "SCH", description: "Scheduled" }],
  ])("are shown by GET %s", async (path, name, shown) => {
    const { status, body } = await get(path);
    expect(status).toBe(200);
    expect(body.success).toBe(true);
    expect(body[name][0]).toMatchObject(shown);
  });

  it("show nested hours, whose facility stands in the shift or in the day", async () => {
    const shift = { facility_id: "LOC-1", facility_name: "Main Street", set_end_date: null };
    expect((await get("/providers")).body.providers[0].hours[0]).toMatchObject({
      day: "Monday",
      shifts: [{ start: "T08:00:00", end: "T12:00:00", ...shift }, { facility_id: "LOC-2" }],
    });
    vary({ facility: "day", hideInAvailability: "text" });
    const [provider] = (await get("/providers")).body.providers;
    expect(provider).toMatchObject({ hide_in_availability: "false" });
    expect(provider.hours[0]).toMatchObject({ day: "Monday", shifts: [{ start: "T08:00:00" }], ...shift });
  });

  it("show amounts as numbers by a variant", async () => {
    vary({ amounts: "number" });
    expect((await get("/claims")).body.claims[0]).toMatchObject({ total_charge: 150, total_payment: 120 });
  });

  it("have settings under `data`, or none", async () => {
    expect((await get("/settings")).body.data).toMatchObject({
      access_token_reference_id: "clinic-1",
      visit_types: [{ name: "Follow-up" }, {}],
      visit_statuses: [{ code: "SCH", description: "Scheduled" }, {}, {}],
      required_patient_fields: ["phone"],
      timezone: ZONE,
    });
    const { settings } = server.clinic;
    server.clinic.settings = null;
    expect((await get("/settings")).status).toBe(404);
    server.clinic.settings = settings;
  });

  it("have documents as files", async () => {
    const [id] = server.clinic.documents.keys();
    const { status, body, headers } = await get(`/documents/${id}`);
    expect({ status, body }).toEqual({ status: 200, body: "Letter 1\n" });
    expect(headers.get("content-disposition")).toContain('filename="letter-1.txt"');
    expect((await get("/documents/none")).status).toBe(404);
  });

  it("are those of the access token's account alone", async () => {
    const token = server.addAccount("clinic-2");
    server.clinicOf(token).locations.length = 1;
    const { base_url: _url, ...three } = server.connection;
    const other = await ask(server, "/locations", { headers: { ...three, access_token: token } });
    expect(other.body.locations).toHaveLength(1);
    expect(other.body.locations[0].id).not.toBe((await get("/locations")).body.locations[0].id);
  });
});
