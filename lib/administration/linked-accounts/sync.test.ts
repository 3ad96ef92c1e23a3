import { beforeEach, describe, expect, it } from "vitest";
import { GET as CLAIMS } from "#app/v1/claims/route.ts";
import { GET, POST } from "#app/v1/linked-accounts/[id]/sync/route.ts";
import { GET as SET_ASIDE } from "#app/v1/linked-accounts/[id]/sync/set-aside/route.ts";
import { GET as STATUSES } from "#app/v1/visit-statuses/route.ts";
import { syncSetAside } from "#lib/db/schema";
import { withTenant } from "#lib/db/tenant";
import { budgetOf } from "#lib/emr/budget/budgets";
import { SYNC_KINDS } from "#lib/emr/port/sync";
import { runSync } from "#lib/jobs/sync/run-sync";
import { syncAccount } from "#lib/jobs/sync/sync-account";
import type { Payloads } from "#lib/queue/queues";
import { call } from "#lib/testing/call";
import { openClinic } from "#lib/testing/clinic";
import { makeLinkedAccount, type TestAccount } from "#lib/testing/linked-account";
import { signIn } from "#lib/testing/principals";
import { testDatabase } from "#lib/testing/test-database";

const database = testDatabase();
let clinic: TestAccount;

beforeEach(async () => {
  clinic = await openClinic();
  await database.asOwner("DELETE FROM queue.entry WHERE queue = 'syncs'");
});

type Headers = Record<string, string>;
const sync = (headers: Headers, id = clinic.tenant.linkedAccountId) =>
  call(GET, "GET", `/linked-accounts/${id}/sync`, { headers, params: { id } });
const start = (headers: Headers, body: object = {}, id = clinic.tenant.linkedAccountId) =>
  call(POST, "POST", `/linked-accounts/${id}/sync`, { headers, body, params: { id } });
const kindOf = async (kind: string) =>
  (await sync(clinic.headers)).body.kinds.find((each: { kind: string }) => each.kind === kind);

/** Runs the sync that was queued. */
async function runQueued() {
  const [entry] = await database.asOwner<{ data: Payloads["syncs"] }>(
    "SELECT data FROM queue.entry WHERE queue = 'syncs'",
  );
  if (!entry) throw new Error("No sync is queued");
  await runSync(entry.data);
}

describe("GET /linked-accounts/{id}/sync", () => {
  it("returns each kind in the order of a sync", async () => {
    const { status, body } = await sync(clinic.headers);
    expect([status, body.kinds.map(({ kind }: { kind: string }) => kind)]).toEqual([200, [...SYNC_KINDS]]);
    expect(await kindOf("claims")).toEqual({
      kind: "claims",
      status: "fresh",
      rows: 3,
      pages: 1,
      total: 3,
      rate: null,
      set_aside: 0,
      empty: false,
      began_at: expect.any(String),
      synced_at: expect.any(String),
      every_seconds: null,
      told: false,
      reason: null,
      note: null,
      held: null,
    });
  });

  it("says how often each kind is read between the syncs", async () => {
    const { linkedAccountId } = clinic.tenant;
    const every = async (kind: string) => (await kindOf(kind)).every_seconds;
    const interval = (minutes: number) =>
      database.asOwner("UPDATE linked_account SET sync_interval_minutes = $2 WHERE id = $1", [
        linkedAccountId,
        minutes,
      ]);
    // The sandbox tells no changes, but shows the visits of some days by themselves.
    expect([await every("appointments"), await every("patients")]).toEqual([300, null]);
    await interval(10);
    expect(await every("appointments")).toBe(600);
    await interval(0);
    expect(await every("appointments")).toBeNull();
    await interval(5);
    const held = (value: string | null) =>
      database.asOwner("UPDATE sync_kind SET held = $2 WHERE linked_account_id = $1 AND kind = 'appointments'", [
        linkedAccountId,
        value,
      ]);
    await held('{"stored":50,"seen":1}');
    expect(await every("appointments")).toBeNull();
    await held(null);
  });

  it("says of which kinds nothing is shown", async () => {
    expect((await kindOf("appointments")).empty).toBe(false);
    await database.asOwner("DELETE FROM appointment WHERE linked_account_id = $1", [clinic.tenant.linkedAccountId]);
    expect((await kindOf("appointments")).empty).toBe(true);
    expect((await kindOf("settings")).empty).toBe(false);
    expect((await kindOf("providers")).empty).toBe(false);
  });

  it("is read by staff and the account's own token, not by others", async () => {
    expect((await sync(await signIn(clinic, "staff"))).status).toBe(200);
    const stranger = await makeLinkedAccount();
    expect((await sync(stranger.headers)).status).toBe(404);
  });

  it("says that all kinds wait before the first sync, or are fresh if an earlier version brought them", async () => {
    const account = await makeLinkedAccount();
    const id = account.tenant.linkedAccountId;
    const statuses = async () =>
      new Set((await sync(account.headers, id)).body.kinds.map(({ status }: { status: string }) => status));
    expect(await statuses()).toEqual(new Set(["waiting"]));
    await database.asOwner("UPDATE linked_account SET synced_at = now() WHERE id = $1", [id]);
    expect(await statuses()).toEqual(new Set(["fresh"]));
  });
});

describe("POST /linked-accounts/{id}/sync", () => {
  it("queues a sync, which an admin alone may do", async () => {
    await database.asOwner("UPDATE sandbox.claim SET balance = 1 WHERE practice_id = $1", [
      clinic.tenant.linkedAccountId,
    ]);
    expect((await start(await signIn(clinic, "staff"))).status).toBe(403);
    expect((await start(clinic.headers)).status).toBe(403);
    const { status, body } = await start(await signIn(clinic, "admin"));
    expect([status, body]).toEqual([202, { success: true, message: "Sync queued" }]);
    await runQueued();
    const { claims } = (await call(CLAIMS, "GET", "/claims", { headers: clinic.headers })).body;
    expect(new Set(claims.map(({ balance }: { balance: string }) => Number(balance)))).toEqual(new Set([1]));
  });

  it("ends the pause that the EMR asked for", async () => {
    const { tenant } = clinic;
    const budget = budgetOf({ ...tenant, id: tenant.linkedAccountId, connection: null });
    await budget.pause(3_600_000);
    await expect(budget.take("sync")).rejects.toMatchObject({ limited: true });
    expect((await start(await signIn(clinic, "admin"))).status).toBe(202);
    await budget.take("sync");
  });

  it("lets a held short answer through", { tags: "long" }, async () => {
    await database.asOwner("DELETE FROM sandbox.claim WHERE practice_id = $1", [clinic.tenant.linkedAccountId]);
    await syncAccount(clinic.tenant);
    expect(await kindOf("claims")).toMatchObject({
      status: "held",
      held: { stored: 3, seen: 0 },
      reason: "The EMR returned 0 of the 3 stored records; nothing was removed",
    });
    expect((await start(await signIn(clinic, "admin"), { accept_held: ["claims"] })).status).toBe(202);
    await runQueued();
    expect(await kindOf("claims")).toMatchObject({ status: "fresh", held: null, reason: null });
    expect((await call(CLAIMS, "GET", "/claims", { headers: clinic.headers })).body.claims).toEqual([]);
  });

  it("refuses unknown kinds, and an account that is unlinked", async () => {
    const admin = await signIn(clinic, "admin");
    expect((await start(admin, { accept_held: ["jobs"] })).status).toBe(400);
    await database.asOwner("UPDATE linked_account SET unlinked_at = now() WHERE id = $1", [
      clinic.tenant.linkedAccountId,
    ]);
    expect((await start(admin)).status).toBe(409);
  });
});

describe("GET /linked-accounts/{id}/sync/set-aside", () => {
  it("answers 404 to a person of another organization", async () => {
    const headers = await signIn(await makeLinkedAccount(), "admin");
    const id = clinic.tenant.linkedAccountId;
    const answer = await call(SET_ASIDE, "GET", `/linked-accounts/${id}/sync/set-aside`, { headers, params: { id } });
    expect([answer.status, answer.body.message]).toEqual([404, "Linked account not found"]);
  });

  it("lists the records that could not be stored, of one kind if asked", async () => {
    const record = { kind: "claims", ehrId: "CLM-9", reason: "A number is out of range" };
    await withTenant(clinic.tenant, (tx) =>
      tx.insert(syncSetAside).values([
        { ...clinic.tenant, ...record },
        { ...clinic.tenant, ...record, kind: "recalls" },
      ]),
    );
    const id = clinic.tenant.linkedAccountId;
    const { body } = await call(SET_ASIDE, "GET", `/linked-accounts/${id}/sync/set-aside?kind=claims`, {
      headers: clinic.headers,
      params: { id },
    });
    expect(body.set_aside).toEqual([
      { kind: "claims", ehr_id: "CLM-9", reason: "A number is out of range", at: expect.any(String) },
    ]);
  });
});

describe("lists of synchronized records", () => {
  it("warn while the first sync is not complete, naming the kinds, and no longer after it", async () => {
    const account = await makeLinkedAccount();
    const { headers } = account;
    for (const [route, path] of [
      [CLAIMS, "/claims"],
      [STATUSES, "/visit-statuses"],
    ] as const) {
      const { warnings } = (await call(route, "GET", path, { headers })).body;
      expect(warnings).toEqual([
        `The first sync of the account is not complete: ${SYNC_KINDS.join(", ")} are not whole yet`,
      ]);
    }
    expect((await call(CLAIMS, "GET", "/claims", { headers: clinic.headers })).body.warnings).toBeUndefined();
  });
});
