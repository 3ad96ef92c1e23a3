/** @module-tag long */

import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { hostsOf } from "#lib/kernel/database-url";
import { newId } from "#lib/kernel/id";
import { closeSingletons, forgetSingleton } from "#lib/kernel/singleton";
import { readiness } from "#lib/server/readiness";
import { streamHub } from "#lib/stream/hub";
import { appendStreamMessage } from "#lib/stream/message";
import { type Position, readNewMessages, resumeAfter, sequenceAll } from "#lib/stream/position";
import { type ServerPair, startServerPair } from "#lib/testing/server-pair";
import { loginRole, urlAs } from "./login-roles.ts";
import { databaseMetrics } from "./metrics.ts";
import { NoPrimary, PrimaryFinder, primaryUrl } from "./primary.ts";
import { withTenant } from "./tenant.ts";
import { withoutTenant } from "./without-tenant.ts";
import { CommitWitness, commitsLostAt } from "./witness.ts";

// One test after the other follows a failover to a standby that has received nothing, so that commits are lost.

/** A look every 2 s, 4 s for a silent server, and one search. */
const NOTICED_MS = 12_000;
/** Far enough apart that only the test's own beats count. */
const SELDOM_MS = 3_600_000;

const tenant = { organizationId: newId(), linkedAccountId: newId() };

let servers: ServerPair;
let witness: CommitWitness;
/** The last position and the last job's number before the failover. */
let passed: Position = 0n;
let lastJob = 0;

beforeAll(async () => {
  servers = await startServerPair();
  const { url, encryptionKey } = servers;
  Object.assign(process.env, {
    APP_DATABASE_URL: urlAs(url, loginRole("crc_app", encryptionKey)),
    ENCRYPTION_KEY: encryptionKey,
  });
  forgetSingleton("environment");
}, 60_000);

afterAll(async () => {
  await witness?.close();
  await closeSingletons();
  await servers?.stop();
});

const folderOf = ({ url }: { url: string }) => decodeURIComponent(new URL(url).hostname);

/** Returns the name of the server that answers. */
async function answering(): Promise<string | undefined> {
  const [row] = await withoutTenant<{ at: string }>(sql`SELECT current_setting('cluster_name') AS at`);
  return row?.at;
}

async function nextJob(): Promise<number> {
  const [row] = await withoutTenant<{ id: string }>(sql`SELECT nextval('job_id_seq') AS id`);
  return Number(row?.id);
}

const write = (jobId: number) =>
  withTenant(tenant, (tx) =>
    appendStreamMessage(tx, tenant, "job", {
      job_id: jobId,
      type: "payments:create",
      status: "queued",
      attempt: 0,
      at: "2026-03-02T10:00:00.000Z",
    }),
  );

const counted = async () => {
  const { failovers, commitsLost } = databaseMetrics();
  return Promise.all([failovers, commitsLost].map(async (metric) => (await metric.get()).values[0]?.value));
};

it("connects to the server that takes writes, although the standby is named first", async () => {
  expect(await answering()).toBe("first");
  expect(hostsOf(await primaryUrl(servers.url))).toEqual([{ host: folderOf(servers.first), port: expect.any(Number) }]);
});

it("goes on with the promoted server while the one before is frozen, and notices the commits that it lost", async () => {
  witness = new CommitWitness(SELDOM_MS);
  await witness.beat();
  for (const jobId of [1, 2, 3]) await write(jobId);
  passed = await sequenceAll(tenant);
  lastJob = await nextJob();
  const feed = await streamHub().open(tenant, passed);
  expect([passed, commitsLostAt(), await counted()]).toEqual([3n, null, [0, 0]]);

  await servers.first.freeze();
  await servers.promoteSecond();
  await vi.waitFor(async () => expect(await answering()).toBe("second"), {
    timeout: NOTICED_MS,
    interval: 100,
  });
  await witness.beat();
  expect(commitsLostAt()).toBeInstanceOf(Date);
  expect((await readiness()).body.warning).toMatch(/^the database lost commits that it had acknowledged/);
  await vi.waitFor(() => expect(feed.ended).toBe(true));
  await witness.beat();
  expect(await counted()).toEqual([1, 1]);
});

it("gives no number and no position again that was acknowledged", async () => {
  expect(await nextJob()).toBeGreaterThan(lastJob + 1_000);
  await write(4);
  expect(resumeAfter(passed, await sequenceAll(tenant))).toBe(passed);
  const { messages } = await readNewMessages(tenant, passed, 10);
  expect(messages.map(({ position }) => position)).toEqual([passed + 1n]);
});

it("never goes to a server that was replaced, although it takes writes again", async () => {
  await servers.first.thaw();
  await servers.first.asOwner("CREATE TEMPORARY TABLE writable ()");
  expect(await new PrimaryFinder(servers.url).find()).toMatchObject({ host: folderOf(servers.second), timeline: 2 });
  expect(await answering()).toBe("second");
});

it("leaves a server that takes no more writes, and returns when it does again", async () => {
  const set = async (change: string) => {
    await servers.second.asOwner(`ALTER SYSTEM ${change}`);
    await servers.second.asOwner("SELECT pg_reload_conf()");
  };
  await set("SET default_transaction_read_only = on");
  // Only the server that was replaced would take the write.
  const refused = { name: "DatabaseUnavailable", cause: expect.any(NoPrimary) };
  await vi.waitFor(() => expect(nextJob()).rejects.toMatchObject(refused), { timeout: NOTICED_MS });
  await set("RESET default_transaction_read_only");
  await vi.waitFor(nextJob, { timeout: NOTICED_MS });
}, 40_000);
