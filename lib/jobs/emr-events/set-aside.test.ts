/** @module-tag long */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { GET as listAccounts } from "#app/v1/linked-accounts/route.ts";
import { POST as createPayment } from "#app/v1/payments/route.ts";
import { keepWebhooks } from "#lib/jobs/emr-webhooks/upkeep";
import { syncAccount } from "#lib/jobs/sync/sync-account";
import { forgetSingleton } from "#lib/kernel/singleton";
import { call } from "#lib/testing/call";
import { aPayment, openClinic } from "#lib/testing/clinic";
import { type HostedServer, startHostedServer } from "#lib/testing/hosted/server";
import type { HostedEvent } from "#lib/testing/hosted/state";
import { FIRST_VARIANTS } from "#lib/testing/hosted/variants";
import { jobsOf } from "#lib/testing/jobs";
import { linkHosted } from "#lib/testing/link-hosted";
import type { TestAccount } from "#lib/testing/linked-account";
import { signIn } from "#lib/testing/principals";
import { type ProductServer, startProductServer } from "#lib/testing/product-server";
import { testDatabase } from "#lib/testing/test-database";
import { readDueLogs } from "./read-log.ts";

process.env.SEED = "demo";
const database = testDatabase();
let product: ProductServer;
let server: HostedServer;
let clinic: TestAccount;
let number = 0;
const jobs = jobsOf(database, () => clinic);

beforeAll(async () => {
  product = await startProductServer();
  forgetSingleton("environment");
});
beforeEach(async () => {
  await database.asOwner("TRUNCATE emr_webhook, emr_event_arrived, emr_event_reading, emr_event_taken");
  await database.asOwner("UPDATE linked_account SET unlinked_at = now()");
  server = await startHostedServer({ patients: 6, times: { attemptsApartMs: 10, attemptMs: 2_000 } });
  clinic = await openClinic();
  await linkHosted(database, clinic, server);
  await syncAccount(clinic.tenant);
});
afterEach(async () => {
  await jobs.forgetUnfinished();
  Object.assign(server.variants, FIRST_VARIANTS);
  await server.stop();
});
afterAll(() => product.stop());

const pay = () =>
  jobs.accept(() =>
    call(createPayment, "POST", "/payments", {
      headers: clinic.headers,
      body: { ...aPayment, reference_number: `POISON-${++number}` },
    }),
  );

async function readLog(): Promise<void> {
  await database.asOwner("UPDATE emr_event_reading SET next_at = now() - interval '1 minute', log_at = NULL");
  await readDueLogs(new Date());
}

const phoneOf = async (mrn: string) =>
  (
    await database.asOwner<{ phone: string }>("SELECT phone FROM patient WHERE linked_account_id = $1 AND mrn = $2", [
      clinic.tenant.linkedAccountId,
      mrn,
    ])
  )[0]?.phone;

/** What the account says of events that were set aside. */
async function saidOfAccount(): Promise<string | undefined> {
  const { body } = await call(listAccounts, "GET", "/linked-accounts", { headers: await signIn(clinic, "admin") });
  const account = body.linked_accounts.find(({ id }: { id: string }) => id === clinic.tenant.linkedAccountId);
  return account.profile.behaviour.find(({ probe }: { probe: string }) => probe === "events set aside")?.found;
}

/** Puts an event into the log as it is. */
async function putEvent(fields: Record<string, unknown>): Promise<HostedEvent> {
  const sample = await server.staffChange("patients", "PAT-6", { phone: `212-555-${7_000 + ++number}` });
  const event = { ...sample, id: `poison-${number}`, ...fields } as unknown as HostedEvent;
  server.events.push(event);
  return event;
}

const nested = (levels: number): unknown =>
  Array.from({ length: levels }).reduce<unknown>((inner) => ({ inner }), "Secret Name");

const UNREAD: [string, Record<string, unknown>][] = [
  ["an id of another type", { id: { of: "Secret Name" } }],
  ["no id", { id: null }],
  ["an id that is too long", { id: "x".repeat(501) }],
  ["an id with NUL", { id: "a\u0000b" }],
  ["a type of another type", { type: 7 }],
  ["no type", { type: undefined }],
  ["a type that is too long", { type: "x".repeat(100_000) }],
  ["a type with NUL", { type: "patient.\u0000" }],
  ["no time", { created: "5000 and soon" }],
  ["a time of another type", { created: ["5000"] }],
  ["a job that is no id", { jobId: "x".repeat(600), type: "payment.created" }],
];

/** Events that are understood, and of which nothing can be stored or shown as they say. */
const TAKEN: [string, Record<string, unknown>][] = [
  ["data of another type", { data: "Secret Name" }],
  ["a list as data", { data: [] }],
  ["an id of the record of another type", { data: { mrn: { of: 1 }, ehr_id: [] } }],
  ["data that is nested too deeply", { data: nested(1_000) }],
  ["NUL in its data", { data: { mrn: "MRN\u0000", note: "Secret\u0000Name" } }],
  ["half a letter in its data", { data: { mrn: "MRN\ud800" } }],
  ["an id of the record that is too long", { data: { mrn: "9".repeat(200_000) } }],
  ["a moment that is to come", { created: "2999-01-01T00:00:00.000Z" }],
  ["a moment beyond the calendar", { created: "9998-12-31T23:59:59.999-16:00" }],
];

describe("an event of the log that cannot be taken keeps no other one back", () => {
  it.each([...UNREAD, ...TAKEN])("%s", async (_words, fields) => {
    const { jobId } = await pay();
    await readLog();
    await server.staffChange("patients", "PAT-1", { phone: "212-555-8001" });
    await putEvent(fields);
    await putEvent(fields);
    await server.finish();
    await server.staffChange("patients", "PAT-2", { phone: "212-555-8002" });
    await readLog();
    expect(await jobs.read(jobId)).toMatchObject({ status: "completed" });
    expect([await phoneOf("MRN-1"), await phoneOf("MRN-2")]).toEqual(["212-555-8001", "212-555-8002"]);
    // The next ones as well.
    await server.staffChange("patients", "PAT-2", { phone: "212-555-8003" });
    await readLog();
    expect(await phoneOf("MRN-2")).toBe("212-555-8003");
    const [reading] = await database.asOwner<{ since: Date }>("SELECT since FROM emr_event_reading");
    expect(reading?.since.getTime()).toBeLessThanOrEqual(Date.now());
  });

  it.each(UNREAD)("is set aside once, and said without what it says: %s", async (_words, fields) => {
    await putEvent(fields);
    await readLog();
    const said = await saidOfAccount();
    expect(said).toMatch(/^1 since the last test, the latest at 20\S+: It /);
    expect(said).not.toContain("Secret");
    await readLog();
    expect(await saidOfAccount()).toBe(said);
  });

  it.each(["newest", "oldest"] as const)("in a log of several pages, the %s first", async (eventOrder) => {
    Object.assign(server.variants, { eventOrder });
    const { jobId } = await pay();
    await readLog();
    for (let each = 0; each < 60; each++) await putEvent(UNREAD[each % UNREAD.length]?.[1] ?? {});
    await server.finish();
    await server.staffChange("patients", "PAT-1", { phone: "212-555-8101" });
    for (let each = 0; each < 60; each++) await putEvent({ created: "2999-01-01T00:00:00.000Z" });
    await readLog();
    expect(await jobs.read(jobId)).toMatchObject({ status: "completed" });
    expect(await phoneOf("MRN-1")).toBe("212-555-8101");
  });
});

describe("a change whose record the service does not show", () => {
  it("keeps no other one back, is tried again, and has its effect once the service shows it", async () => {
    server.faults.of = (_method, path) => (path.startsWith("/appointment/") ? { kind: "failed_after" } : null);
    const [visit] = server.clinic.appointments;
    await server.staffChange("appointments", String(visit?.ehr_id), { status: "ARR" });
    await server.staffChange("patients", "PAT-1", { phone: "212-555-8201" });
    await readLog();
    await server.staffChange("patients", "PAT-2", { phone: "212-555-8202" });
    await readLog();
    expect([await phoneOf("MRN-1"), await phoneOf("MRN-2")]).toEqual(["212-555-8201", "212-555-8202"]);
    const status = async () =>
      (
        await database.asOwner<{ status: string }>(
          "SELECT status FROM appointment WHERE linked_account_id = $1 AND emr_appointment_id = $2",
          [clinic.tenant.linkedAccountId, visit?.ehr_id],
        )
      )[0]?.status;
    expect(await status()).not.toBe("ARR");
    server.faults.of = () => null;
    await readLog();
    expect(await status()).toBe("ARR");
    expect(await database.asOwner("SELECT FROM emr_event_arrived")).toEqual([]);
  });

  it("is set aside after an hour", async () => {
    server.faults.of = (_method, path) => (path.startsWith("/appointment/") ? { kind: "failed_after" } : null);
    await server.staffChange("appointments", String(server.clinic.appointments[0]?.ehr_id), { status: "ARR" });
    await server.staffChange("patients", "PAT-1", { phone: "212-555-8301" });
    await readLog();
    await database.asOwner("UPDATE emr_event_arrived SET arrived_at = now() - interval '2 hours'");
    await readLog();
    expect(await saidOfAccount()).toContain("The EMR did not show what it is about");
    expect(await database.asOwner("SELECT FROM emr_event_arrived")).toEqual([]);
  });
});

describe("at the webhook", () => {
  it.each([...UNREAD, ...TAKEN])(
    "an event is acknowledged at once, and the others have their effect: %s",
    async (_words, fields) => {
      await keepWebhooks(new Date());
      const [patient] = [await putEvent(fields)];
      await server.replay(patient);
      // One without an id of its own is known by a header, which HTTP does not let have any text.
      const attempts = server.ledger.deliveries(patient.id as string);
      for (const { status } of attempts) expect([200, null]).toContain(status);
      expect(attempts.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
      await server.staffChange("patients", "PAT-1", { phone: "212-555-8401" });
      await database.asOwner("UPDATE emr_event_reading SET next_at = now() - interval '1 minute'");
      await readDueLogs(new Date());
      expect(await phoneOf("MRN-1")).toBe("212-555-8401");
      const [row] = await database.asOwner<{ refused_at: Date | null }>("SELECT refused_at FROM emr_webhook");
      expect(row?.refused_at).toBeNull();
    },
  );
});
