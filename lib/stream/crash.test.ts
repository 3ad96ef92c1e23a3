import { randomBytes } from "node:crypto";
import { rm } from "node:fs/promises";
import pg from "pg";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { withTenant } from "#lib/db/tenant";
import { closeSingletons, forgetSingleton } from "#lib/kernel/singleton";
import { migrate } from "#lib/launcher/migrate";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "#lib/postgres/embedded-postgres";
import { newDataFolder } from "#lib/testing/data-folder";
import { makeLinkedAccount } from "#lib/testing/linked-account";
import { appendStreamMessage } from "./message.ts";
import { readNewMessages, sequenceAll } from "./position.ts";

/** Settings of a server whose commits do not wait for the disk and are written late, so that a crash undoes them. */
const NOT_DURABLE = { synchronous_commit: "off", wal_writer_delay: "10s" };

let dataDir: string;
let server: EmbeddedPostgres;

beforeAll(async () => {
  dataDir = await newDataFolder("crc-test-");
  server = await startEmbeddedPostgres({ dataDir, settings: NOT_DURABLE });
  const encryptionKey = randomBytes(32).toString("base64url");
  const { appUrl } = await migrate(server.url, { encryptionKey });
  Object.assign(process.env, { APP_DATABASE_URL: appUrl, ENCRYPTION_KEY: encryptionKey });
  forgetSingleton("environment");
});

afterAll(async () => {
  await closeSingletons();
  await server?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

async function asOwner(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

/** Opens a connection. Returns its server process and when it has ended. */
async function connected(): Promise<{ pid: number; ended: Promise<unknown> }> {
  const client = new pg.Client({ connectionString: server.url });
  client.on("error", () => undefined);
  await client.connect();
  const { rows } = await client.query("SELECT pg_backend_pid() AS pid");
  return { pid: rows[0].pid, ended: new Promise((resolve) => client.once("end", resolve)) };
}

/** Kills a server process, which makes PostgreSQL recover from the data on the disk; resolves once it answers again. */
async function crash(): Promise<void> {
  const [killed, other] = [await connected(), await connected()];
  process.kill(killed.pid, "SIGKILL");
  // Until PostgreSQL ends the others, it has not noticed the death, and still answers.
  await Promise.all([killed.ended, other.ended]);
  await vi.waitFor(() => asOwner("SELECT 1"), { timeout: 20_000 });
}

it("assigns no id twice even if PostgreSQL crashes right after the first was sent", async () => {
  const { tenant } = await makeLinkedAccount();
  const at = "2026-03-02T10:00:00.000Z";
  const write = (jobId: number) =>
    withTenant(tenant, (tx) =>
      appendStreamMessage(tx, tenant, "job", {
        job_id: jobId,
        type: "payments:create",
        status: "queued",
        attempt: 0,
        at,
      }),
    );
  const start = await sequenceAll(tenant);
  await asOwner("CHECKPOINT");
  await write(1);
  const { messages: sent } = await readNewMessages(tenant, start, 10);
  expect(sent).toHaveLength(1);

  await crash();
  await write(2);
  const { messages: next } = await readNewMessages(tenant, sent[0]?.position ?? 0n, 10);
  expect(next.map(({ text }) => /"job_id":(\d+)/.exec(text)?.[1])).toEqual(["2"]);
  const { messages: all } = await readNewMessages(tenant, start, 10);
  expect(all).toEqual([...sent, ...next]);
});
