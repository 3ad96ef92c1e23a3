/** @module-tag long */

import pg from "pg";
import { beforeEach, expect, it, vi } from "vitest";
import { drawAsOf } from "#lib/db/as-of";
import { webhookEndpoint } from "#lib/db/schema";
import { withTenant } from "#lib/db/tenant";
import { sandboxPool } from "#lib/emr/sandbox/pool";
import { forgetRecords } from "#lib/jobs/sync/forget-records";
import { syncAccount } from "#lib/jobs/sync/sync-account";
import { newId } from "#lib/kernel/id";
import type { Payloads } from "#lib/queue/queues";
import { syncedLocations } from "#lib/resources/locations/sync";
import { storePage } from "#lib/resources/synced/store-page";
import { seal } from "#lib/security/sealing/secret-box";
import { openClinic } from "#lib/testing/clinic";
import type { TestAccount } from "#lib/testing/linked-account";
import { changesAfter, cursorOfNow } from "#lib/testing/mirror";
import { testDatabase } from "#lib/testing/test-database";
import { eventIdOf } from "./publish.ts";
import { publishLater } from "./publish-later.ts";

const database = testDatabase();

/** More than are published at once, and more than a page of those that are published later. */
const MANY = 1_200;

let account: TestAccount;
let cursor: string;
beforeEach(async () => {
  account = await openClinic();
  await sandboxPool().query(
    `INSERT INTO sandbox.location SELECT practice_id, 'LOC-3', 'Old', address_street, address_city, address_state, address_zip, phone
     FROM sandbox.location WHERE practice_id = $1 AND id = 'LOC-1'`,
    [account.tenant.linkedAccountId],
  );
  await sandboxPool().query(
    `INSERT INTO sandbox.appointment (practice_id, id, category, starts_at, duration_minutes, provider_id, location_id, patient_id, status)
     SELECT practice_id, 'V-' || n, category, starts_at + n * interval '1 minute', 10, provider_id, 'LOC-3', patient_id, status
     FROM sandbox.appointment, generate_series(1, ${MANY}) AS n WHERE practice_id = $1 AND id = 'APT-1'`,
    [account.tenant.linkedAccountId],
  );
  await syncAccount(account.tenant);
  // The new visits are many changes, too.
  await database.asOwner("DELETE FROM queue.entry");
  cursor = await cursorOfNow(account);
});

async function endpoint(...eventTypes: string[]): Promise<void> {
  const secret = await seal(`whsec_${Buffer.alloc(24).toString("base64")}`);
  const { tenant } = account;
  const url = "https://hooks.example/in";
  await withTenant(tenant, (tx) =>
    tx.insert(webhookEndpoint).values({ ...tenant, id: newId(), url, eventTypes, secret, status: "enabled" }),
  );
}

const ADDRESS = { addressStreet: "1 Main", addressCity: "York", addressState: "NY", addressZip: "10001" };

/** Stores the name of the location of all visits, in one transaction. */
const storeLocation = (name: string) =>
  withTenant(account.tenant, async (tx) => {
    const context = { emrType: "sandbox", capabilities: new Set<never>(), accepted: false };
    const records = [{ emrId: "LOC-3", name, phone: "", ...ADDRESS }];
    const page = { records, faulty: [], deleted: [] };
    await storePage(tx, account.tenant, syncedLocations, page, { asOf: await drawAsOf(tx), whole: false, context });
  });

const events = () =>
  database.asOwner<{ id: string; type: string; envelope: { data: Record<string, unknown> }; targets: number }>(
    `SELECT replace(id::text, '-', '') AS id, type, envelope,
       (SELECT count(*)::int FROM delivery d WHERE d.event_id = event.id) AS targets
     FROM event WHERE linked_account_id = $1 AND type LIKE '%.changed' ORDER BY id`,
    [account.tenant.linkedAccountId],
  );

/** Returns what waits in the queue of changes. */
async function waiting(): Promise<Payloads["changes"][]> {
  const rows = await database.asOwner<{ data: Payloads["changes"] }>(
    "SELECT data FROM queue.entry WHERE queue = 'changes'",
  );
  return rows.map(({ data }) => data);
}

/** Has all visits change at once, with what waits for the time after. */
async function change(name = "New"): Promise<Payloads["changes"]> {
  await storeLocation(name);
  const [payload, ...others] = await waiting();
  if (!payload || others.length > 0) throw new Error("One entry waits");
  return payload;
}

it("tells each of many changes once, after the commit and in the order of the feed, with what its entry tells", async () => {
  await endpoint("appointment.changed");
  await endpoint("appointment.changed", "location.changed");
  const payload = await change();
  expect(await events()).toEqual([]);
  await publishLater(payload);
  const entries = await changesAfter(account, cursor);
  const told = await events();
  expect(entries).toHaveLength(MANY + 1);
  expect(told.map(({ envelope }) => envelope.data)).toEqual(
    entries.map(({ change, id, ehr_id, patient_mrn, updated_fields, record }) => ({
      change,
      id,
      ehr_id,
      patient_mrn,
      updated_fields,
      record,
    })),
  );
  const targets = Map.groupBy(told, (each) => `${each.type} ${each.targets}`);
  expect([...targets].map(([name, of]) => [name, of.length])).toEqual([
    ["location.changed 1", 1],
    [`appointment.changed 2`, MANY],
  ]);
});

it("goes on after its process has ended, and writes nothing twice if two are at it", async () => {
  await endpoint("appointment.changed");
  const payload = await change();
  // What a process leaves that ends after its first page.
  await publishLater({ ...payload, to: payload.from + 499 });
  const before = await events();
  expect(before.length).toBeGreaterThan(400);
  expect(before.length).toBeLessThan(MANY);
  const both = await Promise.allSettled([publishLater(payload), publishLater(payload)]);
  expect(both.map(({ status }) => status)).toContain("fulfilled");
  await publishLater(payload);
  const after = await events();
  expect(after).toHaveLength(MANY);
  expect(after.filter(({ targets }) => targets !== 1)).toEqual([]);
  expect(after.slice(0, before.length)).toEqual(before);
});

it("holds the feed for as many statements with subscribers as without", async () => {
  const query = vi.spyOn(pg.Client.prototype, "query");
  const statements = async (name: string) => {
    query.mockClear();
    await storeLocation(name);
    const texts = query.mock.calls.map(([given]) => JSON.stringify(given) ?? "");
    expect(texts.filter((text) => /INTO \W*(event|delivery)\W/.test(text))).toEqual([]);
    return query.mock.calls.length;
  };
  try {
    await statements("First");
    const none = await statements("Second");
    for (let each = 0; each < 3; each++) await endpoint("appointment.changed");
    expect(await statements("Third")).toBeLessThanOrEqual(none);
  } finally {
    query.mockRestore();
  }
});

it("tells nothing where nobody named the events, and nothing of a feed that an unlinking removed", async () => {
  const payload = await change();
  await publishLater(payload);
  expect(await events()).toEqual([]);
  await endpoint("appointment.changed");
  await withTenant(account.tenant, (tx) => forgetRecords(tx, account.tenant));
  await publishLater(payload);
  expect(await events()).toEqual([]);
});

it("gives events ids that sort as the positions do, and differ between accounts", () => {
  const at = new Date("2026-03-04T05:06:07.089Z");
  const positions = [1, 15, 16, 255, 4_096, 2 ** 32 - 1, 2 ** 32, 2 ** 40];
  const ids = positions.map((position) => eventIdOf("a".repeat(32), { position, at }));
  expect(ids.toSorted()).toEqual(ids);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{12}7[0-9a-f]{3}8[0-9a-f]{15}$/);
  expect(Number.parseInt(ids[0]?.slice(0, 12) ?? "", 16)).toBe(at.getTime());
  expect(eventIdOf("b".repeat(32), { position: 1, at })).not.toBe(ids[0]);
});
