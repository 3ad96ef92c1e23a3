import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "./embedded-postgres.ts";
import { commandOf } from "./process-list.ts";

let dataDir: string;
let server: EmbeddedPostgres | undefined;

// All tests share one data directory, because initializing a cluster is the slow part.
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "crc-embedded-"));
});

afterEach(async () => {
  await server?.stop();
  server = undefined;
});

afterAll(() => rm(dataDir, { recursive: true, force: true }));

const pidFile = () => join(dataDir, "postgres", "cluster", "postmaster.pid");

const serverPid = async () => Number.parseInt(await readFile(pidFile(), "utf8"), 10);

async function ask(url: string, statement: string): Promise<Record<string, unknown> | undefined> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(statement)).rows[0];
  } finally {
    await client.end();
  }
}

test("a first start creates a database that requires its password and opens no TCP port", {
  tags: "long",
}, async () => {
  server = await startEmbeddedPostgres({ dataDir });
  expect(server.adopted).toBe(false);
  expect(await ask(server.url, "SELECT current_database() AS name, upper('é') AS upper")).toEqual({
    name: "clinical_records",
    upper: "É",
  });
  expect(await ask(server.url, "SELECT inet_server_addr() AS address")).toEqual({ address: null });
  expect((await stat(join(dataDir, "postgres-password"))).mode & 0o777).toBe(0o600);
  const wrong = new URL(server.url);
  wrong.password = "wrong";
  await expect(ask(wrong.toString(), "SELECT 1")).rejects.toThrow(/password authentication failed/);
});

test("a running server is taken over with its data", async () => {
  const first = await startEmbeddedPostgres({ dataDir });
  await ask(first.url, "CREATE TABLE adopted AS SELECT 1 AS value");
  const pid = await serverPid();
  server = await startEmbeddedPostgres({ dataDir });
  expect(server.adopted).toBe(true);
  expect(server.url).toBe(first.url);
  expect(await serverPid()).toBe(pid);
  expect(await ask(server.url, "SELECT value FROM adopted")).toEqual({ value: 1 });
});

test("a killed server's pid file is removed, and committed data remain", async () => {
  const first = await startEmbeddedPostgres({ dataDir });
  await ask(first.url, "CREATE TABLE kept AS SELECT 1 AS value");
  process.kill(await serverPid(), "SIGKILL");
  server = await startEmbeddedPostgres({ dataDir });
  expect(server.adopted).toBe(false);
  expect(await ask(server.url, "SELECT value FROM kept")).toEqual({ value: 1 });
});

test("a server that ended during use restarts at its address, and a running one is not disturbed", async () => {
  server = await startEmbeddedPostgres({ dataDir });
  await ask(server.url, "CREATE TABLE revived AS SELECT 1 AS value");
  expect(await server.revive()).toBe(false);
  const pid = await serverPid();
  process.kill(pid, "SIGKILL");
  await expect.poll(() => commandOf(pid)).toBeNull();
  expect(await server.revive()).toBe(true);
  expect(await ask(server.url, "SELECT value FROM revived")).toEqual({ value: 1 });
});

test("a pid file with another process's id is removed", { tags: "long" }, async () => {
  const first = await startEmbeddedPostgres({ dataDir });
  const left = await readFile(pidFile(), "utf8");
  await first.stop();
  await writeFile(pidFile(), left.replace(/^\d+/, String(process.ppid)));
  server = await startEmbeddedPostgres({ dataDir });
  expect(server.adopted).toBe(false);
  expect(await ask(server.url, "SELECT 1 AS value")).toEqual({ value: 1 });
});

test("after a stop nothing runs and nothing answers", async () => {
  const first = await startEmbeddedPostgres({ dataDir });
  const pid = await serverPid();
  await first.stop();
  await expect(ask(first.url, "SELECT 1")).rejects.toThrow();
  await expect(stat(pidFile())).rejects.toThrow(/ENOENT/);
  await expect.poll(() => commandOf(pid)).toBeNull();
});
