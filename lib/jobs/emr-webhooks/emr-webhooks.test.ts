/** @module-tag long */
import { createHmac } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { PATCH as changeAccount } from "#app/v1/linked-accounts/[id]/route.ts";
import { GET as listAccounts } from "#app/v1/linked-accounts/route.ts";
import { POST as sendMessage } from "#app/v1/messages/route.ts";
import { POST as createPayment } from "#app/v1/payments/route.ts";
import { listenOn } from "#lib/db/listener";
import { withTenant } from "#lib/db/tenant";
import { readDueLogs, startEventReadings } from "#lib/jobs/emr-events/read-log";
import { readEventsSoon } from "#lib/jobs/emr-events/schedule";
import { syncAccount } from "#lib/jobs/sync/sync-account";
import { forgetSingleton } from "#lib/kernel/singleton";
import { call } from "#lib/testing/call";
import { aPayment, openClinic } from "#lib/testing/clinic";
import { type HostedServer, startHostedServer } from "#lib/testing/hosted/server";
import type { HostedEvent } from "#lib/testing/hosted/state";
import { variantRows } from "#lib/testing/hosted/variants";
import { jobsOf } from "#lib/testing/jobs";
import { linkHosted } from "#lib/testing/link-hosted";
import { makeAccountBeside, type TestAccount } from "#lib/testing/linked-account";
import { signIn } from "#lib/testing/principals";
import { type ProductServer, startProductServer } from "#lib/testing/product-server";
import { testDatabase } from "#lib/testing/test-database";
import { until } from "#lib/testing/worker-process";
import { keepWebhooks } from "./upkeep.ts";

process.env.SEED = "demo";
const database = testDatabase();
let product: ProductServer;
let server: HostedServer;
let clinic: TestAccount;
let receipts = 0;
const jobs = jobsOf(database, () => clinic);

beforeAll(async () => {
  product = await startProductServer();
});
beforeEach(async () => {
  await database.asOwner("TRUNCATE emr_webhook, emr_event_arrived, emr_event_reading, emr_event_taken");
  await database.asOwner("UPDATE linked_account SET unlinked_at = now()");
  server = await startHostedServer({ patients: 6, times: { attemptsApartMs: 10, attemptMs: 2_000 } });
  clinic = await openClinic();
  await linkHosted(database, clinic, server);
});
afterEach(async () => {
  await jobs.forgetUnfinished();
  await server.stop();
});
afterAll(() => product.stop());

/** Looks after the webhooks, as if the time of each had come. */
async function keep(): Promise<void> {
  await database.asOwner("UPDATE emr_webhook SET next_at = now() - interval '1 minute'");
  await keepWebhooks(new Date());
}

/** Takes the events of accounts that are due now. */
const take = () => readDueLogs(new Date(Date.now() + 1));

/** Makes every account's run due. */
const makeDue = () => database.asOwner("UPDATE emr_event_reading SET next_at = now() - interval '1 minute'");

interface Row {
  registration_id: string | null;
  problem: string | null;
  heard_at: Date | null;
  missed_at: Date | null;
  refused_at: Date | null;
}
const rows = () => database.asOwner<Row>("SELECT * FROM emr_webhook ORDER BY created_at");

const addresses = () => [...server.webhooks.values()];
const logReads = () => server.ledger.calls("GET", "/webhook-events").length;

/** Registers the webhook and has it proven by an event, so that the log is read rarely. */
async function proven(): Promise<void> {
  await keep();
  await server.staffChange("patients", "PAT-2", { phone: `212-555-${1_000 + ++receipts}` });
  await take();
  await makeDue();
  await take();
}

const pay = (reference_number = `RCPT-${++receipts}`) =>
  jobs.accept(() =>
    call(createPayment, "POST", "/payments", { headers: clinic.headers, body: { ...aPayment, reference_number } }),
  );

const statuses = (event?: HostedEvent) => server.ledger.deliveries(event?.id).map(({ status }) => status);

describe("the registration", () => {
  it.each(variantRows().map((variants, row) => ({ row: row + 1, variants })))(
    "is made once, whatever the service's answers look like: row $row",
    async ({ variants }) => {
      Object.assign(server.variants, variants);
      await keep();
      expect(addresses()).toEqual([expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/v1\/emr-webhooks\/[\w-]{43}$/)]);
      const [before] = addresses();
      await keep();
      await keepWebhooks(new Date());
      expect(addresses()).toEqual([before]);
      expect(server.ledger.calls("POST", "/webhook")).toHaveLength(1);
      expect(server.ledger.calls("POST", "/webhook/rotate-secret")).toHaveLength(
        variants.secretShown === "rotation" ? 1 : 0,
      );
      await server.staffChange("patients", "PAT-1", { phone: "212-555-0001" });
      expect(statuses()).toEqual([200]);
    },
  );

  it("is shared by the accounts of one client, and goes with the last of them", async () => {
    const beside = await makeAccountBeside(clinic, { emrType: "records_api" });
    await linkHosted(database, beside, server, server.addAccount("practice-7"));
    await keep();
    expect(addresses()).toHaveLength(1);
    const headers = await signIn(clinic, "admin");
    const unlink = ({ tenant: { linkedAccountId: id } }: TestAccount) =>
      call(changeAccount, "PATCH", `/linked-accounts/${id}`, { headers, params: { id }, body: { active: false } });
    expect((await unlink(clinic)).status).toBe(200);
    await keepWebhooks(new Date());
    expect(addresses()).toHaveLength(1);
    expect((await unlink(beside)).status).toBe(200);
    await keepWebhooks(new Date());
    expect(addresses()).toEqual([]);
    expect(await rows()).toEqual([]);
    const { organizationId } = clinic.tenant;
    const entries = "SELECT FROM directory WHERE kind = 'emr_webhook' AND organization_id = $1";
    expect(await database.asOwner(entries, [organizationId])).toEqual([]);
  });

  it("is removed by the credentials with which it was made, when the account leads to another client", async () => {
    await keep();
    const other = await startHostedServer({ patients: 3 });
    await linkHosted(database, clinic, other);
    await keepWebhooks(new Date());
    expect(addresses()).toEqual([]);
    expect(other.webhooks.size).toBe(1);
    await other.stop();
  });

  it("is not removed in vain for ever, and goes on where it was if the account is linked again", async () => {
    await keep();
    const [before] = addresses();
    await database.asOwner("UPDATE linked_account SET unlinked_at = now()");
    server.faults.of = () => ({ kind: "cut_before" });
    await keepWebhooks(new Date());
    expect(await rows()).toHaveLength(1);
    server.faults.of = () => null;
    await database.asOwner("UPDATE linked_account SET unlinked_at = NULL WHERE id = $1", [
      clinic.tenant.linkedAccountId,
    ]);
    await keepWebhooks(new Date());
    expect(addresses()).toEqual([before]);
    await database.asOwner("UPDATE linked_account SET unlinked_at = now()");
    server.faults.of = () => ({ kind: "cut_before" });
    await keepWebhooks(new Date());
    await database.asOwner("UPDATE emr_webhook SET remove_until = now() - interval '1 minute'");
    await keep();
    expect(await rows()).toEqual([]);
  });

  it.each([
    ["lost it", () => server.webhooks instanceof Map && server.webhooks.clear()],
    [
      "shows another address",
      () => {
        const [id = ""] = server.webhooks.keys();
        (server.webhooks as Map<string, string>).set(id, "https://elsewhere.example/hook");
      },
    ],
  ])("is made anew if the service %s", async (_words, lose) => {
    await keep();
    const [before] = addresses();
    lose();
    await keep();
    expect(addresses()).toEqual([before]);
    await server.staffChange("patients", "PAT-1", { phone: "212-555-0002" });
    expect(statuses()).toEqual([200]);
  });

  it("is made anew at another PUBLIC_URL, and not without one", async () => {
    const origin = process.env.PUBLIC_URL;
    const at = async (url: string | undefined) => {
      if (url === undefined) delete process.env.PUBLIC_URL;
      else process.env.PUBLIC_URL = url;
      forgetSingleton("environment");
      await keep();
      return addresses();
    };
    try {
      expect(await at(undefined)).toEqual([]);
      expect(await at(origin)).toEqual([expect.stringContaining(`${origin}/v1/emr-webhooks/`)]);
      expect(await at("https://records.example")).toEqual([
        expect.stringContaining("https://records.example/v1/emr-webhooks/"),
      ]);
      expect(await at(undefined)).toEqual([]);
    } finally {
      await at(origin);
    }
  });

  it("that fails leaves the log read at its usual pace, is said to admins, and is tried again", async () => {
    const headers = await signIn(clinic, "admin");
    const found = async () => {
      const { body } = await call(listAccounts, "GET", "/linked-accounts", { headers });
      const mine = body.linked_accounts.find(({ id }: { id: string }) => id === clinic.tenant.linkedAccountId);
      return mine.profile.behaviour.find(({ probe }: { probe: string }) => probe === "webhook")?.found;
    };
    expect(await found()).toContain("is registered within a minute");
    server.faults.next({ kind: "refused", status: 400, message: "webhook_url must be https" }, "POST /webhook");
    await keep();
    expect(addresses()).toEqual([]);
    expect(await rows()).toMatchObject([{ problem: "webhook_url must be https", registration_id: null }]);
    expect(await found()).toContain("could not be registered (webhook_url must be https)");
    const { jobId } = await pay();
    await server.finish();
    await makeDue();
    await take();
    expect(await jobs.read(jobId)).toMatchObject({ status: "completed" });
    server.faults.next({ kind: "cut_after" }, "POST /webhook");
    await keep();
    expect(await found()).toContain("could not be registered");
    await keep();
    expect(await found()).toContain("no event has come yet");
    expect(new Set(addresses()).size).toBe(1);
    await server.staffChange("patients", "PAT-1", { phone: "212-555-0003" });
    expect(await found()).toContain("the latest event came at");
  });

  it("does not put its address into what admins read, though the service quotes it", async () => {
    server.faults.of = (method, path) =>
      method === "POST" && path === "/webhook" ? { kind: "refused", status: 400, message: "Refused" } : null;
    await keep();
    const [{ sealed } = { sealed: "" }] = await database.asOwner<{ sealed: string }>("SELECT sealed FROM emr_webhook");
    const { open } = await import("#lib/security/sealing/secret-box");
    const { token } = JSON.parse(await open(sealed));
    server.faults.of = (method, path) =>
      method === "POST" && path === "/webhook"
        ? { kind: "refused", status: 400, message: `http://x/v1/emr-webhooks/${token} does not answer` }
        : null;
    await keep();
    expect((await rows())[0]?.problem).toBe("http://x/v1/emr-webhooks/… does not answer");
  });
});

describe("the outcome of an operation arrives", () => {
  it.each(variantRows().map((variants, row) => ({ row: row + 1, variants })))(
    "and ends it without a reading of the log: row $row",
    async ({ variants }) => {
      Object.assign(server.variants, variants);
      await proven();
      const reads = logReads();
      const [done, failing] = [await pay(), await pay()];
      server.faults.ofWork = ({ id }) => {
        const answered = server.queued().map((job) => job.id);
        return id === Math.max(...answered, id) ? { kind: "failed", reason: "The ledger is closed" } : { kind: "done" };
      };
      await server.finish();
      await take();
      const ends = [await jobs.read(done.jobId), await jobs.read(failing.jobId)];
      expect(ends.map(({ status }) => status).toSorted()).toEqual(["completed", "failed"]);
      for (const { jobId } of [done, failing]) expect(await jobs.eventsOf(jobId)).toHaveLength(1);
      expect(logReads()).toBe(reads);
    },
  );

  it("once, however often and in whatever order events come, also beside the log", async () => {
    await proven();
    const ends = ["twice", "held", "held"] as const;
    const first = server.events.length;
    server.faults.ofEvent = () => ends[server.events.length - first - 1] ?? "sent";
    const sent = [await pay(), await pay(), await pay()];
    await server.finish();
    await Promise.all([server.release("backwards"), take(), take()]);
    await take();
    await makeDue();
    await take();
    for (const event of server.events.slice(first)) {
      await server.replay(event);
      expect(statuses(event).every((status) => status === 200)).toBe(true);
    }
    await makeDue();
    await take();
    for (const { jobId } of sent) {
      expect(await jobs.read(jobId)).toMatchObject({ status: "completed", warnings: [] });
      expect(await jobs.eventsOf(jobId)).toHaveLength(1);
    }
    expect(await database.asOwner("SELECT FROM emr_event_arrived")).toEqual([]);
  });

  it("at once, in a process that takes events", async () => {
    await proven();
    const [paid, reads] = [await pay(), logReads()];
    const readings = startEventReadings();
    try {
      await server.finish();
      await server.staffChange("patients", "PAT-1", { phone: "212-555-4000" });
      await until(async () => (await jobs.read(paid.jobId)).status === "completed", 20_000);
      await until(async () => (await arrived()).length === 0, 20_000);
    } finally {
      await readings.stop();
    }
    expect(logReads()).toBe(reads);
  });

  it("by the workers of other processes, which are woken, where this process takes none", async () => {
    await proven();
    const heard: string[] = [];
    const { promise: listening, resolve } = Promise.withResolvers<void>();
    const listener = listenOn("crc_queue", (words) => (words ? heard.push(...words) : resolve()));
    try {
      await listening;
      await server.staffChange("patients", "PAT-1", { phone: "212-555-4001" });
      await expect.poll(() => heard).toContain("emr_events");
      await server.replay(server.events.at(-1) as HostedEvent);
      expect(heard.filter((word) => word === "emr_events")).toHaveLength(1);
    } finally {
      await listener.close();
    }
  });

  it("before the acceptance of its operation is stored", async () => {
    await proven();
    const reads = logReads();
    const { jobId } = await pay();
    const [row] = await database.asOwner<{ answer: object }>("SELECT answer FROM passed_on WHERE job_id = $1", [jobId]);
    const store = (answer: object | null, status: string) =>
      database.asOwner(
        "WITH sent AS (UPDATE passed_on SET answer = $2 WHERE job_id = $1) UPDATE job SET status = $3 WHERE id = $1",
        [jobId, answer, status],
      );
    await store(null, "running");
    await server.finish();
    await take();
    expect(await arrived()).toHaveLength(1);
    expect(await jobs.read(jobId)).toMatchObject({ status: "running" });
    await store(row?.answer ?? null, "queued");
    await withTenant(clinic.tenant, (tx) => readEventsSoon(tx, clinic.tenant));
    await take();
    expect(await jobs.read(jobId)).toMatchObject({ status: "completed", warnings: [] });
    expect(await arrived()).toEqual([]);
    expect(logReads()).toBe(reads);
  });

  it("and is kept no longer than needed, if it is of no operation of ours", async () => {
    await proven();
    server.faults.next({ kind: "cut_after" }, "POST /messages");
    const body = { provider: "101", subject: "Refill", message: "Before Friday" };
    const lost = await jobs.accept(() => call(sendMessage, "POST", "/messages", { headers: clinic.headers, body }));
    await server.finish();
    await take();
    // A message names nothing of its request: it is left to a person.
    expect(await jobs.read(lost.jobId)).toMatchObject({ status: "queued", ambiguous: true });
    expect(await arrived()).toHaveLength(1);
    await database.asOwner("UPDATE emr_event_arrived SET arrived_at = now() - interval '10 minutes'");
    await makeDue();
    await take();
    expect(await arrived()).toEqual([]);
  });

  it("of an operation whose answer was lost, found by what it names", async () => {
    await proven();
    const reads = logReads();
    server.faults.next({ kind: "cut_after" }, "POST /payments");
    const { jobId } = await pay();
    await server.finish();
    await take();
    expect(await jobs.read(jobId)).toMatchObject({
      status: "completed",
      warnings: [expect.stringContaining("found among the EMR's events")],
    });
    expect(logReads()).toBe(reads);
  });
});

describe("an event that does not arrive", () => {
  it("is found in the log once it had its time, which is then read at its usual pace until events arrive again", async () => {
    await proven();
    server.faults.ofEvent = () => "lost";
    const { jobId } = await pay();
    await server.finish();
    const reads = logReads();
    await makeDue();
    await take();
    expect(logReads()).toBe(reads);
    expect(await jobs.read(jobId)).toMatchObject({ status: "queued" });
    await database.asOwner("UPDATE passed_on SET sent_at = sent_at - interval '3 minutes'");
    await database.asOwner("UPDATE emr_webhook SET registered_at = registered_at - interval '10 minutes'");
    for (const event of server.events) event.created = new Date(Date.parse(event.created) - 120_000).toISOString();
    await makeDue();
    await take();
    expect(logReads()).toBe(reads + 1);
    expect(await jobs.read(jobId)).toMatchObject({ status: "completed" });
    expect((await rows())[0]?.missed_at).not.toBeNull();
    await makeDue();
    await take();
    await makeDue();
    await take();
    expect(logReads()).toBe(reads + 3);

    server.faults.ofEvent = () => "sent";
    await server.staffChange("patients", "PAT-3", { phone: "212-555-0009" });
    await take();
    const now = logReads();
    await makeDue();
    await take();
    expect(logReads()).toBe(now);
  });

  it("during an outage of ours is not lost", async () => {
    await proven();
    const { jobId } = await pay();
    const origin = [...server.webhooks];
    for (const [id] of origin) (server.webhooks as Map<string, string>).set(id, "http://127.0.0.1:9/v1/emr-webhooks/x");
    await server.finish();
    expect(statuses(server.events.at(-1))).toEqual([null, null]);
    for (const [id, url] of origin) (server.webhooks as Map<string, string>).set(id, url);
    await database.asOwner("UPDATE passed_on SET sent_at = sent_at - interval '3 minutes'");
    await makeDue();
    await take();
    expect(await jobs.read(jobId)).toMatchObject({ status: "completed" });
  });
});

/** Sends a body to our address as the service would, by a secret or a header. */
async function send(
  text: string | Uint8Array<ArrayBuffer>,
  { secret = server.secret(), signature }: { secret?: string; signature?: string | null } = {},
) {
  const [url = ""] = addresses();
  const made = signature === undefined ? createHmac("sha256", secret).update(text).digest("hex") : signature;
  const headers = { "content-type": "application/json", ...(made !== null && { "cobalt-verification": made }) };
  const response = await fetch(url, { method: "POST", body: text, headers });
  return { status: response.status, body: (await response.json()) as { message: string } };
}

const anEvent = (changes: Record<string, unknown> = {}) => ({
  id: `made-${++receipts}`,
  access_token_reference_id: "clinic-1",
  object: "event",
  created: new Date().toISOString(),
  type: "patient.updated",
  data: { mrn: "MRN-1" },
  ...changes,
});

const arrived = () => database.asOwner<{ event_id: string }>("SELECT event_id FROM emr_event_arrived");

describe("an event is taken only", () => {
  it("with a signature of the client's secret", async () => {
    await keep();
    const text = JSON.stringify(anEvent());
    for (const signature of [null, "", "0".repeat(64), createHmac("sha256", "x").update(text).digest("hex")]) {
      expect((await send(text, { signature })).status).toBe(401);
    }
    expect(await arrived()).toEqual([]);
    expect((await rows())[0]).toMatchObject({ heard_at: null, refused_at: expect.any(Date) });
    expect((await send(text)).status).toBe(200);
    expect(await arrived()).toHaveLength(1);
  });

  it("at an address that is known", async () => {
    await keep();
    const [url = ""] = addresses();
    const response = await fetch(`${url}x`, { method: "POST", body: "{}" });
    expect(response.status).toBe(404);
  });

  it("of the client itself, not of another one", async () => {
    await keep();
    const other = await startHostedServer({ patients: 3 });
    expect((await send(JSON.stringify(anEvent()), { secret: other.secret() })).status).toBe(401);
    await other.stop();
  });

  it("for the account that it names; what is of another account here is acknowledged and has no effect", async () => {
    const beside = await makeAccountBeside(clinic, { emrType: "records_api" });
    await linkHosted(database, beside, server, server.addAccount("practice-7"));
    await keep();
    const owners = () =>
      database.asOwner<{ id: string }>("SELECT linked_account_id AS id FROM emr_event_arrived ORDER BY arrived_at");
    expect(await send(JSON.stringify(anEvent({ access_token_reference_id: "practice-7" })))).toMatchObject({
      status: 200,
      body: { message: "Event stored" },
    });
    expect(await send(JSON.stringify(anEvent({ access_token_reference_id: "unknown here" })))).toMatchObject({
      status: 200,
      body: { message: "Nothing to store" },
    });
    expect((await owners()).map(({ id }) => id.replaceAll("-", ""))).toEqual([beside.tenant.linkedAccountId]);
    await send(JSON.stringify(anEvent({ access_token_reference_id: undefined })));
    expect(await owners()).toHaveLength(3);
  });

  it("if it is young: an old one may be a replay whose id is forgotten", async () => {
    await keep();
    const created = new Date(Date.now() - 25 * 3_600_000).toISOString();
    expect(await send(JSON.stringify(anEvent({ created })))).toMatchObject({ status: 200 });
    expect(await arrived()).toEqual([]);
  });

  it("if it can be read; no body ends in an error of ours", async () => {
    await keep();
    const deep = `${"[".repeat(70)}${"]".repeat(70)}`;
    // Signed as it arrived: a repetition would be no better.
    for (const text of [deep, "[".repeat(300_000)]) {
      expect((await send(text)).status).toBe(200);
    }
    for (const text of ["", "{", "no JSON"]) {
      expect((await send(text)).status).toBe(400);
    }
    expect((await send(new Uint8Array([0x22, 0xff, 0x22]))).status).toBe(400);
    for (const value of [null, 7, "text", [], {}, { id: "x" }, anEvent({ type: 9 }), anEvent({ id: "a\0b" })]) {
      expect(await send(JSON.stringify(value))).toMatchObject({ status: 200, body: { message: "Nothing to store" } });
    }
    expect(await arrived()).toEqual([]);
    expect((await send(JSON.stringify(anEvent({ data: { note: "x".repeat(1_100_000) } })))).status).toBe(413);
    const odd = [
      anEvent({ type: "vitals.recorded" }),
      anEvent({ type: "a\0b" }),
      anEvent({ type: "", job_id: "7" }),
      anEvent({ type: "patient.updated", data: { mrn: "\0", ehr_id: "\ud800" } }),
      anEvent({ type: "appointment.updated", data: { appointment_id: "../../x?y=1", appointment: 7 } }),
      anEvent({ type: "payment.created", job_id: "99", data: { reference_number: "\0" } }),
      anEvent({ data: null }),
      anEvent({ created: "once" }),
    ];
    for (const event of odd) expect((await send(JSON.stringify(event))).status).toBe(200);
    await take();
    await database.asOwner("UPDATE emr_event_arrived SET arrived_at = now() - interval '2 hours'");
    await makeDue();
    await take();
    expect(await arrived()).toEqual([]);
  });
});

describe("the secret", () => {
  it.each(["registration", "rotation"] as const)(
    "that another has rotated at the service is learned anew (shown at the %s); events meanwhile are found in the log",
    async (secretShown) => {
      server.variants.secretShown = secretShown;
      await proven();
      const { base_url, ...three } = server.connection;
      const { jobId } = await pay();
      await fetch(`${base_url}/webhook/rotate-secret`, { method: "POST", headers: three });
      await server.finish();
      expect(statuses(server.events.at(-1))).toEqual([401, 401]);
      await makeDue();
      await take();
      expect(await jobs.read(jobId)).toMatchObject({ status: "completed" });
      await keep();
      const event = await server.staffChange("patients", "PAT-1", { phone: `212-555-${2_000 + ++receipts}` });
      expect(statuses(event)).toEqual([200]);
      expect(addresses()).toHaveLength(1);
    },
  );

  it("is accepted for a day beside a new one", async () => {
    server.variants.secretShown = "rotation";
    await keep();
    const before = server.secret();
    await send("{}", { secret: "wrong" });
    await keep();
    expect(server.secret()).not.toBe(before);
    expect((await send(JSON.stringify(anEvent()), { secret: before })).status).toBe(200);
    expect((await send(JSON.stringify(anEvent()))).status).toBe(200);
  });
});

describe("a change in the EMR", () => {
  it.each(variantRows().map((variants, row) => ({ row: row + 1, variants })))(
    "is in our copy as soon as its event arrived, without a reading of the log: row $row",
    async ({ row, variants }) => {
      Object.assign(server.variants, variants);
      await syncAccount(clinic.tenant);
      await proven();
      const reads = logReads();
      await server.staffChange("appointments", "APT-1", { reason: `Changed ${row}` });
      await server.staffChange("patients", "PAT-1", { phone: `212-555-77${row}7` });
      await take();
      const [visit] = await database.asOwner<{ reason: string }>(
        "SELECT reason FROM appointment WHERE linked_account_id = $1 AND emr_appointment_id = 'APT-1'",
        [clinic.tenant.linkedAccountId],
      );
      expect(visit?.reason).toBe(`Changed ${row}`);
      const [patient] = await database.asOwner<{ phone: string }>(
        "SELECT phone FROM patient WHERE linked_account_id = $1 AND mrn = 'MRN-1'",
        [clinic.tenant.linkedAccountId],
      );
      expect(patient?.phone).toBe(`212-555-77${row}7`);
      expect(logReads()).toBe(reads);
    },
  );

  it("waits while the service does not answer, and does not keep outcomes from their jobs", async () => {
    await proven();
    const { jobId } = await pay();
    await server.staffChange("patients", "PAT-1", { phone: "212-555-0100" });
    await server.finish();
    server.faults.of = (method) => (method === "GET" ? { kind: "failed_after" } : null);
    await take();
    expect(await jobs.read(jobId)).toMatchObject({ status: "completed" });
    expect(await arrived()).toHaveLength(1);
    server.faults.of = () => null;
    await makeDue();
    await take();
    expect(await arrived()).toEqual([]);
  });
});

it("what arrived for an account is forgotten when it leads to another EMR or is unlinked", async () => {
  await keep();
  await send(JSON.stringify(anEvent({ job_id: "7", type: "payment.created" })));
  await database.asOwner("UPDATE linked_account SET unlinked_at = now()");
  await take();
  expect(await arrived()).toEqual([]);
});
