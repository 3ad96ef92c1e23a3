import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { GET as getAppointments } from "#app/v1/appointments/route.ts";
import { POST as ROTATE } from "#app/v1/linked-accounts/[id]/rotate-token/route.ts";
import { GET, PATCH } from "#app/v1/linked-accounts/[id]/route.ts";
import { GET as LIST, POST } from "#app/v1/linked-accounts/route.ts";
import { GET as getLocations } from "#app/v1/locations/route.ts";
import { GET as getPatients } from "#app/v1/patients/route.ts";
import { POST as pay } from "#app/v1/payments/route.ts";
import { GET as getBehavior } from "#app/v1/sandbox/behavior/route.ts";
import { workOff } from "#lib/jobs/runner/work-off";
import { planNightlySyncs } from "#lib/jobs/sync/nightly";
import { runSync } from "#lib/jobs/sync/run-sync";
import { learnTime } from "#lib/kernel/clock";
import { addDays, todayIn } from "#lib/kernel/dates";
import { forgetSingleton } from "#lib/kernel/singleton";
import { call } from "#lib/testing/call";
import { aPayment, openClinic } from "#lib/testing/clinic";
import { directoryProblems } from "#lib/testing/directory-problems";
import type { TestAccount } from "#lib/testing/linked-account";
import { signIn } from "#lib/testing/principals";
import { testDatabase } from "#lib/testing/test-database";
import { listLinkedAccounts } from "./queries.ts";

const database = testDatabase();
let clinic: TestAccount;
let admin: Record<string, string>;

afterEach(async () => expect(await directoryProblems(database)).toEqual([]));

beforeEach(async () => {
  clinic = await openClinic();
  admin = await signIn(clinic, "admin");
  return () => vi.useRealTimers();
});

const INTERVAL_PROBLEM = "sync_interval_minutes must be a whole number of minutes from 0 to 1440";
const annex = { name: "Annex", emr_type: "sandbox", timezone: "America/Chicago" };
const list = async (headers = admin) => (await call(LIST, "GET", "/linked-accounts", { headers })).body.linked_accounts;
const link = (body: unknown, headers = admin) => call(POST, "POST", "/linked-accounts", { headers, body });
const patch = (body: unknown, { id = clinic.tenant.linkedAccountId, headers = admin } = {}) =>
  call(PATCH, "PATCH", `/linked-accounts/${id}`, { headers, body, params: { id } });
const rotate = (id = clinic.tenant.linkedAccountId, headers = admin) =>
  call(ROTATE, "POST", `/linked-accounts/${id}/rotate-token`, { headers, params: { id } });
const waitOut = () => vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 5_001 });

describe("linking an EMR", () => {
  it("answers once with an access token, and a first sync fetches the records", { tags: "long" }, async () => {
    const { status, body } = await link(annex);
    expect(status).toBe(201);
    const { access_token, ...account } = body.linked_account;
    expect(access_token).toMatch(/^token_.{43}$/);
    expect(account).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{32}$/),
      ...annex,
      required_fields: {},
      unsupported_fields: {},
      unsupported_kinds: [],
      organization_id: expect.stringMatching(/^[0-9a-f]{32}$/),
      organization_name: "Test clinic",
      capabilities: expect.arrayContaining(["claims_fetch", "services"]),
      writes: null,
      connection: null,
      secrets: [],
      profile: null,
      event_webhook: null,
      change_notices: null,
      write_operations: expect.any(Array),
      synced_at: null,
      sync_interval_minutes: 5,
      active: true,
      state: "linked",
      user_active: true,
      access_token_reference_id: expect.any(String),
      created_at: expect.any(String),
      etag: expect.any(String),
    });
    const headers = { ...clinic.headers, access_token };
    expect((await call(getBehavior, "GET", "/sandbox/behavior", { headers })).status).toBe(404);
    await workOff(30);

    expect((await list()).at(-1)).toMatchObject({ id: account.id, synced_at: expect.any(String) });
    const { patients } = (await call(getPatients, "GET", "/patients?limit=5000", { headers })).body;
    expect(patients.length).toBe(200);
    const today = todayIn(annex.timezone);
    const schedule = await call(
      getAppointments,
      "GET",
      `/appointments?start_date=${today}&end_date=${addDays(today, 7)}`,
      {
        headers,
      },
    );
    expect(schedule.body.appointments.length).toBeGreaterThan(50);
    expect((await call(getBehavior, "GET", "/sandbox/behavior", { headers })).body.behavior.latency_ms).toBe(200);
    const { locations } = (await call(getLocations, "GET", "/locations", { headers })).body;
    const payment = { ...aPayment, patient_mrn: patients[0].mrn, location: locations[0].emr_id };
    expect((await call(pay, "POST", "/payments", { headers, body: payment })).status).toBe(202);
  });

  it("creates one practice, however often its first sync is retried, and its schedule continues daily", {
    tags: "long",
  }, async () => {
    const { id } = (await link({ ...annex, emr_type: "sandbox_basic" })).body.linked_account;
    const tenant = { organizationId: clinic.tenant.organizationId, linkedAccountId: id };
    const sync = () => runSync({ ...tenant, requestedAt: new Date().toISOString() });
    await sync();
    const lastDay = async () => {
      const [row] = await database.asOwner<{ count: string; last: string }>(
        "SELECT count(*), max(starts_at)::date::text AS last FROM sandbox.appointment WHERE practice_id = $1",
        [id],
      );
      return row;
    };
    const first = await lastDay();
    await sync();
    expect(await lastDay()).toEqual(first);
    const inAWeek = Date.now() + 7 * 86_400_000;
    vi.useFakeTimers({ toFake: ["Date"], now: inAWeek });
    learnTime(inAWeek, inAWeek);
    onTestFinished(() => forgetSingleton("clock"));
    await sync();
    const later = await lastDay();
    expect(later?.last).toBe(addDays(first?.last ?? "", 7));
  });

  it.each([
    [
      {},
      "Missing required field: name; Missing required field: emr_type (must be one of sandbox, sandbox_basic, fhir, records_api); Missing required field: timezone",
    ],
    [{ ...annex, emr_type: "epic" }, "emr_type must be one of sandbox, sandbox_basic, fhir, records_api"],
    [{ ...annex, timezone: "Mars/Olympus" }, "timezone must be an IANA time zone, such as America/New_York"],
    [{ ...annex, timezone: "+05:00" }, "timezone must be an IANA time zone, such as America/New_York"],
    [{ ...annex, name: "" }, "name must be a non-empty string"],
  ])("refuses %o", async (body, message) => {
    const answer = await link(body);
    expect([answer.status, answer.body]).toMatchObject([400, { success: false, message }]);
    expect(await list()).toHaveLength(1);
  });

  it("is refused to an API client, which may list the accounts", async () => {
    const needsPerson =
      "Not allowed: this needs the session of an admin; an API client cannot do it; nothing was saved";
    for (const answer of [
      await link(annex, clinic.headers),
      await patch({ name: "X" }, { headers: clinic.headers }),
      await rotate(undefined, clinic.headers),
    ]) {
      expect([answer.status, answer.body.message]).toEqual([403, needsPerson]);
    }
    expect(await list(clinic.headers)).toMatchObject([{ name: "Test account" }]);
  });
});

describe("a linked account", () => {
  const payBy = (headers: Record<string, string>) => call(pay, "POST", "/payments", { headers, body: aPayment });

  it("can be renamed", async () => {
    const { status, body } = await patch({ name: " Main " });
    expect([status, body.linked_account]).toMatchObject([200, { name: "Main", active: true }]);
    expect(await list()).toMatchObject([{ name: "Main" }]);
  });

  it("remains the users' first account when another is linked, until it is unlinked", async () => {
    const { organizationId, linkedAccountId } = clinic.tenant;
    const { id } = (await link({ ...annex, name: "A first one by name" })).body.linked_account;
    const order = async () => (await listLinkedAccounts(organizationId)).map((account) => account.id);
    expect(await order()).toEqual([linkedAccountId, id]);
    await patch({ active: false });
    expect(await order()).toEqual([id, linkedAccountId]);
  });

  it("accepts no operation and is not synced at night while it is unlinked", async () => {
    const later = new Date(Date.now() + 3 * 86_400_000);
    const planned = async () =>
      (
        await database.asOwner("SELECT FROM queue.entry WHERE queue = 'syncs' AND data ->> 'linkedAccountId' = $1", [
          clinic.tenant.linkedAccountId,
        ])
      ).length;
    expect((await patch({ active: false })).body.linked_account.active).toBe(false);
    for (const headers of [clinic.headers, admin]) {
      const answer = await payBy(headers);
      expect([answer.status, answer.body]).toMatchObject([
        404,
        { message: "User not found", errors: [{ field: "access_token" }] },
      ]);
      expect((await call(getPatients, "GET", "/patients", { headers })).status).toBe(200);
    }
    await planNightlySyncs(later);
    expect(await planned()).toBe(0);
    expect((await patch({ active: true })).body.linked_account.active).toBe(true);
    expect((await payBy(clinic.headers)).status).toBe(202);
    // It is read at once when it is linked again, and at night as before.
    expect(await planned()).toBe(1);
    await planNightlySyncs(later);
    expect(await planned()).toBe(2);
  });

  it("gets a new access token; the old one is refused within 5 seconds", async () => {
    expect((await payBy(clinic.headers)).status).toBe(202);
    const { body } = await rotate();
    waitOut();
    expect((await payBy(clinic.headers)).status).toBe(401);
    const headers = { ...clinic.headers, access_token: body.linked_account.access_token };
    expect((await payBy(headers)).status).toBe(202);
  });

  it("is read between its syncs as often as an admin sets it, and 0 ends that", async () => {
    const before = (await list()).find(({ id }: { id: string }) => id === clinic.tenant.linkedAccountId);
    const { status, body } = await patch({ sync_interval_minutes: 15 });
    expect([status, body.linked_account.sync_interval_minutes]).toEqual([200, 15]);
    expect(body.linked_account.etag).not.toBe(before.etag);
    const shown = async () => {
      const { linkedAccountId: id } = clinic.tenant;
      const { body } = await call(GET, "GET", `/linked-accounts/${id}`, { headers: clinic.headers, params: { id } });
      return body.linked_account;
    };
    expect(await shown()).toMatchObject({ sync_interval_minutes: 15, freshness: { changes: { every_seconds: null } } });
    await patch({ sync_interval_minutes: 0 });
    expect(await shown()).toMatchObject({ sync_interval_minutes: 0, freshness: null });
  });

  it.each([
    [{ sync_interval_minutes: -1 }, INTERVAL_PROBLEM],
    [{ sync_interval_minutes: 1_441 }, INTERVAL_PROBLEM],
    [{ sync_interval_minutes: 2.5 }, INTERVAL_PROBLEM],
    [{ sync_interval_minutes: "5" }, INTERVAL_PROBLEM],
    [
      {},
      "Send at least one of name, sync_interval_minutes, active, access_token_reference_id, connection, writes, switch_on, switch_off",
    ],
    [{ active: "no" }, "active must be true or false"],
  ])("refuses %o", async (body, message) => {
    const answer = await patch(body);
    expect([answer.status, answer.body]).toMatchObject([400, { success: false, message }]);
  });
});
