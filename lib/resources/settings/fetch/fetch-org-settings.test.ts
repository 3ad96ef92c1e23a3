import { beforeEach, describe, expect, it } from "vitest";
import { POST } from "#app/v1/org-settings/fetch/route.ts";
import { runSync } from "#lib/jobs/sync/run-sync";
import { call } from "#lib/testing/call";
import { openClinic } from "#lib/testing/clinic";
import { jobsOf } from "#lib/testing/jobs";
import type { TestAccount } from "#lib/testing/linked-account";
import { testDatabase } from "#lib/testing/test-database";

const database = testDatabase();
let clinic: TestAccount;
const jobs = jobsOf(database, () => clinic);

beforeEach(async () => {
  clinic = await openClinic();
});

const post = (body?: unknown, headers: Record<string, string> = clinic.headers) =>
  call(POST, "POST", "/org-settings/fetch", { ...(body === undefined ? {} : { body }), headers });

const jobsInFlight = async () =>
  (await database.asOwner("SELECT 1 FROM job WHERE linked_account_id = $1", [clinic.tenant.linkedAccountId])).length;

describe("POST /org-settings/fetch", () => {
  it("requires no body and answers with the job as text", { tags: "long" }, async () => {
    const answer = await post();
    expect([answer.status, answer.body]).toEqual([
      202,
      {
        success: true,
        status: "queued",
        message: "Organization settings sync queued",
        job_execution_id: expect.stringMatching(/^\d+$/),
      },
    ]);
  });

  it("answers 409 with the running job, and accepts the next sync after its end", async () => {
    const first = (await post()).body.job_execution_id;
    const conflict = await post();
    expect([conflict.status, conflict.body]).toEqual([
      409,
      {
        success: false,
        status: "running",
        message: "An organization settings sync is already running for this account",
        job_execution_id: first,
      },
    ]);
    await jobs.run(Number(first));
    expect((await post()).status).toBe(202);
  });

  it("accepts one of fifty simultaneous requests", { tags: "long" }, async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => post()));
    const accepted = answers.filter(({ status }) => status === 202);
    const refused = answers.filter(({ status }) => status === 409);
    expect([accepted.length, refused.length]).toEqual([1, 49]);
    for (const { body } of refused) expect(body.job_execution_id).toBe(accepted[0]?.body.job_execution_id);
    expect(await jobsInFlight()).toBe(1);
  });

  it("does not block another account", { tags: "long" }, async () => {
    const other = await openClinic();
    expect((await post()).status).toBe(202);
    expect((await post(undefined, other.headers)).status).toBe(202);
  });

  const notHttps = "callback_urls must be made only of non-empty https URLs";
  it.each([
    ["http", "http://example.com/hook"],
    ["an empty string", ""],
    ["an empty list", []],
    ["one of several", ["https://example.com/hook", ""]],
    ["an object", { url: "https://example.com/hook" }],
    ["a number in the list", [1]],
  ])("refuses callback URLs that are not https: %s", async (_name, callback_urls) => {
    const answer = await post({ callback_urls });
    expect([answer.status, answer.body]).toMatchObject([400, { success: false, message: notHttps }]);
    expect(await jobsInFlight()).toBe(0);
  });

  it.each([
    ["one URL", "https://example.com/hook"],
    ["a list", ["https://example.com/hook"]],
  ])("accepts %s, and notifies it instead of the account's endpoints", async (_name, callback_urls) => {
    await database.asOwner(
      `INSERT INTO webhook_endpoint (id, organization_id, linked_account_id, url, event_types, secret, status)
       VALUES (gen_random_uuid(), $1, $2, 'https://registered.example/hook', '{}', 'sealed', 'enabled')`,
      [clinic.tenant.organizationId, clinic.tenant.linkedAccountId],
    );
    const jobId = Number((await post({ callback_urls })).body.job_execution_id);
    await jobs.run(jobId);
    const events = await database.asOwner<{ target_url: string | null }>(
      "SELECT target_url FROM delivery d JOIN event e ON e.id = d.event_id WHERE e.job_id = $1 ORDER BY 1 NULLS FIRST",
      [jobId],
    );
    expect(events.map(({ target_url }) => target_url)).toEqual([null, "https://example.com/hook"]);
  });
});

describe("a settings sync's job", () => {
  it("stores the EMR's changes and counts them", async () => {
    const account = clinic.tenant.linkedAccountId;
    await database.asOwner("UPDATE sandbox.location SET name = 'Renamed' WHERE practice_id = $1 AND id = 'LOC-1'", [
      account,
    ]);
    await database.asOwner(
      "INSERT INTO sandbox.provider (practice_id, id, first_name, last_name, npi, specialty, status) VALUES ($1, '9999', 'New', 'Doctor', '1', 'Pediatrics', 'active')",
      [account],
    );
    const stale = await database.asOwner("SELECT 1 FROM location WHERE linked_account_id = $1 AND name = 'Renamed'", [
      account,
    ]);
    expect(stale).toHaveLength(0);

    const jobId = Number((await post()).body.job_execution_id);
    await jobs.run(jobId);
    const [event] = await jobs.eventsOf(jobId);
    expect(event).toMatchObject({ type: "org_settings.synced", action: "ehr_sync", job_id: String(jobId) });
    expect(event?.data).toMatchObject({
      status: "completed",
      summary: { providers_created: 1, providers_updated: 0, locations_created: 0, locations_updated: 1 },
    });
    const [renamed] = await database.asOwner<{ name: string }>(
      "SELECT name FROM location WHERE linked_account_id = $1 AND emr_id = 'LOC-1'",
      [account],
    );
    expect(renamed?.name).toBe("Renamed");
  });

  it("announces a short answer at once, and its recovery, each once", { tags: "long" }, async () => {
    const events = async () =>
      (
        await database.asOwner<{ type: string; kinds: string[] }>(
          "SELECT type, envelope -> 'data' -> 'kinds' AS kinds FROM event WHERE linked_account_id = $1 AND job_id IS NULL ORDER BY id",
          [clinic.tenant.linkedAccountId],
        )
      ).map(({ type, kinds }) => [type, kinds]);
    const fetchSettings = async () => jobs.run(Number((await post()).body.job_execution_id));
    const sync = () => runSync({ ...clinic.tenant, requestedAt: new Date().toISOString() });
    const move = (from: string, to: string) =>
      database.asOwner("UPDATE sandbox.form SET practice_id = $2 WHERE practice_id = $1", [from, to]);
    await sync();
    const elsewhere = (await openClinic()).tenant.linkedAccountId;
    await database.asOwner("DELETE FROM sandbox.form WHERE practice_id = $1", [elsewhere]);
    await move(clinic.tenant.linkedAccountId, elsewhere);
    await fetchSettings();
    expect(await events()).toEqual([["sync.degraded", ["forms"]]]);
    await fetchSettings();
    await sync();
    expect(await events()).toHaveLength(1);
    await move(elsewhere, clinic.tenant.linkedAccountId);
    await fetchSettings();
    await sync();
    expect((await events()).slice(1)).toEqual([["sync.recovered", ["forms"]]]);
  });

  it("emits the reason after its last attempt", async () => {
    const jobId = Number((await post()).body.job_execution_id);
    await jobs.behave("outage = true");
    for (let attempt = 1; attempt <= 8; attempt++) {
      await jobs.due(jobId);
      await jobs.run(jobId);
    }
    expect((await jobs.eventsOf(jobId)).map(({ type, data }) => [type, data])).toEqual([
      ["org_settings.sync_failed", { failure_reason: "The EMR is out of service" }],
    ]);
  });
});
