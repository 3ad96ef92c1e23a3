import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { addDays, todayIn } from "#lib/kernel/dates";
import { ask } from "./asked.ts";
import { ZONE } from "./clinic.ts";
import { type HostedServer, startHostedServer } from "./server.ts";
import { FIRST_VARIANTS } from "./variants.ts";

const HEX = /^[0-9a-f]{32}$/;
const day = addDays(todayIn(ZONE), 10);

let server: HostedServer;
beforeAll(async () => {
  server = await startHostedServer();
});
afterAll(() => server.stop());
beforeEach(() => {
  Object.assign(server.variants, FIRST_VARIANTS);
});

type Body = Record<string, unknown>;

const payment = (reference_number: string): Body => ({
  patient_mrn: "MRN-1",
  payment_method: "credit card",
  reference_number,
  location: "LOC-1",
  amount: 45.5,
});
const booking = (further: Body = {}): Body => ({
  mrn: "MRN-1",
  provider: "101",
  location: "LOC-1",
  type: "Follow-up",
  datetime: `${day}T11:00:00`,
  duration: "30",
  ...further,
});

const idOf = (list: "appointments" | "referrals" | "providers" | "patients", ehrId: string) =>
  String(server.clinic[list].find(({ ehr_id }) => ehr_id === ehrId)?.id);

const SENT: [string, () => { path: string; method?: string; body: unknown }, string, Body][] = [
  [
    "payments",
    () => ({ path: "/payments", body: payment("R-1") }),
    "payment_id",
    { amount: 45.5, reference_number: "R-1" },
  ],
  ["messages", () => ({ path: "/messages", body: { provider: "101", subject: "S", message: "M" } }), "message_id", {}],
  [
    "patient notes",
    () => ({ path: "/patient-notes", body: { note: "N", subject: "S", patient_mrn: "MRN-1", location_id: "LOC-1" } }),
    "patient_note_id",
    { subject: "S", note: "N", location_id: "LOC-1" },
  ],
  ["tasks", () => ({ path: "/tasks", body: { description: "D", patient_mrn: "MRN-1" } }), "task_id", {}],
  ["notes of visits", () => ({ path: "/notes", body: { appointment_id: "APT-1", note: "N" } }), "note_id", {}],
  [
    "referrals",
    () => ({ path: "/referrals", body: { patient_mrn: "MRN-1", direction: "outgoing", reason: "R" } }),
    "referral_id",
    { ehr_id: expect.any(String), direction: "outgoing" },
  ],
  [
    "changes of referrals",
    () => ({ path: `/referrals/${idOf("referrals", "REF-1")}`, method: "PATCH", body: { notes: "N" } }),
    "referral_id",
    { updated_fields: ["notes"] },
  ],
  [
    "bookings",
    () => ({ path: "/appointments", body: booking() }),
    "appointment_id",
    { emr_appointment_id: expect.any(String) },
  ],
  [
    "changes of appointments",
    () => ({ path: `/appointments/${idOf("appointments", "APT-1")}`, method: "PATCH", body: { status: "ARR" } }),
    "appointment_id",
    { status: "ARR" },
  ],
  [
    "patients",
    () => ({ path: "/patients", body: { first_name: "New", last_name: "Person", dob: "1990-02-03" } }),
    "patient_id",
    { patient_mrn: expect.any(String) },
  ],
  [
    "changes of patients",
    () => ({ path: `/patients/${idOf("patients", "PAT-9")}`, method: "PATCH", body: { phone: "212-555-9999" } }),
    "patient_id",
    { updated_fields: ["phone"] },
  ],
  [
    "documents",
    () => {
      const body = new FormData();
      body.set("folder_name", "Letters");
      body.set("patient_mrn", "MRN-1");
      body.set("document", new Blob(["content"], { type: "text/plain" }), "scan.txt");
      return { path: "/documents", body };
    },
    "document_id",
    { patient_mrn: "MRN-1" },
  ],
];

describe("the writes of the hosted service", () => {
  it.each(SENT)("of %s are accepted, done later, and reported", async (_name, request, idField, data) => {
    const { path, ...sent } = request();
    const before = server.ledger.effects().length;
    const { status, body } = await ask(server, path, sent);
    expect({ status, body }).toMatchObject({
      status: 202,
      body: {
        success: true,
        message: expect.any(String),
        [idField]: expect.stringMatching(HEX),
        job_id: expect.any(Number),
      },
    });
    expect(server.ledger.effects()).toHaveLength(before);
    await server.finish();
    expect(server.ledger.effects()).toHaveLength(before + 1);
    const event = server.events.at(-1);
    expect(event).toMatchObject({ jobId: body.job_id, data: { [idField]: body[idField], ...data } });
    expect(event?.type).toMatch(/\.(created|updated|status_updated)$/);
  });

  it.each([
    ["/payments", { ...payment("R"), patient_mrn: undefined }, 400, "patient_mrn"],
    ["/payments", { ...payment("R"), amount: "45.5" }, 400, "amount"],
    ["/payments", { ...payment("R"), patient_mrn: "MRN-0" }, 404, "patient_mrn"],
    ["/messages", { provider: "Dr. No", subject: "S", message: "M" }, 400, "provider"],
    ["/patient-notes", { note: "N", subject: "S", patient_mrn: "MRN-1" }, 400, "location_id"],
    ["/patient-notes", { note: "N", subject: "S", patient_mrn: "MRN-1", location_id: "L" }, 400, "LOC-1, LOC-2"],
    ["/tasks", { description: "D" }, 400, "patient_mrn"],
    ["/notes", { appointment_id: "none", note: "N" }, 404, "appointment_id"],
    ["/appointments", booking({ duration: 30 }), 400, "duration"],
    ["/appointments", booking({ provider: "0".repeat(32) }), 400, "provider"],
    ["/appointments", booking({ datetime: "tomorrow" }), 400, "datetime"],
    ["/patients", { first_name: "A", last_name: "B" }, 400, "dob"],
    ["/documents", { folder_name: "F", patient_mrn: "MRN-1", document: "text" }, 400, "document"],
    ["/recalls/1/actions", { note: "N" }, 404, "Not found"],
    ["/orders/catalog/fetch", { type: "lab" }, 404, "Not found"],
    ["/orders", { type: "lab" }, 404, "Not found"],
  ])("refuse %s with %o", async (path, sent, status, message) => {
    const jobs = server.queued().length;
    expect(await ask(server, path, { body: sent })).toMatchObject({
      status,
      body: { success: false, message: expect.stringContaining(message) },
    });
    expect(server.queued()).toHaveLength(jobs);
  });

  it("know no keys: what is sent twice is done twice", async () => {
    const { base_url: _url, ...three } = server.connection;
    const headers = { ...three, "idempotency-key": "one" };
    await Promise.all([1, 2].map(() => ask(server, "/payments", { body: payment("R-twice"), headers })));
    await server.finish();
    expect(server.ledger.effectsOf("R-twice")).toHaveLength(2);
    expect(server.ledger.calls("POST", "/payments").length).toBeGreaterThanOrEqual(2);
  });

  it.each([
    [
      { acceptedIds: "data", acceptedStatus: 200 },
      200,
      { data: { payment_id: expect.any(String), job_id: expect.any(Number) } },
    ],
    [{ jobId: "text" }, 202, { job_id: expect.any(String) }],
    [{ jobId: "job_execution_id" }, 202, { job_execution_id: expect.any(String) }],
  ] as const)("are accepted as %o says", async (variants, status, shown) => {
    Object.assign(server.variants, variants);
    const answered = await ask(server, "/payments", { body: payment("R-shape") });
    expect(answered).toMatchObject({ status, body: shown });
    if ("data" in shown) expect(answered.body).not.toHaveProperty("payment_id");
    await server.finish();
  });

  it("give a text as the job of a fetch, unless the fetches are missing", async () => {
    const { body } = await ask(server, "/claims/fetch", { body: { claim_ids: ["CLM-1", "CLM-9"] } });
    expect(body.job_id).toEqual(expect.any(String));
    await server.finish();
    expect(server.events.at(-1)).toMatchObject({
      type: "claim.live_fetch_completed",
      data: { claim_ids: ["CLM-1"], not_found_claim_ids: ["CLM-9"] },
    });
    server.variants.undocumented = "missing";
    for (const path of ["/claims/fetch", "/org-settings/fetch", "/services"]) {
      expect((await ask(server, path, { body: {} })).status).toBe(404);
    }
  });

  it("name the supported EMRs where the connected one is not", async () => {
    server.unsupported.add("POST /tasks");
    const { status, body } = await ask(server, "/tasks", { body: { description: "D", patient_mrn: "MRN-1" } });
    server.unsupported.clear();
    expect({ status, body }).toMatchObject({ status: 400, body: { message: expect.stringContaining("Supported") } });
  });

  it("require the fields of tasks that the EMR does", async () => {
    server.requiredOfTasks.push("subject");
    const { body } = await ask(server, "/tasks", { body: { description: "D", patient_mrn: "MRN-1" } });
    server.requiredOfTasks.length = 0;
    expect(body.message).toContain("subject");
  });
});

describe("its bookings", () => {
  const send = async (further: Body) => (await ask(server, "/appointments", { body: booking(further) })).body;
  const shown = async (id: string) => (await ask(server, `/appointment/${id}`)).body.appointments;
  const list = async (date: string) =>
    (await ask(server, `/appointments?start_date=${date}&end_date=${date}`)).body.appointments;

  it("are pending, then in the list as the service's own", async () => {
    const date = addDays(day, 1);
    const { appointment_id } = await send({ datetime: undefined, date, time: "02:30 PM" });
    expect(await shown(appointment_id)).toMatchObject({ status: "pending", emr_appointment_id: null });
    expect(await list(date)).toEqual([]);
    await server.finish();
    expect(await list(date)).toMatchObject([
      {
        id: appointment_id,
        datetime: expect.stringContaining("T14:30:00"),
        object_metadata: { source: "cobalt_operation" },
      },
    ]);
  });

  it("of a taken time fail if they must not be double, and are double otherwise", async () => {
    const datetime = `${addDays(day, 2)}T11:00:00`;
    await send({ datetime });
    await server.finish();
    const { appointment_id, job_id } = await send({ datetime, prevent_double_booking: "true" });
    await server.finish();
    expect(server.events.at(-1)).toMatchObject({
      type: "appointment.failed",
      jobId: job_id,
      data: { appointment_id, failure_reason: expect.any(String), reasons: [{ code: "overlap" }] },
    });
    expect(await shown(appointment_id)).toMatchObject({ status: "failed" });
    await send({ datetime });
    await server.finish();
    expect(await list(addDays(day, 2))).toHaveLength(2);
  });

  it("take any field while pending, then status and note alone", async () => {
    const { appointment_id } = await send({ datetime: `${addDays(day, 3)}T11:00:00` });
    const change = (body: Body) => ask(server, `/appointments/${appointment_id}`, { method: "PATCH", body });
    expect((await change({ datetime: `${addDays(day, 3)}T12:00:00` })).status).toBe(202);
    await server.finish();
    expect(await change({ datetime: `${addDays(day, 3)}T13:00:00` })).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining("datetime") },
    });
    expect(await change({ status: "LOST" })).toMatchObject({ status: 400 });
    await change({ status: "CAN" });
    await server.finish();
    expect(server.events.at(-1)?.type).toBe("appointment.cancelled");
    expect((await ask(server, "/appointments/APT-1", { method: "PATCH", body: { note: "N" } })).status).toBe(404);
  });
});

describe("its providers", () => {
  it("change at once, by the service's id, with hours as they are read", async () => {
    const path = `/providers/${idOf("providers", "102")}`;
    const hours = [{ day: "Monday", shifts: [{ start: "T08:00:00", end: "T10:00:00", facility_id: "LOC-1" }] }];
    const sent = { status: "INACTIVE", hide_in_availability: "true", hours };
    const { status, body } = await ask(server, path, { method: "PATCH", body: sent });
    expect({ status, body }).toMatchObject({ status: 200, body: { provider_id: expect.stringMatching(HEX) } });
    const [, provider] = (await ask(server, "/providers")).body.providers;
    expect(provider).toMatchObject({ status: "inactive", hide_in_availability: true, hours });
  });

  it.each([
    [{ status: "gone" }, "status"],
    [{ hours: [{ day: "Monday", shifts: [{ facility_id: "LOC-9" }] }] }, "facility_id"],
    [{ hours: [{ day: "Monday", start: "08:00:00" }] }, "hours"],
    [{}, "No updatable fields"],
  ])("refuse %o", async (body, message) => {
    const path = `/providers/${idOf("providers", "101")}`;
    expect(await ask(server, path, { method: "PATCH", body })).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining(message) },
    });
  });
});
