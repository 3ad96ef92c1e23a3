import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { POST as BOOK } from "#app/v1/appointments/route.ts";
import { GET as GET_AVAILABILITY } from "#app/v1/availability/route.ts";
import { POST as POST_ORIGIN } from "#app/v1/embed/origins/route.ts";
import { POST as POST_SESSION } from "#app/v1/embed/sessions/route.ts";
import { GET as STREAM } from "#app/v1/events/stream/route.ts";
import { GET as GET_JOB } from "#app/v1/jobs/[job_id]/route.ts";
import { GET as GET_TYPES } from "#app/v1/visit-types/route.ts";
import { INTEGRATOR_PERMISSIONS } from "#lib/catalog/granted-permissions";
import { syncAccount } from "#lib/jobs/sync/sync-account";
import { addDays, todayIn } from "#lib/kernel/dates";
import { ask, isWrite } from "#lib/testing/api";
import { call } from "#lib/testing/call";
import { openClinic } from "#lib/testing/clinic";
import { describedRoutes } from "#lib/testing/described";
import { openFullClinic } from "#lib/testing/full-clinic";
import { jobsOf } from "#lib/testing/jobs";
import type { TestAccount } from "#lib/testing/linked-account";
import { testDatabase } from "#lib/testing/test-database";

// One caller sends all requests within a minute.
process.env.RATE_LIMIT_PER_MINUTE = "100000";
const ORIGIN = "https://portal.example";
const TOMORROW = addDays(todayIn("America/New_York"), 1);
const database = testDatabase();
let clinic: TestAccount;
const jobs = jobsOf(database, () => clinic);

async function prepare(): Promise<void> {
  await call(POST_ORIGIN, "POST", "/embed/origins", { headers: clinic.headers, body: { origin: ORIGIN } });
  // Three further slots of tomorrow: of one type alone, of another provider, and for any type.
  await database.asOwner(
    `INSERT INTO sandbox.appointment (practice_id, id, category, starts_at, duration_minutes, provider_id, location_id, visit_type)
     SELECT $1, id, 'schedule_slot', ($2 || ' ' || at)::timestamp AT TIME ZONE 'America/New_York', 30, provider, 'LOC-1', type
     FROM (VALUES ('SLOT-1', '10:00', '102', 'Follow-up'), ('SLOT-2', '10:00', '101', NULL), ('SLOT-3', '11:00', '102', NULL))
       AS slot (id, at, provider, type)`,
    [clinic.tenant.linkedAccountId, TOMORROW],
  );
  await syncAccount(clinic.tenant);
}

beforeEach(async () => {
  clinic = await openClinic();
  await prepare();
});

const askForSession = (given: Record<string, unknown>) =>
  call(POST_SESSION, "POST", "/embed/sessions", {
    headers: clinic.headers,
    body: { view: "booking", origin: ORIGIN, actor: { id: "7", name: "Ana" }, ...given },
  });

async function viewOf(
  parameters: Record<string, unknown> = {},
  actor = { id: "7", name: "Ana" },
): Promise<{ id: string; headers: Record<string, string> }> {
  const { body, status } = await askForSession({ parameters: { patient_mrn: "MRN-1", ...parameters }, actor });
  expect(status, body.message).toBe(201);
  return { id: body.session_id, headers: { authorization: `Bearer ${body.token}` } };
}

interface Slot {
  id: string;
  datetime: string;
  provider_ehr_id: string;
  location_id: string;
  appointment_type: string;
  emr_appointment_id: string;
}

const slotsFor = async (headers: Record<string, string>, further = ""): Promise<Slot[]> =>
  (
    await call(GET_AVAILABILITY, "GET", `/availability?start_date=${TOMORROW}&end_date=${TOMORROW}${further}`, {
      headers,
    })
  ).body.availability;

const bookingOf = (slot: Slot | undefined) => ({
  patient_mrn: "MRN-1",
  provider_ehr_id: slot?.provider_ehr_id,
  location_id: slot?.location_id,
  appointment_type: "Office Visit",
  datetime: slot?.datetime,
  slot_id: slot?.id,
});

const book = (headers: Record<string, string>, body: Record<string, unknown>, further: Record<string, string> = {}) =>
  call(BOOK, "POST", "/appointments", { headers: { ...headers, ...further }, body });

const slotAt = async (emrId: string): Promise<Slot | undefined> =>
  (await slotsFor(clinic.headers)).find(({ emr_appointment_id: id }) => id === emrId);

const countJobs = async () => (await database.asOwner("SELECT FROM job")).length;

describe("what the token of a view that books may read", () => {
  it("is the open slots of its providers, for its visit types or any", async () => {
    const shown = async (parameters: Record<string, unknown>, further = "") => {
      const { headers } = await viewOf(parameters);
      return (await slotsFor(headers, further)).map(({ emr_appointment_id: id }) => id).sort();
    };
    expect(await shown({})).toEqual(["APT-5", "SLOT-1", "SLOT-2", "SLOT-3"]);
    expect(await shown({ provider_ehr_ids: ["102"] })).toEqual(["APT-5", "SLOT-1", "SLOT-3"]);
    expect(await shown({ provider_ehr_ids: ["102"] }, "&provider_ehr_id=101")).toEqual([]);
    for (const type of ["VT-1", "office visit"]) {
      expect(await shown({ appointment_types: [type] }), type).toEqual(["APT-5", "SLOT-2", "SLOT-3"]);
    }
    expect(await shown({ appointment_types: ["Follow-up"], provider_ehr_ids: ["101"] })).toEqual(["SLOT-2"]);
    expect(await shown({ provider_ehr_ids: ["404"] })).toEqual([]);
    const { headers } = await viewOf();
    const path = `/availability?start_date=${TOMORROW}&end_date=${TOMORROW}&method=gaps`;
    expect((await call(GET_AVAILABILITY, "GET", path, { headers })).status).toBe(400);
  });

  it("is its own answer to a question that another token has asked before", async () => {
    const [one, two] = [await viewOf({ provider_ehr_ids: ["101"] }), await viewOf({ provider_ehr_ids: ["102"] })];
    const path = `/availability?start_date=${TOMORROW}&end_date=${TOMORROW}`;
    const read = (headers: Record<string, string>) => call(GET_AVAILABILITY, "GET", path, { headers });
    const etag = (await read(one.headers)).headers.get("etag") ?? "";
    expect((await read({ ...two.headers, "if-none-match": etag })).status).toBe(200);
  });

  it("is the visit types that it offers", async () => {
    const { headers } = await viewOf({ appointment_types: ["VT-2"] });
    const { body } = await call(GET_TYPES, "GET", "/visit-types", { headers });
    expect(body.visit_types.map(({ name }: { name: string }) => name)).toEqual(["Follow-up"]);
  });

  it("is nothing of others by any route, even with every permission of an integrator", { tags: "long" }, async () => {
    const full = await openFullClinic(database);
    clinic = full;
    await prepare();
    const { id, headers } = await viewOf({ provider_ehr_ids: ["102"] });
    await database.asOwner("UPDATE embed_session SET permissions = $1 WHERE id = $2", [
      [...INTEGRATOR_PERMISSIONS],
      id,
    ]);
    const before = await countJobs();
    const reached = new Set<string>();
    const shown: string[] = [];
    for (const route of describedRoutes) {
      const { status, text } = await ask(route, {
        headers,
        params: full.paramsOf(route.path),
        query: route.path === "/availability" ? `?start_date=${TOMORROW}&end_date=${TOMORROW}` : "",
        ...(isWrite(route) && { body: JSON.stringify(full.bodyOf(route) ?? {}) }),
      });
      const name = `${route.method} ${route.path}`;
      if (status < 300) reached.add(name);
      // The document of the interface is public; its examples name patients.
      if (route.path !== "/openapi.json" && /MRN-|Nguyen|O'Neil|Ávila|PAT-\d/.test(text)) shown.push(name);
    }
    expect(shown).toEqual([]);
    expect([...reached].sort()).toEqual([
      "GET /availability",
      "GET /events/stream",
      "GET /locations",
      "GET /visit-types",
    ]);
    expect(await countJobs()).toBe(before);
  });

  it("is its own bookings: none of another visitor, of staff for the same patient, or of another kind", async () => {
    const ana = await viewOf();
    const other = await viewOf({}, { id: "8", name: "Her brother" });
    const [slot, second] = [await slotAt("SLOT-3"), await slotAt("SLOT-2")];
    const { job_id: mine } = (await book(ana.headers, bookingOf(slot))).body;
    const { job_id: staffs } = (await book(clinic.headers, { ...bookingOf(second), reason: "Staff note" })).body;
    const read = (headers: Record<string, string>, jobId: number) =>
      call(GET_JOB, "GET", `/jobs/${jobId}`, { headers, params: { job_id: String(jobId) } });
    const renewed = await viewOf();
    expect((await read(ana.headers, mine)).body.job).toMatchObject({ job_id: mine, status: "queued", timeline: [] });
    expect((await read(renewed.headers, mine)).status).toBe(200);
    for (const [headers, jobId] of [
      [other.headers, mine],
      [ana.headers, staffs],
    ] as const) {
      expect((await read(headers, jobId)).status).toBe(404);
    }
  });

  it("is a refusal in the product's own words, never in those of an EMR or a person", async () => {
    const { headers } = await viewOf();
    const { job_id } = (await book(headers, bookingOf(await slotAt("SLOT-3")))).body;
    const words = "Taken by Bo Nguyen";
    await database.asOwner(
      `UPDATE job SET status = 'failed', finished_at = now(), failure_reason = $2, warnings = $3, waiting_reason = $2,
         reasons = $4 WHERE id = $1`,
      [job_id, words, [words], JSON.stringify([{ code: "overlap", description: words }])],
    );
    const { body } = await call(GET_JOB, "GET", `/jobs/${job_id}`, { headers, params: { job_id: String(job_id) } });
    expect(JSON.stringify(body)).not.toContain("Nguyen");
    const description = "the time is taken by another visit or block";
    expect(body.job).toMatchObject({ failure_reason: description, reasons: [{ code: "overlap", description }] });
  });
});

describe("what the token of a view that books may book", () => {
  it("is an open slot of its offer, for its patient, and is the visitor's by name", async () => {
    const { headers } = await viewOf({ appointment_types: ["Office Visit"], provider_ehr_ids: ["102"] });
    const { status, body } = await book(headers, { ...bookingOf(await slotAt("SLOT-3")), reason: "Cough" });
    expect(status, body.message).toBe(202);
    await jobs.run(body.job_id);
    expect(await jobs.read(body.job_id)).toMatchObject({
      status: "completed",
      patient_mrn: "MRN-1",
      actor: { kind: "embed", id: "7", name: "Ana" },
    });
  });

  it("lasts as long as the slot for its type, or as its type in a slot for any", async () => {
    const { headers } = await viewOf();
    const followUp = async (emrId: string) => {
      const asked = { ...bookingOf(await slotAt(emrId)), appointment_type: "Follow-up" };
      const { body } = await book(headers, asked);
      const [row] = await database.asOwner("SELECT duration FROM booking WHERE job_id = $1", [body.job_id]);
      return row?.duration;
    };
    expect([await followUp("SLOT-1"), await followUp("SLOT-3")]).toEqual([30, 20]);
    await database.asOwner("UPDATE visit_type SET duration = 60");
    expect((await book(headers, bookingOf(await slotAt("SLOT-2")))).status).toBe(404);
  });

  it.each<[string, string, Record<string, unknown>, number]>([
    ["another patient", "SLOT-3", { patient_mrn: "MRN-2" }, 403],
    ["a patient who does not exist, told as another one is", "SLOT-3", { patient_mrn: "MRN-404" }, 403],
    ["an overlap", "SLOT-3", { overlap: "allow" }, 403],
    ["a slot of another provider", "SLOT-2", {}, 404],
    ["a slot of another visit type", "SLOT-1", {}, 404],
    ["another visit type", "SLOT-3", { appointment_type: "Follow-up" }, 400],
    ["another provider", "SLOT-3", { provider_ehr_id: "101" }, 404],
    ["another location", "SLOT-3", { location_id: "LOC-2" }, 404],
    ["a later minute of the slot", "SLOT-3", { datetime: `${TOMORROW}T11:05` }, 404],
    ["no slot", "SLOT-3", { slot_id: undefined }, 400],
    ["the whole day", "SLOT-3", { duration: 1_440 }, 400],
    ["a second provider", "SLOT-3", { secondary_provider_ehr_id: "101" }, 400],
    ["a note of the clinic", "SLOT-3", { note: "Free of charge" }, 400],
    ["a mode", "SLOT-3", { appointment_mode: "telehealth" }, 400],
    ["a receiver of its own", "SLOT-3", { callback_urls: ["https://one.example/hook"] }, 403],
  ])("is not %s", async (_name, slot, change, status) => {
    const { headers } = await viewOf({ appointment_types: ["Office Visit"], provider_ehr_ids: ["102"] });
    const before = await countJobs();
    const answer = await book(headers, { ...bookingOf(await slotAt(slot)), ...change });
    expect([answer.status, answer.body.success], answer.body.message).toEqual([status, false]);
    expect(JSON.stringify(answer.body)).not.toMatch(/Follow-up|MRN-404/);
    expect(await countJobs()).toBe(before);
  });

  it("is nothing of a provider who is hidden from patients, nor what has begun", async () => {
    const { headers } = await viewOf();
    const slot = await slotAt("SLOT-3");
    await database.asOwner("UPDATE provider SET hide_in_availability = true WHERE ehr_id = '102'");
    expect((await book(headers, bookingOf(slot))).status).toBe(404);
    await database.asOwner("UPDATE provider SET hide_in_availability = false");
    await database.asOwner(
      "UPDATE appointment SET starts_at = date_trunc('minute', now()) WHERE emr_appointment_id = 'SLOT-3'",
    );
    const [past] = await database.asOwner<{ at: Date }>(
      "SELECT starts_at AS at FROM appointment WHERE emr_appointment_id = 'SLOT-3'",
    );
    expect(
      (await book(headers, { ...bookingOf(slot), datetime: `${past?.at.toISOString().slice(0, 16)}Z` })).status,
    ).toBe(404);
  });

  it("is told that a time was taken meanwhile, and not when others have theirs", async () => {
    const [ana, other] = [await viewOf(), await viewOf({ patient_mrn: "MRN-2" }, { id: "8", name: "Bo" })];
    const slot = await slotAt("SLOT-3");
    expect((await book(other.headers, { ...bookingOf(slot), patient_mrn: "MRN-2" })).status).toBe(202);
    const { status, body } = await book(ana.headers, bookingOf(slot));
    expect([status, Object.keys(body).sort()]).toEqual([409, ["errors", "message", "success"]]);
    expect(body.errors).toEqual([{ field: "datetime", message: expect.stringContaining("is taken") }]);
  });

  it("is booked once by a double press, also when the session was renewed between", async () => {
    const [first, renewed] = [await viewOf(), await viewOf()];
    const body = bookingOf(await slotAt("SLOT-3"));
    const key = { "idempotency-key": "the-same-press" };
    const answers = await Promise.all([book(first.headers, body, key), book(first.headers, body, key)]);
    answers.push(await book(renewed.headers, body, key));
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202]);
    expect(new Set(answers.map((answer) => answer.body.job_id)).size).toBe(1);
    // Another visitor's key is another key, so that nobody learns of the visit by it.
    const other = await viewOf({}, { id: "8", name: "Her brother" });
    expect((await book(other.headers, body, key)).status).toBe(409);
  });

  it("corrects no job of the clinic", async () => {
    const { job_id } = (await book(clinic.headers, bookingOf(await slotAt("SLOT-2")))).body;
    await database.asOwner("UPDATE job SET status = 'failed', finished_at = now() WHERE id = $1", [job_id]);
    const { headers } = await viewOf();
    const answer = await book(headers, bookingOf(await slotAt("SLOT-3")), { "x-corrects-job": String(job_id) });
    expect(answer.status).toBe(404);
  });
});

describe("the stream of a view that books", () => {
  const ends: AbortController[] = [];
  afterEach(() => {
    for (const end of ends.splice(0)) end.abort();
  });

  it("tells the states of its own bookings alone, and no event", async () => {
    const { headers } = await viewOf();
    const end = new AbortController();
    ends.push(end);
    const request = new Request("http://127.0.0.1:3000/v1/events/stream", { headers, signal: end.signal });
    const response = await STREAM(request, { params: Promise.resolve({}) });
    const reader = (response.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    const read = async (mark: string) => {
      while (!text.includes(mark)) {
        const { done, value } = await reader.read();
        if (done) throw new Error("The stream has ended");
        text += value;
      }
    };
    await read(": connected");
    const { job_id: staffs } = (await book(clinic.headers, bookingOf(await slotAt("SLOT-2")))).body;
    await jobs.run(staffs);
    const { job_id: mine } = (await book(headers, bookingOf(await slotAt("SLOT-3")))).body;
    await jobs.run(mine);
    await read('"completed"');
    expect(text).toContain(`"job_id":${mine}`);
    expect(text).not.toContain(`"job_id":${staffs}`);
    expect(text).not.toContain("event: event");
    expect(text).not.toMatch(/MRN|APT-/);
  });
});

describe("a session of a view that books", () => {
  it("names its patient, and may have its own permissions alone", async () => {
    const statusOf = async (given: Record<string, unknown>) => (await askForSession(given)).status;
    const parameters = { patient_mrn: "MRN-1" };
    expect(await statusOf({})).toBe(400);
    for (const list of ["appointment_types", "provider_ehr_ids"]) {
      for (const given of [[], "102", [1], [""], ["x".repeat(201)]]) {
        expect(await statusOf({ parameters: { ...parameters, [list]: given } }), `${list}: ${given}`).toBe(400);
      }
    }
    for (const permission of ["patients:read", "appointments:read", "appointments:overbook", "payments:create"]) {
      expect(await statusOf({ parameters, permissions: [permission] }), permission).toBe(400);
    }
    expect(await statusOf({ parameters, permissions: ["availability:read"] })).toBe(201);
  });
});
