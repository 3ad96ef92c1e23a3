import { createHmac } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type FakeReceiver, startFakeReceiver } from "../fake-receiver.ts";
import { ask } from "./asked.ts";
import { type HostedServer, startHostedServer } from "./server.ts";
import type { Variants } from "./variants.ts";

let receiver: FakeReceiver;
let server: HostedServer;
beforeAll(async () => {
  receiver = await startFakeReceiver();
});
beforeEach(async () => {
  server = await startHostedServer({ patients: 3, times: { attemptsApartMs: 10, attemptMs: 300 } });
  receiver.answer({ status: 204 });
  receiver.deliveries.length = 0;
});
afterEach(() => server.stop());
afterAll(() => receiver.stop());

const client = () => {
  const { client_id, client_secret } = server.connection;
  return { client_id, client_secret };
};

async function register(): Promise<{ id: string; secret: string }> {
  const sent = { body: { webhook_url: `${receiver.url}/events` }, headers: client() };
  return (await ask(server, "/webhook", sent)).body;
}

let references = 0;
async function pay(reference_number = `R-${++references}`, further = {}): Promise<{ job_id: number }> {
  const body = { patient_mrn: "MRN-1", payment_method: "cash", location: "LOC-1", amount: 1, reference_number };
  return (await ask(server, "/payments", { body: { ...body, ...further } })).body;
}

const received = (jobId: number) =>
  receiver.deliveries.filter(({ body }) => (body as { job_id?: string }).job_id === String(jobId));

describe("the webhooks of the hosted service", () => {
  it("are registered, read and deleted by the client's two headers", async () => {
    const { id } = await register();
    expect((await ask(server, `/webhook/${id}`, { headers: client() })).body).toMatchObject({
      id,
      webhook_url: `${receiver.url}/events`,
    });
    expect((await ask(server, `/webhook/${id}`, { method: "DELETE", headers: client() })).status).toBe(200);
    expect((await ask(server, `/webhook/${id}`, { headers: client() })).status).toBe(404);
    expect(server.webhooks.size).toBe(0);
    for (const body of [{}, { webhook_url: "somewhere" }]) {
      expect((await ask(server, "/webhook", { body, headers: client() })).body.message).toContain("webhook_url");
    }
  });

  it.each<[string, Partial<Variants>]>([
    ["as they are signed", {}],
    ["with other white space", { eventBytes: "spaced" }],
    ["with escaped letters", { eventBytes: "escaped" }],
  ])("get events %s, signed in the compact form under the secret's text", async (_name, variants) => {
    Object.assign(server.variants, variants);
    const { secret } = await register();
    const { job_id } = await pay("Zahlung für März");
    await server.finish();
    const [delivery] = received(job_id);
    const [event] = server.events;
    const compact = JSON.stringify(JSON.parse(delivery?.text ?? ""));
    expect(delivery?.headers).toMatchObject({
      "cobalt-verification": createHmac("sha256", secret).update(compact).digest("hex"),
      "webhook-id": event?.id,
      "webhook-timestamp": event?.created,
      "webhook-attempt": "1",
    });
    expect(delivery?.text === compact).toBe(variants.eventBytes === undefined);
    expect(delivery?.body).toMatchObject({
      id: event?.id,
      object: "event",
      access_token_reference_id: "clinic-1",
      type: "payment.created",
      data: { reference_number: "Zahlung für März" },
    });
  });

  it("have one secret per client, which a rotation replaces at once", async () => {
    const { secret } = await register();
    const rotated = await ask(server, "/webhook/rotate-secret", { method: "POST", headers: client() });
    expect(rotated.body.secret).not.toBe(secret);
    expect(rotated.body.secret).toBe(server.secret());
    const { job_id } = await pay();
    await server.finish();
    const [delivery] = received(job_id);
    expect(delivery?.headers["cobalt-verification"]).toBe(
      createHmac("sha256", rotated.body.secret)
        .update(delivery?.text ?? "")
        .digest("hex"),
    );
  });

  it("show the secret where and as a variant says", async () => {
    Object.assign(server.variants, { secretShown: "rotation", secretName: "webhook_secret", acceptedIds: "data" });
    const { body } = await ask(server, "/webhook", { body: { webhook_url: receiver.url }, headers: client() });
    expect(body.data).toEqual({ id: expect.any(String), webhook_url: receiver.url });
    const rotated = await ask(server, "/webhook/rotate-secret", { method: "POST", headers: client() });
    expect(rotated.body.data).toEqual({ webhook_secret: server.secret() });
  });

  it.each([404, 405, 410, 501] as const)(
    "have a new secret with each registration, where a rotation is answered with %s",
    async (status) => {
      server.rotation = status;
      const { secret } = await register();
      const refused = await ask(server, "/webhook/rotate-secret", { method: "POST", headers: client() });
      expect([refused.status, server.secret()]).toEqual([status, secret]);
      expect((await register()).secret).not.toBe(secret);
    },
  );

  it("have a new secret also where the rotation does not show it, and the next registration does", async () => {
    server.rotation = "silent";
    const { secret } = await register();
    const rotated = await ask(server, "/webhook/rotate-secret", { method: "POST", headers: client() });
    expect([rotated.status, rotated.body.secret]).toEqual([200, undefined]);
    expect(server.secret()).not.toBe(secret);
    expect((await register()).secret).toBe(server.secret());
  });

  it("get each event at most twice, and none again after a time-out", async () => {
    await register();
    receiver.answer({ status: 503 });
    const refused = await pay();
    await server.finish();
    expect(received(refused.job_id).map(({ headers }) => headers["webhook-attempt"])).toEqual(["1", "2"]);
    receiver.answer(() => undefined);
    const hung = await pay();
    await server.finish();
    expect(received(hung.job_id)).toHaveLength(1);
    expect(server.ledger.deliveries().map(({ attempt, status }) => [attempt, status])).toEqual([
      [1, 503],
      [2, 503],
      [1, null],
    ]);
    expect(server.events.map(({ deliveryStatus }) => deliveryStatus)).toEqual(["failed", "failed"]);
  });

  it("wait 1 s between two attempts of 5 s each, if nothing else is said", async () => {
    const usual = await startHostedServer({ patients: 1 });
    await usual.stop();
    expect(usual.times).toMatchObject({ attemptsApartMs: 1_000, attemptMs: 5_000 });
  });

  it("get the events of all accounts, with the partner's own reference", async () => {
    await register();
    const access_token = server.addAccount("practice-7");
    const body = { provider: "101", subject: "S", message: "M" };
    const { body: accepted } = await ask(server, "/messages", { body, headers: { ...client(), access_token } });
    await server.finish();
    expect(received(accepted.job_id)[0]?.body).toMatchObject({ access_token_reference_id: "practice-7" });
  });

  it("get what staff changed under the same types without `job_id`", async () => {
    await register();
    const before = receiver.deliveries.length;
    await server.staffChange("appointments", "APT-1", { status: "ARR" }, { type: "appointment.status_updated" });
    await server.staffChange("patients", "PAT-1", { phone: "212-555-0000" });
    const sent = receiver.deliveries.slice(before).map(({ body }) => body as Record<string, unknown>);
    expect(sent.map(({ type }) => type)).toEqual(["appointment.status_updated", "patient.updated"]);
    for (const each of sent) expect(each).not.toHaveProperty("job_id");
    server.variants.syncJobId = "null";
    await server.staffChange("appointments", "APT-1", { note: "N" });
    expect(receiver.deliveries.at(-1)?.body).toMatchObject({ type: "appointment.updated", job_id: null });
  });

  it("get failures with their reason", async () => {
    await register();
    server.faults.ofWork = () => ({ kind: "failed", reason: "The payment method is not configured" });
    const { job_id } = await pay();
    await server.finish();
    expect(received(job_id)[0]?.body).toMatchObject({
      type: "payment.failed",
      data: { payment_id: expect.any(String), failure_reason: expect.any(String), reasons: [{ code: "emr_refused" }] },
    });
    expect(server.ledger.effects()).toEqual([]);
  });

  it("are followed by the callbacks of a request, unless they are ignored", async () => {
    const callback_urls = [`${receiver.url}/callback`];
    const taken = await pay(undefined, { callback_urls });
    await server.finish();
    expect(received(taken.job_id).map(({ path }) => path)).toEqual(["/callback"]);
    server.variants.callbackUrls = "ignored";
    const ignored = await pay(undefined, { callback_urls });
    await server.finish();
    expect(received(ignored.job_id)).toEqual([]);
  });
});

describe("the faults of its events", () => {
  it("lose, repeat, hold, reorder and replay them", async () => {
    await register();
    const ends = ["lost", "twice", "held", "held"] as const;
    server.faults.ofEvent = () => ends[server.events.length - 1] ?? "sent";
    const jobs = [await pay(), await pay(), await pay(), await pay()].map(({ job_id }) => job_id);
    await server.finish();
    const counts = () => jobs.map((jobId) => received(jobId).length);
    expect(counts()).toEqual([0, 2, 0, 0]);
    await server.release("backwards");
    expect(counts()).toEqual([0, 2, 1, 1]);
    expect(receiver.deliveries.at(-1)?.body).toMatchObject({ job_id: String(jobs[2]) });
    const [, event] = server.events;
    if (event) await server.replay(event);
    const copies = received(jobs[1] ?? 0);
    expect(copies).toHaveLength(3);
    expect(new Set(copies.map(({ text }) => text)).size).toBe(1);
    expect(new Set(copies.map(({ headers }) => headers["cobalt-verification"])).size).toBe(1);
  });

  it("leave work unreported, or reported as failed", async () => {
    server.faults.ofWork = () => ({ kind: "unreported" });
    await pay("R-silent");
    await server.finish();
    expect(server.events).toEqual([]);
    server.faults.ofWork = () => ({ kind: "misreported", reason: "The page did not load" });
    await pay("R-wrong");
    await server.finish();
    expect(server.events).toMatchObject([{ type: "payment.failed" }]);
    for (const reference of ["R-silent", "R-wrong"]) expect(server.ledger.effectsOf(reference)).toHaveLength(1);
  });
});

describe("GET /webhook-events", () => {
  const list = async (query = "", headers?: Record<string, string>) =>
    ask(server, `/webhook-events?${query}`, headers ? { headers } : {});

  it("lists the events that nobody got, by pages of 50", async () => {
    for (let number = 0; number < 51; number++) await pay();
    await server.finish();
    const { body } = await list();
    expect(body.webhook_events).toHaveLength(50);
    expect(body.pagination).toMatchObject({ current_page: 1, total_pages: 2, total_count: 51, page_size: 50 });
    expect(body.webhook_events[0]).toEqual({
      event_id: server.events.at(-1)?.id,
      event_type: "payment.created",
      data: server.events.at(-1)?.data,
      created_at: server.events.at(-1)?.created,
      job_id: String(server.events.at(-1)?.jobId),
    });
    expect((await list("page=2&sort=asc")).body.webhook_events[0].event_id).toBe(server.events.at(-1)?.id);
    expect((await list("page_size=101")).status).toBe(400);
  });

  it("narrows by job, type, delivery and days, and takes times by a variant", async () => {
    await register();
    server.faults.ofEvent = () => (server.events.length === 1 ? "lost" : "sent");
    const first = await pay();
    await pay();
    await server.finish();
    await server.staffChange("appointments", "APT-1", { note: "N" });
    const today = new Date().toISOString().slice(0, 10);
    const rows = async (query: string) => (await list(query)).body.webhook_events.length;
    expect(await rows(`job_id=${first.job_id}`)).toBe(1);
    expect(await rows("event_type=appointment.updated")).toBe(1);
    expect(await rows("delivery_status=failed")).toBe(1);
    expect(await rows("delivery_status=delivered")).toBe(2);
    expect(await rows(`start_date=${today}&end_date=${today}`)).toBe(3);
    expect(await rows("end_date=2020-01-01")).toBe(0);
    const since = `start_date=${server.events[1]?.created}`;
    expect(await rows(since)).toBeGreaterThanOrEqual(2);
    server.variants.eventDates = "days";
    expect((await list(since)).status).toBe(400);
  });

  it("has other names, contents and scopes by variants", async () => {
    const access_token = server.addAccount("practice-7");
    const body = { provider: "101", subject: "S", message: "M" };
    await ask(server, "/messages", { body, headers: { ...client(), access_token } });
    await server.finish();
    expect((await list()).body.webhook_events).toEqual([]);
    Object.assign(server.variants, { eventScope: "client", eventList: "events", eventData: "envelope" });
    expect((await list("", client())).body.events).toMatchObject([
      { event_type: "message.created", data: { access_token_reference_id: "practice-7", type: "message.created" } },
    ]);
  });
});
