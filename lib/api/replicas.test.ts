import { setTimeout as pause } from "node:timers/promises";
import { eq, getTableName, sql } from "drizzle-orm";
import pg from "pg";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { changeRecords } from "#lib/db/record-versions";
import { replicaMetrics } from "#lib/db/replicas/metrics";
import { replicaInUse } from "#lib/db/replicas/read-on-replica";
import { withTenant } from "#lib/db/tenant";
import type { AccountTenant } from "#lib/kernel/principal";
import { location } from "#lib/resources/locations/table";
import { ask, handlersOf, route as routeOf } from "#lib/testing/api";
import { openClinic } from "#lib/testing/clinic";
import { type FullClinic, openFullClinic } from "#lib/testing/full-clinic";
import type { TestAccount } from "#lib/testing/linked-account";
import { signIn } from "#lib/testing/principals";
import { replicatedDatabase } from "#lib/testing/replicated-database";
import { read, validatedReads } from "#lib/testing/validated-reads";

const MAX_LAG_S = 1;
/** Time for a replica to be left out, or used again: some looks. */
const NOTICED_MS = 20_000;
const RACE_MS = 3_000;
/** A busy machine needs several rounds of the race to see every case. */
const MAX_ROUNDS = 8;

const database = replicatedDatabase({
  DATABASE_READ_MAX_LAG_SECONDS: String(MAX_LAG_S),
  // One caller sends all requests within a minute.
  RATE_LIMIT_PER_MINUTE: "1000000",
});

let clinic: FullClinic;
let other: TestAccount;

const standby = <Row extends pg.QueryResultRow>(statement: string) => database.servers.standby.ask<Row>(statement);
const stopReplay = () => standby("SELECT pg_wal_replay_pause()");
const goOnReplaying = () => standby("SELECT pg_wal_replay_resume()");
const isUsed = () => replicaInUse() !== undefined;
const inUse = () => vi.waitUntil(isUsed, { timeout: NOTICED_MS, interval: 20 });
const leftOut = () => vi.waitUntil(() => !isUsed(), { timeout: NOTICED_MS, interval: 20 });

/** Returns a counter's or gauge's value by its only label. */
async function measured(metric: "reads" | "repeated" | "lag" | "used", label?: string): Promise<number> {
  const { values } = await replicaMetrics()[metric].get();
  return values.find(({ labels }) => label === undefined || Object.values(labels).includes(label))?.value ?? 0;
}

const counts = async () => ({
  replica: await measured("reads", "replica"),
  primary: await measured("reads", "primary"),
  behind: await measured("repeated", "behind"),
  failed: await measured("repeated", "failed"),
});

/** Returns how many reads each server answered during `work`, and how many were repeated. */
async function countedDuring(work: () => Promise<unknown>): Promise<Record<string, number>> {
  const before = await counts();
  await work();
  const changes = Object.entries(await counts()).map(([name, value]) => [name, value - before[name as "primary"]]);
  return Object.fromEntries(changes.filter(([, change]) => change !== 0));
}

/** Renames an account's first location, which `GET /locations` shows. */
const rename = ({ tenant }: { tenant: AccountTenant }, name: string) =>
  withTenant(tenant, (tx) =>
    changeRecords(
      tx,
      tenant,
      location,
      tx.update(location).set({ name }).where(eq(location.emrId, "LOC-1")).returning({ id: location.id }),
    ),
  );

const locations = routeOf("GET", "/locations");
const namesOf = (text: string): string[] => JSON.parse(text).locations.map(({ name }: { name: string }) => name);
const shownTo = async ({ headers }: { headers: Record<string, string> }) =>
  namesOf((await ask(locations, { headers })).text);

beforeAll(async () => {
  clinic = await openFullClinic(database);
  other = await openClinic();
  await inUse();
  await database.servers.caughtUp();
});

afterEach(async () => {
  await goOnReplaying();
  await database.servers.caughtUp();
  await inUse();
});

describe("a read of synchronized records", () => {
  it.each(validatedReads)("$name is answered by the replica, and as the primary answers it", async ({ route }) => {
    const asked = () => read(clinic, route, clinic.headers);
    let onReplica = await asked();
    expect(await countedDuring(async () => Object.assign(onReplica, await asked()))).toEqual({ replica: 1 });
    onReplica = { ...onReplica };
    await stopReplay();
    const [table] = validatedReads.find((each) => each.route === route)?.query.reads ?? [];
    if (!table) throw new Error("It reads no table");
    await withTenant(clinic.tenant, (tx) =>
      changeRecords(tx, clinic.tenant, table, sql`SELECT gen_random_uuid() AS id`),
    );
    let onPrimary = onReplica;
    const counted = await countedDuring(async () => {
      onPrimary = await asked();
    });
    expect(counted).toEqual({ primary: 1, behind: 1 });
    expect([onPrimary.status, onPrimary.text]).toEqual([200, onReplica.text]);
    expect(onPrimary.headers.get("etag")).not.toBe(onReplica.headers.get("etag"));
  });

  it("that names nothing is 404 by the replica, and found there once the primary has it", async () => {
    const patient = routeOf("GET", "/patients/{mrn}");
    const asked = () => ask(patient, { headers: clinic.headers, params: { mrn: "NEW-1" } });
    let status = 0;
    const missing = async () => {
      status = (await asked()).status;
    };
    expect(await countedDuring(missing)).toEqual({});
    expect(status).toBe(404);
    await stopReplay();
    await database.asOwner(
      `INSERT INTO patient SELECT (p).* FROM (
         SELECT json_populate_record(p, json_build_object('id', gen_random_uuid(), 'mrn', 'NEW-1', 'ehr_id', 'NEW-1')) AS p
         FROM patient p
         WHERE linked_account_id = $1 AND mrn = 'MRN-1') AS model`,
      [clinic.tenant.linkedAccountId],
    );
    await database.asOwner("UPDATE record_version SET version = gen_random_uuid() WHERE linked_account_id = $1", [
      clinic.tenant.linkedAccountId,
    ]);
    expect(await countedDuring(missing)).toEqual({ primary: 1, behind: 1 });
    expect(status).toBe(200);
  });

  it("touches on the replica the tables that the reads name, and their versions, and nothing else", async () => {
    // A connection reports what it has read with a delay, and at its end.
    const endConnections = () =>
      standby("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'crc-app-replica'");
    const touched = () =>
      standby<{ name: string }>(
        "SELECT relname AS name FROM pg_stat_user_tables WHERE seq_scan + coalesce(idx_scan, 0) > 0",
      ).then((rows) => rows.map(({ name }) => name));
    await endConnections();
    await standby("SELECT pg_stat_reset()");
    const counted = await countedDuring(() =>
      Promise.all(validatedReads.map(({ route }) => read(clinic, route, clinic.headers))),
    );
    expect(counted.replica).toBeGreaterThan(validatedReads.length / 2);
    await endConnections();
    await vi.waitUntil(async () => (await touched()).includes("patient"), { timeout: 10_000, interval: 50 });
    const named = validatedReads.flatMap(({ query }) => (query.reads ?? []).map((table) => getTableName(table)));
    const allowed = new Set([...named, "record_version", "sync_kind"]);
    expect((await touched()).filter((name) => !allowed.has(name))).toEqual([]);
    const never = ["api_client", "app_session", "app_user", "directory", "embed_session", "mcp_token"];
    const primaryAlone = [...never, "idempotency_key", "job", "rate_window", "sign_in_bucket", "stream_lease"];
    expect(primaryAlone.filter((name) => allowed.has(name))).toEqual([]);
  });
});

describe("whoever has written sees it", () => {
  it("while the replica stands still; accounts without a change are still read there", async () => {
    await stopReplay();
    await rename(clinic, "Renamed");
    const mine = await countedDuring(async () => expect(await shownTo(clinic)).toContain("Renamed"));
    expect(mine).toEqual({ primary: 1, behind: 1 });
    expect(await countedDuring(async () => expect(await shownTo(other)).not.toContain("Renamed"))).toEqual({
      replica: 1,
    });
    await goOnReplaying();
    await database.servers.caughtUp();
    expect(await countedDuring(async () => expect(await shownTo(clinic)).toContain("Renamed"))).toEqual({ replica: 1 });
  });

  it("in every order of writes, reads, kept answers, 304s and pauses of the replay", { tags: "long" }, async () => {
    const { GET } = await handlersOf("/locations");
    let ends = 0;
    let committed = 0;
    const seen: { etag: string | null; number: number }[] = [];
    const writer = async () => {
      while (performance.now() < ends) {
        const number = committed + 1;
        await rename(clinic, `No. ${number}`);
        committed = number;
        await pause(Math.random() * 30);
      }
    };
    const pauser = async () => {
      while (performance.now() < ends) {
        await stopReplay();
        await pause(Math.random() * 100);
        await goOnReplaying();
        await pause(Math.random() * 100);
      }
    };
    /** Reads like a browser, which names the tag of what it has. Its memory is that of one caller. */
    const reader = async () => {
      let had: { etag: string; number: number } | null = null;
      while (performance.now() < ends) {
        const before = committed;
        const headers = { ...clinic.headers, ...(had ? { "if-none-match": had.etag } : {}) };
        const request = new Request("http://127.0.0.1:3000/v1/locations", { headers });
        const response = await GET?.(request, { params: Promise.resolve({}) });
        if (response?.status !== 304) {
          const name = namesOf((await response?.text()) ?? "").find((each) => each.startsWith("No. "));
          had = { etag: response?.headers.get("etag") ?? "", number: Number(name?.slice(4) ?? 0) };
          seen.push(had);
        }
        expect(had?.number, "what was committed before the request").toBeGreaterThanOrEqual(before);
      }
    };
    const race = () => {
      ends = performance.now() + RACE_MS;
      return Promise.all([writer(), pauser(), ...Array.from({ length: 6 }, reader)]);
    };
    // Both servers must have answered for this to have tried anything.
    const cases = new Set(["replica", "primary", "behind"]);
    for (let round = 0; round < MAX_ROUNDS && cases.size > 0; round++)
      for (const name of Object.keys(await countedDuring(race))) cases.delete(name);
    expect([...cases]).toEqual([]);
    await goOnReplaying();
    await database.servers.caughtUp();
    const last = await ask(locations, { headers: clinic.headers });
    const stale = seen.filter(({ etag, number }) => etag === last.headers.get("etag") && number !== committed);
    expect(stale).toEqual([]);
  });
});

describe("a permission that has ended", () => {
  /** An account of its own, whose list a replica that stands still has answered. */
  async function readThere(): Promise<TestAccount> {
    const account = await openClinic();
    await database.servers.caughtUp();
    await shownTo(account);
    await stopReplay();
    expect(await countedDuring(() => shownTo(account))).toEqual({ replica: 1 });
    return account;
  }
  const statusFor = async ({ headers }: { headers: Record<string, string> }) =>
    (await ask(locations, { headers })).status;

  it.each([
    [
      "an API client that was revoked",
      401,
      "DELETE",
      "/api-clients/{id}",
      (account: TestAccount) => account.apiClientId,
    ],
    [
      "an access token that was replaced",
      401,
      "POST",
      "/linked-accounts/{id}/rotate-token",
      (account: TestAccount) => account.tenant.linkedAccountId,
    ],
  ] as const)(
    "%s opens nothing at once, although the replica stands still before it",
    async (_case, status, method, path, idOf) => {
      const account = await readThere();
      const admin = await signIn(account, "admin");
      const ended = await ask(routeOf(method, path), { headers: admin, params: { id: idOf(account) }, body: "{}" });
      expect(ended.status).toBeLessThan(300);
      expect(await countedDuring(async () => expect(await statusFor(account)).toBe(status))).toEqual({});
    },
  );

  it("by another process opens nothing after 2 s, for which a process keeps a caller", { tags: "long" }, async () => {
    const account = await readThere();
    const began = performance.now();
    await database.asOwner("UPDATE api_client SET revoked_at = now() WHERE id = $1", [account.apiClientId]);
    await vi.waitUntil(async () => (await statusFor(account)) === 401, { timeout: 5_000, interval: 20 });
    expect(performance.now() - began).toBeLessThan(3_000);
  });

  it("to write ends with the account's switch, which no replica is asked for", async () => {
    const account = await readThere();
    const payment = routeOf("POST", "/payments");
    const body = JSON.stringify(clinic.bodyOf(payment));
    const refused = async () => (await ask(payment, { headers: account.headers, body })).text.includes("switched off");
    expect(await refused()).toBe(false);
    await database.asOwner("UPDATE linked_account SET writes = '{}' WHERE id = $1", [account.tenant.linkedAccountId]);
    expect(await refused()).toBe(true);
  });
});

describe("a replica", () => {
  it("that lags more than the bound is left out, with its lag, and comes back by itself", {
    tags: "long",
  }, async () => {
    await stopReplay();
    await rename(clinic, "Later");
    await leftOut();
    expect(await measured("lag")).toBeGreaterThan(MAX_LAG_S);
    expect(await measured("used")).toBe(0);
    expect(await countedDuring(() => shownTo(other))).toEqual({ primary: 1 });
    await goOnReplaying();
    await inUse();
    expect(await measured("used")).toBe(1);
    expect(await countedDuring(() => shownTo(other))).toEqual({ replica: 1 });
  });

  it("that is down is left out, and used again after its start", { tags: "long" }, async () => {
    await database.servers.stopStandby();
    // Until the next look, its reads are repeated.
    expect(await shownTo(other)).not.toEqual([]);
    await leftOut();
    expect(await countedDuring(() => shownTo(other))).toEqual({ primary: 1 });
    await database.servers.startStandby();
    await inUse();
    expect(await countedDuring(() => shownTo(other))).toEqual({ replica: 1 });
  });

  it("that is frozen delays a read by the time of a look, and others not at all", { tags: "long" }, async () => {
    await shownTo(other);
    await database.servers.signalStandby("SIGSTOP");
    try {
      const began = performance.now();
      const answers = await Promise.all([shownTo(other), shownTo(clinic), shownTo(other)]);
      expect(answers.every((names) => names.length > 0)).toBe(true);
      // A connection that is not cut would wait for 12 s.
      expect(performance.now() - began).toBeLessThan(8_000);
      await leftOut();
      expect(await countedDuring(() => shownTo(other))).toEqual({ primary: 1 });
    } finally {
      await database.servers.signalStandby("SIGCONT");
    }
  });

  it("whose connections are cut answers nobody with an error", { tags: "long" }, async () => {
    const ends = performance.now() + 1_500;
    const cutting = async () => {
      while (performance.now() < ends) {
        await standby(
          "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'crc-app-replica'",
        );
      }
    };
    const reading = async () => {
      while (performance.now() < ends) expect(await shownTo(other)).not.toEqual([]);
    };
    const counted = await countedDuring(() => Promise.all([cutting(), ...Array.from({ length: 8 }, reading)]));
    expect(counted.failed).toBeGreaterThan(0);
  });

  it("keeps tenants apart by the same row-level security", async () => {
    const client = new pg.Client({ connectionString: database.readUrl, application_name: "crc-test" });
    await client.connect();
    try {
      const account = "SELECT replace(linked_account_id::text, '-', '') AS id FROM patient";
      const seen = async () => (await client.query<{ id: string }>(account)).rows;
      expect(await seen()).toEqual([]);
      const { organizationId, linkedAccountId } = other.tenant;
      await client.query(
        `BEGIN READ ONLY; SET LOCAL app.organization_id = '${organizationId}'; SET LOCAL app.linked_account_id = '${linkedAccountId}'`,
      );
      const rows = await seen();
      expect(rows.length).toBeGreaterThan(0);
      expect(new Set(rows.map(({ id }) => id))).toEqual(new Set([linkedAccountId.replaceAll("-", "")]));
      await client.query("ROLLBACK");
      await expect(client.query("DELETE FROM patient")).rejects.toMatchObject({ code: "25006" });
    } finally {
      await client.end();
    }
  });
});
