/** @module-tag long */

import { once } from "node:events";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, onTestFinished } from "vitest";
import { webhookEndpoint } from "#lib/db/schema";
import { withTenant } from "#lib/db/tenant";
import { newId } from "#lib/kernel/id";
import type { Dispatcher } from "#lib/queue/dispatcher";
import { newWebhookSecret } from "#lib/security/credentials/webhook-secret";
import { seal } from "#lib/security/sealing/secret-box";
import { type FakeReceiver, startFakeReceiver } from "#lib/testing/fake-receiver";
import { makeAccountBeside, makeLinkedAccount, type TestAccount } from "#lib/testing/linked-account";
import { testDatabase } from "#lib/testing/test-database";
import { publishToNamed } from "#lib/webhooks/events/publish-to-named";
import { dispatchDeliveries } from "./dispatch.ts";

process.env.SEED = "demo";
const database = testDatabase();

/** Events of one transaction, as of a part of a page that was read. */
const PER_TRANSACTION = 200;
/** The most deliveries at once to a target. */
const AT_ONCE = 8;

let healthy: FakeReceiver;
let work: Dispatcher | undefined;
/** Connections of the test to targets that never answer. */
let sockets: Socket[] = [];
let server: Server;

beforeAll(async () => {
  healthy = await startFakeReceiver();
});
beforeEach(async () => {
  sockets = [];
  server = createServer((socket) => sockets.push(socket.on("error", () => undefined)));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterEach(async () => {
  await work?.stop(0);
  for (const socket of sockets) socket.destroy();
  server.close();
  healthy.deliveries.length = 0;
  await database.asOwner("DELETE FROM queue.entry");
});
afterAll(() => healthy.stop());

const hanging = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;

async function subscribe({ tenant }: TestAccount, url: string): Promise<void> {
  const secret = await seal(newWebhookSecret());
  const eventTypes = ["patient.changed"];
  await withTenant(tenant, (tx) =>
    tx.insert(webhookEndpoint).values({ id: newId(), ...tenant, url, eventTypes, secret, status: "enabled" }),
  );
}

async function publish({ tenant }: TestAccount, count: number): Promise<void> {
  for (let from = 0; from < count; from += PER_TRANSACTION) {
    const events = Array.from({ length: PER_TRANSACTION }, () => ({ type: "patient.changed", data: {} }) as const);
    await withTenant(tenant, (tx) => publishToNamed(tx, tenant, events));
  }
}

const arrived = (count: number) =>
  expect.poll(() => healthy.deliveries.length, { timeout: 100_000, interval: 20 }).toBe(count);

it.each([
  { hung: 1, events: 800 },
  { hung: 5, events: 400 },
  { hung: 20, events: 200 },
])(
  "sends a subscriber $events events while $hung others of its account hold all that they may hold",
  async ({ hung, events }) => {
    const account = await makeLinkedAccount();
    for (let each = 0; each < hung; each++) await subscribe(account, hanging());
    await subscribe(account, healthy.url);
    work = dispatchDeliveries();
    await publish(account, events);
    await arrived(events);
    // None of their first attempts has ended, which is after 15 s.
    expect(sockets).toHaveLength(hung * AT_ONCE);
  },
  150_000,
);

it("sends them as well if it starts beside what waits for the others", async () => {
  const account = await makeLinkedAccount();
  await subscribe(account, hanging());
  await publish(account, 2_000);
  await subscribe(account, healthy.url);
  await publish(account, 600);
  work = dispatchDeliveries();
  await arrived(600);
  expect(sockets).toHaveLength(AT_ONCE);
}, 150_000);

it("sends them beside a subscriber that answers after 9 s each", async () => {
  const slow = await startFakeReceiver();
  onTestFinished(() => slow.stop());
  slow.answer((_request, response) => void setTimeout(() => response.writeHead(204).end(), 9_000).unref());
  const account = await makeLinkedAccount();
  await subscribe(account, slow.url);
  await subscribe(account, healthy.url);
  work = dispatchDeliveries();
  await publish(account, 600);
  await arrived(600);
  expect(slow.deliveries.length).toBeLessThanOrEqual(2 * AT_ONCE);
}, 150_000);

it("sends them beside a subscriber that resets each connection, with no more attempts for that one than for this", async () => {
  let resets = 0;
  const resetting = createServer((socket) => {
    resets++;
    socket.on("error", () => undefined).resetAndDestroy();
  });
  resetting.listen(0, "127.0.0.1");
  await once(resetting, "listening");
  onTestFinished(() => void resetting.close());
  const url = `http://127.0.0.1:${(resetting.address() as AddressInfo).port}/`;
  const account = await makeLinkedAccount();
  await subscribe(account, url);
  await subscribe(account, healthy.url);
  work = dispatchDeliveries();
  await publish(account, 400);
  await arrived(400);
  // Each of its first attempts, and of some the second, which is due after 5 s.
  expect(resets).toBeLessThan(600);
}, 150_000);

it("sends those of another account, of the same organization or another one, beside one whose subscribers hang", async () => {
  const account = await makeLinkedAccount();
  for (let each = 0; each < 5; each++) await subscribe(account, hanging());
  const others = [await makeAccountBeside(account), await makeLinkedAccount()];
  for (const other of others) await subscribe(other, healthy.url);
  work = dispatchDeliveries();
  await publish(account, 600);
  for (const other of others) await publish(other, 200);
  await arrived(400);
  expect(sockets).toHaveLength(5 * AT_ONCE);
}, 150_000);
