import { eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { linkedAccount, patient } from "#lib/db/schema";
import { readTenant, withTenant } from "#lib/db/tenant";
import { startRunner } from "#lib/jobs/runner/runner";
import { workOff } from "#lib/jobs/runner/work-off";
import { newId } from "#lib/kernel/id";
import { allowedFields, logger } from "#lib/kernel/logger";
import { enterOnce } from "#lib/queue/queue";
import { openClinic } from "#lib/testing/clinic";
import { makeLinkedAccount, type TestAccount } from "#lib/testing/linked-account";
import { testDatabase } from "#lib/testing/test-database";
import { planNightlySyncs } from "./nightly.ts";
import { runSync } from "./run-sync.ts";

const database = testDatabase();

/** Returns the queue entries, oldest first, without those of earlier tests' accounts. */
const entriesOf = async ({ tenant }: TestAccount) =>
  database.asOwner<{ id: string; state: string }>(
    "SELECT id, state FROM queue.entry WHERE queue = 'syncs' AND data ->> 'linkedAccountId' = $1 ORDER BY entered_at",
    [tenant.linkedAccountId],
  );

const setAccount = ({ tenant }: TestAccount, values: Partial<typeof linkedAccount.$inferInsert>) =>
  withTenant(tenant, (tx) => tx.update(linkedAccount).set(values).where(eq(linkedAccount.id, tenant.linkedAccountId)));

/** Creates an account that was linked long ago. */
async function linked(timezone: string): Promise<TestAccount> {
  const account = await makeLinkedAccount();
  await setAccount(account, { timezone, createdAt: new Date("2026-01-01T00:00:00Z") });
  return account;
}

beforeEach(async () => {
  await database.asOwner("DELETE FROM queue.entry WHERE queue = 'syncs'");
  // The accounts of earlier tests rest.
  await database.asOwner("UPDATE linked_account SET unlinked_at = now()");
});

describe("planning the nightly syncs", () => {
  it("writes one entry per account and night, at two by the account's clock, from any number of processes", async () => {
    const [east, west] = [await linked("America/New_York"), await linked("America/Los_Angeles")];
    const plan = (now: string) => Promise.all(Array.from({ length: 4 }, () => planNightlySyncs(new Date(now))));
    const counts = async () => [(await entriesOf(east)).length, (await entriesOf(west)).length];
    await plan("2026-07-01T05:59:59Z");
    expect(await counts()).toEqual([1, 1]);
    await plan("2026-07-01T06:00:00Z");
    expect(await counts()).toEqual([2, 1]);
    await plan("2026-07-01T08:59:59Z");
    expect(await counts()).toEqual([2, 1]);
    await plan("2026-07-01T09:00:00Z");
    expect(await counts()).toEqual([2, 2]);
  });

  it("writes no entry after the night's sync, and catches up only the latest missed night", async () => {
    const account = await linked("America/New_York");
    await planNightlySyncs(new Date("2026-07-01T06:00:00Z"));
    const [first] = await entriesOf(account);
    await database.asOwner("UPDATE queue.entry SET state = 'done', ended_at = now() WHERE id = $1", [first?.id]);
    await planNightlySyncs(new Date("2026-07-01T12:00:00Z"));
    expect(await entriesOf(account)).toMatchObject([{ state: "done" }]);
    await planNightlySyncs(new Date("2026-07-09T12:00:00Z"));
    expect(await entriesOf(account)).toMatchObject([{ state: "done" }, { state: "waiting" }]);
  });

  it("skips the night in which an account was linked, and accounts with an unknown time zone", async () => {
    const [fresh, odd, usual] = [await linked("UTC"), await linked("Nowhere/Else"), await linked("UTC")];
    await setAccount(fresh, { createdAt: new Date("2026-07-01T02:30:00Z") });
    await planNightlySyncs(new Date("2026-07-01T23:00:00Z"));
    expect([await entriesOf(fresh), await entriesOf(odd), (await entriesOf(usual)).length]).toEqual([[], [], 1]);
    await planNightlySyncs(new Date("2026-07-02T02:00:00Z"));
    expect(await entriesOf(fresh)).toHaveLength(1);
  });
});

describe("a nightly sync", () => {
  const inEmr = (clinic: TestAccount, assignments: string) =>
    database.asOwner(`UPDATE sandbox.${assignments} WHERE practice_id = $1`, [clinic.tenant.linkedAccountId]);
  const firstNames = ({ tenant }: TestAccount) =>
    readTenant(tenant, (tx) => tx.select({ name: sql<string>`min(${patient.firstName})` }).from(patient));
  const run = ({ tenant }: TestAccount) => runSync({ ...tenant, requestedAt: new Date().toISOString() });

  it("stores the records of the EMR; after an outage an entry for later takes its place, with a growing pause", {
    tags: "long",
  }, async () => {
    const clinic = await openClinic();
    await inEmr(clinic, "patient SET first_name = 'Zoe'");
    await inEmr(clinic, "behavior SET outage = true");
    await run(clinic);
    const [later] = await database.asOwner<{ failures: number; seconds: number }>(
      `SELECT (data ->> 'failures')::integer AS failures, extract(epoch FROM due_at - now())::integer AS seconds
       FROM queue.entry WHERE queue = 'syncs' AND data ->> 'linkedAccountId' = $1`,
      [clinic.tenant.linkedAccountId],
    );
    expect(later).toMatchObject({ failures: 1 });
    expect(later?.seconds).toBeGreaterThan(50);
    expect(later?.seconds).toBeLessThanOrEqual(75);
    await inEmr(clinic, "behavior SET outage = false");
    await run(clinic);
    expect(await firstNames(clinic)).toEqual([{ name: "Zoe" }]);
  });

  it("waits for the next night if the EMR will never accept it", async () => {
    const account = await linked("UTC");
    await setAccount(account, { syncedAt: new Date() });
    await run(account);
    expect(await entriesOf(account)).toEqual([]);
  });

  it("states in its line of the log how it ended", async () => {
    const account = await linked("UTC");
    await setAccount(account, { syncedAt: new Date() });
    const warned = vi.spyOn(logger, "warn").mockImplementation(() => undefined);
    await run(account);
    const [fields = {}, message] = warned.mock.lastCall ?? [];
    warned.mockRestore();
    const line = {
      linked_account_id: account.tenant.linkedAccountId,
      duration_ms: expect.any(Number),
      outcome: "refused",
    };
    expect([allowedFields(fields), message]).toEqual([line, "sync not completed"]);
  });

  it("rests while the account is unlinked", async () => {
    const clinic = await openClinic();
    await inEmr(clinic, "patient SET first_name = 'Zoe'");
    await setAccount(clinic, { unlinkedAt: new Date() });
    await run(clinic);
    expect(await firstNames(clinic)).not.toEqual([{ name: "Zoe" }]);
  });

  it("waits for no other account's sync that takes long", { tags: "long" }, async () => {
    const slow = [await openClinic(), await openClinic(), await openClinic()];
    for (const clinic of slow) await inEmr(clinic, "behavior SET slow_page_ms = 60000");
    const clinic = await openClinic();
    await inEmr(clinic, "patient SET first_name = 'Zoe'");
    for (const { tenant } of [...slow, clinic]) {
      await enterOnce(
        "syncs",
        { ...tenant, requestedAt: new Date().toISOString() },
        { id: newId(), group: tenant.linkedAccountId },
      );
    }
    const runner = await startRunner();
    await vi.waitFor(async () => expect(await firstNames(clinic)).toEqual([{ name: "Zoe" }]), 20_000);
    await runner.stop();
  });

  it("is caught up when a process starts, and when due entries are worked off", { tags: "long" }, async () => {
    for (const begin of ["start", "work off"]) {
      const clinic = await openClinic();
      await inEmr(clinic, "patient SET first_name = 'Zoe'");
      await setAccount(clinic, { createdAt: new Date("2026-01-01T00:00:00Z") });
      if (begin === "work off") await workOff(20);
      else {
        const runner = await startRunner();
        await vi.waitFor(async () => expect(await firstNames(clinic)).toEqual([{ name: "Zoe" }]), 20_000);
        await runner.stop();
      }
      expect(await firstNames(clinic)).toEqual([{ name: "Zoe" }]);
      expect(await entriesOf(clinic)).toMatchObject([{ state: "done" }]);
    }
  });
});
