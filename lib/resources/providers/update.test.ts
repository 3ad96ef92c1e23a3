import { beforeEach, describe, expect, it } from "vitest";
import { PATCH } from "#app/v1/providers/[id]/route.ts";
import { PATCH as PATCH_BY_EHR_ID } from "#app/v1/providers/ehr/[ehr_id]/route.ts";
import { call } from "#lib/testing/call";
import { openClinic } from "#lib/testing/clinic";
import { jobsOf } from "#lib/testing/jobs";
import type { TestAccount } from "#lib/testing/linked-account";
import { testDatabase } from "#lib/testing/test-database";

const database = testDatabase();
let clinic: TestAccount;
const jobs = jobsOf(database, () => clinic);

interface Stored {
  id: string;
  ehr_id: string;
  status: string;
  hide_in_availability: boolean;
  hours: Record<string, unknown>[];
  changed_by: { name: string } | null;
}

async function aProvider(account: TestAccount = clinic): Promise<Stored> {
  const [found] = await database.asOwner<Stored>(
    "SELECT id, ehr_id, status, hide_in_availability, hours, changed_by FROM provider WHERE linked_account_id = $1 ORDER BY ehr_id LIMIT 1",
    [account.tenant.linkedAccountId],
  );
  if (!found) throw new Error("The practice has a provider");
  return found;
}

beforeEach(async () => {
  clinic = await openClinic();
  await database.asOwner("UPDATE provider SET status = 'active' WHERE linked_account_id = $1", [
    clinic.tenant.linkedAccountId,
  ]);
});

const patch = (id: string, body: unknown, headers: Record<string, string> = clinic.headers) =>
  call(PATCH, "PATCH", `/providers/${id}`, { body, headers, params: { id } });

const shift = { day: "Monday", start_time: "T08:00:00", end_time: "T12:00:00", facility_id: "LOC-1" };

const syncJobs = () =>
  database.asOwner<{ id: string; status: string }>(
    "SELECT id, status FROM job WHERE linked_account_id = $1 AND type = 'schedule_sync'",
    [clinic.tenant.linkedAccountId],
  );

describe("PATCH /providers/{id}", () => {
  it("writes the changed fields to the audit log, with their values before and after", async () => {
    const { id } = await aProvider();
    await patch(id, { status: "inactive", hide_in_availability: "false" });
    await patch(id, { hours: [shift] });
    const details = await database.asOwner<{ detail: { record: string; changed: Record<string, string>[] } }>(
      "SELECT detail FROM audit_log WHERE action = 'providers:update' AND organization_id = $1 ORDER BY at",
      [clinic.tenant.organizationId],
    );
    expect(details.map(({ detail }) => detail.changed)).toEqual([
      [{ field: "status", from: "active", to: "inactive" }],
      [{ field: "hours", from: expect.any(String), to: expect.stringMatching(/^Monday 08:00–12:00 \S/) }],
    ]);
    expect(details[0]?.detail.record).toMatch(/^\S+ \S+/);
  });

  it("takes effect at once, in any case, and records the user", async () => {
    const { id } = await aProvider();
    const dashed = id.replaceAll("-", "").replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, "$1-$2-$3-$4-$5");
    const answer = await patch(dashed, { status: "INACTIVE", hide_in_availability: "true" });
    expect([answer.status, answer.body]).toEqual([
      200,
      { success: true, message: "Provider updated", provider_id: id.replaceAll("-", ""), etag: expect.any(String) },
    ]);
    expect(await aProvider()).toMatchObject({
      status: "inactive",
      hide_in_availability: true,
      changed_by: { name: "Test client" },
    });
    expect(await syncJobs()).toEqual([]);
  });

  it("accepts the EMR's id as well", async () => {
    const { ehr_id } = await aProvider();
    const answer = await call(PATCH_BY_EHR_ID, "PATCH", `/providers/ehr/${ehr_id}`, {
      body: { hide_in_availability: "true" },
      headers: clinic.headers,
      params: { ehr_id },
    });
    expect(answer.status).toBe(200);
    expect(await aProvider()).toMatchObject({ status: "active", hide_in_availability: true });
  });

  it("queues one sync of the schedule when a provider becomes active, and none if already active", async () => {
    const { id, ehr_id } = await aProvider();
    await patch(id, { status: "active" });
    expect(await syncJobs()).toEqual([]);
    await patch(id, { status: "inactive" });
    const account = clinic.tenant.linkedAccountId;
    await database.asOwner("DELETE FROM appointment WHERE linked_account_id = $1", [account]);
    await patch(id, { status: "active" });
    const queued = await syncJobs();
    expect(queued).toHaveLength(1);

    const jobId = Number(queued[0]?.id);
    await jobs.run(jobId);
    expect(await jobs.read(jobId)).toMatchObject({ status: "completed", type: "schedule_sync" });
    expect(await jobs.eventsOf(jobId)).toEqual([]);
    const brought = await database.asOwner<{ provider_ehr_id: string }>(
      "SELECT DISTINCT provider_ehr_id FROM appointment WHERE linked_account_id = $1",
      [account],
    );
    expect(brought).toEqual([{ provider_ehr_id: ehr_id }]);
  });

  it("takes effect during an EMR outage; the schedule follows later", async () => {
    const { id } = await aProvider();
    await patch(id, { status: "inactive" });
    await jobs.behave("outage = true");
    expect((await patch(id, { status: "active" })).status).toBe(200);
    const [queued] = await syncJobs();
    await jobs.run(Number(queued?.id));
    expect(await jobs.read(Number(queued?.id))).toMatchObject({ status: "queued", attempts: 1 });
    expect((await aProvider()).status).toBe("active");
  });

  it("stores hours with the facility's name", async () => {
    const { id } = await aProvider();
    const hours = [
      { ...shift, facility_name: "Elsewhere" },
      { ...shift, start_time: "12:00:00", end_time: "T16:30:00", start_date: "2026-01-01T00:00:00Z" },
    ];
    expect((await patch(id, { hours })).status).toBe(200);
    expect((await aProvider()).hours).toEqual([
      { ...shift, facility_name: "Main", start_date: null, end_date: null },
      {
        ...shift,
        start_time: "T12:00:00",
        end_time: "T16:30:00",
        facility_name: "Main",
        start_date: "2026-01-01T00:00:00Z",
        end_date: null,
      },
    ]);
  });

  it("accepts overlapping shifts in different weeks", async () => {
    const { id } = await aProvider();
    const hours = [
      { ...shift, end_date: "2026-06-30T00:00:00Z" },
      { ...shift, start_date: "2026-07-01T00:00:00Z" },
    ];
    expect((await patch(id, { hours })).status).toBe(200);
  });

  it.each([
    ["nothing", {}, "No updatable fields provided: send one or more of status, hide_in_availability, hours"],
    ["an unknown status", { status: "away" }, "status must be one of active, inactive"],
    ["a boolean", { hide_in_availability: true }, "hide_in_availability must be one of true, false, as a string"],
    ["no list of hours", { hours: {} }, "hours must be an array of shifts"],
    [
      "a small day",
      { hours: [{ ...shift, day: "monday" }] },
      expect.stringMatching(/^hours.*day must be one of Monday/),
    ],
    ["a short time", { hours: [{ ...shift, start_time: "8:00" }] }, expect.stringMatching(/start_time must be a time/)],
    [
      "an end before the start",
      { hours: [{ ...shift, end_time: "T08:00:00" }] },
      expect.stringMatching(/end_time must be after start_time/),
    ],
    [
      "a date without a time",
      { hours: [{ ...shift, start_date: "2026-01-01" }] },
      expect.stringMatching(/start_date must be an ISO 8601 date with a time part/),
    ],
    [
      "an unknown facility, naming its shift",
      { hours: [shift, { ...shift, day: "Tuesday", facility_id: "LOC-9" }] },
      "hours[1].facility_id must be one of the account's locations: LOC-1, LOC-2",
    ],
    [
      "an overlap",
      { hours: [shift, { ...shift, start_time: "T11:00:00", end_time: "T13:00:00" }] },
      "hours must not overlap: Monday T08:00:00–T12:00:00 and T11:00:00–T13:00:00",
    ],
  ])("changes nothing for %s", async (_name, body, message) => {
    const before = await aProvider();
    const answer = await patch(before.id, body);
    expect([answer.status, answer.body]).toMatchObject([400, { success: false, message }]);
    expect(await aProvider()).toEqual(before);
  });

  it("answers 400 for a malformed id, 404 for an unknown one and for another account's", async () => {
    const other = await openClinic();
    const foreign = (await aProvider(other)).id;
    expect((await patch("x", { status: "active" })).status).toBe(400);
    expect((await patch("0".repeat(32), { status: "active" })).status).toBe(404);
    expect((await patch(foreign, { status: "inactive" })).status).toBe(404);
    expect((await aProvider(other)).changed_by).toBeNull();
  });

  it("answers 404 once the token's user is inactive", async () => {
    const { id } = await aProvider();
    await database.asOwner("UPDATE linked_account SET user_active = false WHERE id = $1", [
      clinic.tenant.linkedAccountId,
    ]);
    const answer = await patch(id, { status: "inactive" });
    expect([answer.status, answer.body.message]).toEqual([404, "User not found"]);
  });
});
