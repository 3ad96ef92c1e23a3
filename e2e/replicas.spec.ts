import { readFile } from "node:fs/promises";
import { expect, test } from "@playwright/test";
import { commandOf } from "#lib/postgres/process-list";
import { type ReplicatedPostgres, startReplicatedPostgres } from "#lib/testing/replicated-postgres";
import { apiHeaders } from "./support/credentials.ts";
import { newDataDir, type Product, removeDataDir, startProduct } from "./support/product.ts";

// The product with DATABASE_READ_URL, as an operator starts it, on a primary with a streaming replica.

const START_MS = 180_000;

let servers: ReplicatedPostgres;
let product: Product;

test.beforeAll(async () => {
  test.setTimeout(START_MS);
  servers = await startReplicatedPostgres(async () => undefined);
  product = await startProduct({
    dataDir: await newDataDir(),
    variables: { DATABASE_URL: servers.primary.url, DATABASE_READ_URL: servers.standby.url, SEED: "demo" },
  });
});

test.afterAll(async () => {
  await product?.stop();
  await removeDataDir(product.dataDir);
  await servers?.stop();
});

/** Returns the value of a metric without labels, or with those given as in the text. */
async function metric(name: string): Promise<number> {
  const text = await (await fetch(`${product.demo.console_url}/api/metrics`)).text();
  const found = text.split("\n").find((line) => line.startsWith(name));
  return Number(found?.split(" ").at(-1));
}

const get = async (path: string) => {
  const answer = await fetch(`${product.demo.base_url}${path}`, { headers: apiHeaders(product.demo) });
  return { status: answer.status, body: await answer.json() };
};

test("reads go to the replica, and to the primary while it is down", { tag: "@long" }, async () => {
  await servers.caughtUp();
  // The first read makes the process look at its replicas.
  await get("/patients?limit=1");
  await expect.poll(() => metric("crc_replica_used")).toBe(1);
  const before = await metric('crc_record_reads_total{target="replica"}');
  expect((await get("/patients?limit=2")).body.patients).toHaveLength(2);
  expect(await metric('crc_record_reads_total{target="replica"}')).toBe(before + 1);

  await servers.stopStandby();
  expect((await get("/patients?limit=3")).body.patients).toHaveLength(3);
  await expect.poll(() => metric("crc_replica_used")).toBe(0);
  expect((await get("/patients?limit=4")).status).toBe(200);
  await servers.startStandby();
  await expect.poll(() => metric("crc_replica_used"), { timeout: 20_000 }).toBe(1);
});

test("whoever has written sees it at once, while the replica stands still", { tag: "@long" }, async () => {
  const [before] = (await get("/providers?limit=1")).body.providers;
  const hidden = before.hide_in_availability === "true" ? "false" : "true";
  await servers.standby.ask("SELECT pg_wal_replay_pause()");
  try {
    const answer = await fetch(`${product.demo.base_url}/providers/${before.id}`, {
      method: "PATCH",
      headers: { ...apiHeaders(product.demo), "content-type": "application/json" },
      body: JSON.stringify({ hide_in_availability: hidden }),
    });
    expect(answer.status).toBe(200);
    const [shown] = (await get("/providers?limit=1")).body.providers;
    expect(shown).toMatchObject({ id: before.id, hide_in_availability: hidden });
  } finally {
    await servers.standby.ask("SELECT pg_wal_replay_resume()");
  }
});

test("the serving process has no password of the owner", { tag: "@long" }, async () => {
  const launcher = product.process.pid ?? 0;
  const children = await readFile(`/proc/${launcher}/task/${launcher}/children`, "utf8");
  const pids = children.trim().split(" ").map(Number);
  const commands = await Promise.all(pids.map(commandOf));
  const server = pids[commands.findIndex((command) => command?.includes("lib/server/server.ts"))];
  const environment = await readFile(`/proc/${server}/environ`, "utf8");
  expect(environment).toContain("APP_DATABASE_READ_URLS=postgres://crc_app_");
  for (const { url } of [servers.primary, servers.standby]) {
    expect(environment).not.toContain(new URL(url).password);
  }
});
