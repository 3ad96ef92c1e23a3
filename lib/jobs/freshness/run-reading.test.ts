import { beforeEach, describe, expect, it } from "vitest";
import { GET as APPOINTMENTS } from "#app/v1/appointments/route.ts";
import { GET as CHANGES } from "#app/v1/changes/route.ts";
import { GET as ACCOUNT } from "#app/v1/linked-accounts/[id]/route.ts";
import { changeBehavior } from "#lib/emr/sandbox/behavior";
import { present } from "#lib/kernel/clock";
import { addDays, todayIn } from "#lib/kernel/dates";
import type { Payloads } from "#lib/queue/queues";
import { call } from "#lib/testing/call";
import { openClinic } from "#lib/testing/clinic";
import type { TestAccount } from "#lib/testing/linked-account";
import { testDatabase } from "#lib/testing/test-database";
import { enterRound, roundOf } from "./round.ts";
import { runReading } from "./run-reading.ts";
import { planAll } from "./start-planning.ts";

const database = testDatabase();
let clinic: TestAccount;
const TODAY = todayIn("America/New_York");

beforeEach(async () => {
  await database.asOwner("DELETE FROM queue.entry WHERE queue = 'readings'");
  await database.asOwner("UPDATE linked_account SET unlinked_at = now()");
  clinic = await openClinic();
});

type Scope = Payloads["readings"]["scope"];
const account = () => clinic.tenant.linkedAccountId;
const read = (scope: Scope = "today") => runReading({ ...clinic.tenant, scope });

const inEmr = (assignments: string) =>
  database.asOwner(`UPDATE sandbox.appointment SET ${assignments} WHERE practice_id = $1 AND id = 'APT-1'`, [
    account(),
  ]);

const setAccount = (assignments: string) =>
  database.asOwner(`UPDATE linked_account SET ${assignments} WHERE id = $1`, [account()]);

const setFreshness = (assignments: string) =>
  database.asOwner(`UPDATE account_freshness SET ${assignments} WHERE linked_account_id = $1`, [account()]);

async function visits(days = 0) {
  const day = addDays(TODAY, days);
  const path = `/appointments?start_date=${day}&end_date=${day}`;
  const { body } = await call(APPOINTMENTS, "GET", path, { headers: clinic.headers });
  return body.appointments as { emr_appointment_id: string; status: string; datetime: string }[];
}

const statusOf = async (days = 0) =>
  (await visits(days)).find(({ emr_appointment_id }) => emr_appointment_id === "APT-1")?.status;

const changes = async (cursor?: string) =>
  (await call(CHANGES, "GET", cursor ? `/changes?cursor=${cursor}` : "/changes", { headers: clinic.headers })).body;

async function standing() {
  const { body } = await call(ACCOUNT, "GET", `/linked-accounts/${account()}`, {
    headers: clinic.headers,
    params: { id: account() },
  });
  return body.linked_account;
}

const messages = () =>
  database.asOwner<{ payload: unknown }>(
    "SELECT payload FROM stream_message WHERE linked_account_id = $1 AND kind = 'changes'",
    [account()],
  );

const entries = (scope: Scope) =>
  database.asOwner("SELECT id FROM queue.entry WHERE queue = 'readings' AND data ->> 'scope' = $1", [scope]);

describe("a reading of today's visits", () => {
  it("stores a change in the EMR, and tells it in the feed and on the streams", async () => {
    const { next_cursor } = await changes();
    await inEmr("status = 'ARR'");
    await read();
    expect(await statusOf()).toBe("ARR");
    const { changes: told } = await changes(next_cursor);
    expect(told).toMatchObject([{ kind: "appointments", change: "updated", ehr_id: "APT-1", job_id: null }]);
    expect(await messages()).toEqual([{ payload: { kinds: ["appointments"] } }]);
    expect((await standing()).freshness).toEqual({
      today: { every_seconds: 30, read_at: expect.any(String), reason: null },
      changes: { every_seconds: null, read_at: null, reason: null },
      paused_until: null,
    });
  });

  it("tells nothing if nothing changed, and follows a visit that moved to another day", async () => {
    await read();
    expect(await messages()).toEqual([]);
    await inEmr("starts_at = starts_at + interval '1 day', status = 'ARR'");
    await read();
    expect([await statusOf(0), await statusOf(1)]).toEqual([undefined, "ARR"]);
  });

  it("reads no other day, as a reading of all that changed does", async () => {
    await inEmr("starts_at = starts_at + interval '5 days'");
    await read("changes");
    await inEmr("status = 'ARR'");
    await read("today");
    expect(await statusOf(5)).not.toBe("ARR");
    // Once in a round, even if its entry is written again.
    await read("changes");
    expect(await statusOf(5)).not.toBe("ARR");
    await setFreshness("changes_began_at = now() - interval '5 minutes'");
    await read("changes");
    expect(await statusOf(5)).toBe("ARR");
  });
});

describe("no reading is made", () => {
  it.each([
    ["of an account whose interval is 0", "sync_interval_minutes = 0"],
    ["of an unlinked account", "unlinked_at = now()"],
    ["before the first sync is complete", "synced_at = NULL"],
    ["while the EMR refuses the credentials", `profile = '{"login_required": {"at": "2026-03-02", "by": "read"}}'`],
  ])("%s", async (_name, assignments) => {
    await inEmr("status = 'ARR'");
    await setAccount(assignments);
    for (const scope of ["today", "changes"] as const) await read(scope);
    expect(await statusOf()).not.toBe("ARR");
    expect(await database.asOwner("SELECT * FROM account_freshness WHERE linked_account_id = $1", [account()])).toEqual(
      [],
    );
  });

  it("in an outage, in which the next ones wait, and the account says why", async () => {
    await changeBehavior(account(), { outage: true });
    await read();
    const stopped = await standing();
    expect(stopped.freshness).toMatchObject({
      today: { read_at: null, reason: "The EMR is out of service" },
      paused_until: expect.any(String),
    });
    await changeBehavior(account(), { outage: false });
    await inEmr("status = 'ARR'");
    await read();
    expect(await statusOf()).not.toBe("ARR");
    await setFreshness("paused_until = now() - interval '1 second', today_began_at = now() - interval '1 minute'");
    await read();
    expect(await statusOf()).toBe("ARR");
    expect((await standing()).freshness).toMatchObject({ today: { reason: null }, paused_until: null });
  });
});

describe("the EMR's limit of calls", () => {
  it("makes readings rarer, and leaves the calls of operations alone", async () => {
    await changeBehavior(account(), { rate_limit_per_minute: 4 });
    for (let round = 0; round < 8; round++) {
      await setFreshness("paused_until = NULL, today_began_at = NULL");
      await read();
    }
    const { today, paused_until } = (await standing()).freshness;
    expect(today.every_seconds).toBeGreaterThan(30);
    expect(today.reason).toMatch(/^The EMR/);
    expect(paused_until).not.toBeNull();
    // Not before the time that the budget allows, though a round has come.
    await setFreshness("paused_until = NULL, today_began_at = now() - interval '31 seconds'");
    const calls = () => database.asOwner("SELECT calls FROM sandbox.call_count WHERE practice_id = $1", [account()]);
    const before = await calls();
    await read();
    expect(await calls()).toEqual(before);
  });
});

describe("the rounds of readings", () => {
  it("have one entry, from any number of processes, and none of an account with the interval 0", async () => {
    const now = present();
    await Promise.all(Array.from({ length: 4 }, () => planAll(now)));
    expect(await entries("changes")).toHaveLength(1);
    await planAll(new Date(now.getTime() + 5 * 60_000));
    expect(await entries("changes")).toHaveLength(2);
    await setAccount("sync_interval_minutes = 0");
    await planAll(new Date(now.getTime() + 10 * 60_000));
    expect(await entries("changes")).toHaveLength(2);
    const round = { periodMs: 30_000, round: 7 };
    await Promise.all(Array.from({ length: 4 }, () => enterRound({ ...clinic.tenant, scope: "today" }, round)));
    expect(await entries("today")).toHaveLength(1);
  });

  it("of 100 accounts are spread over the interval", () => {
    const periodMs = 300_000;
    const ids = Array.from({ length: 100 }, () => crypto.randomUUID().replaceAll("-", ""));
    const begins = (id: string, second: number) =>
      roundOf(id, periodMs, new Date(second * 1_000)) !== roundOf(id, periodMs, new Date((second - 1) * 1_000));
    const perSecond = Array.from({ length: 300 }, (_, second) => ids.filter((id) => begins(id, second)).length);
    expect(perSecond.reduce((all, each) => all + each, 0)).toBe(100);
    expect(Math.max(...perSecond)).toBeLessThan(10);
  });
});
