import { beforeAll, expect, it } from "vitest";
import { PATCH } from "#app/v1/appointments/route.ts";
import { GET } from "#app/v1/visit-status-times/route.ts";
import { syncAccount } from "#lib/jobs/sync/sync-account";
import { call } from "#lib/testing/call";
import { openClinic } from "#lib/testing/clinic";
import { jobsOf } from "#lib/testing/jobs";
import type { TestAccount } from "#lib/testing/linked-account";
import { testDatabase } from "#lib/testing/test-database";

const database = testDatabase();
let clinic: TestAccount;
const jobs = jobsOf(database, () => clinic);
const ID = "APT-1";

beforeAll(async () => {
  clinic = await openClinic();
});

async function read() {
  const [found] = await database.asOwner<{ day: string }>(
    `SELECT to_char(starts_at AT TIME ZONE (SELECT timezone FROM linked_account WHERE id = $1), 'YYYY-MM-DD') AS day
     FROM appointment WHERE linked_account_id = $1 AND emr_appointment_id = $2`,
    [clinic.tenant.linkedAccountId, ID],
  );
  const { body } = await call(GET, "GET", `/visit-status-times?date=${found?.day}`, { headers: clinic.headers });
  return body.visit_status_times.find(
    ({ emr_appointment_id }: { emr_appointment_id: string }) => emr_appointment_id === ID,
  );
}

/** Changes the stored record, and lets a sync overwrite it with the EMR's. */
async function rewriteBySync(): Promise<void> {
  const key = [clinic.tenant.linkedAccountId, ID];
  const where = "WHERE linked_account_id = $1 AND emr_appointment_id = $2";
  await database.asOwner(`UPDATE appointment SET reason = 'changed here', as_of = 0 ${where}`, key);
  await syncAccount(clinic.tenant);
  const rows = await database.asOwner<{ reason: string }>(`SELECT reason FROM appointment ${where}`, key);
  expect(rows[0]?.reason).not.toBe("changed here");
}

it("keeps the time at which a status was learned, until the status changes", { tags: "long" }, async () => {
  const first = await read();
  expect(Date.now() - Date.parse(first.since)).toBeLessThan(600_000);
  await rewriteBySync();
  expect(await read()).toEqual(first);

  const [other] = await database.asOwner<{ code: string }>(
    "SELECT code FROM visit_status WHERE linked_account_id = $1 AND code <> $2 LIMIT 1",
    [clinic.tenant.linkedAccountId, first.status],
  );
  const change = { emr_appointment_id: ID, status: other?.code };
  const { body } = await call(PATCH, "PATCH", "/appointments", { body: change, headers: clinic.headers });
  await jobs.run(body.job_id);
  const changed = await read();
  expect(changed.status).toBe(other?.code);
  expect(Date.parse(changed.since)).toBeGreaterThan(Date.parse(first.since));

  // The same status from the EMR is no news.
  await rewriteBySync();
  expect(await read()).toEqual(changed);
});

it("refuses a date that does not exist", async () => {
  const answer = await call(GET, "GET", "/visit-status-times?date=2026-02-30", { headers: clinic.headers });
  expect(answer.status).toBe(400);
});
