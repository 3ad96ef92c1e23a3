/** @module-tag long */

import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { webhookEndpoint } from "#lib/db/schema";
import { withTenant } from "#lib/db/tenant";
import { newId } from "#lib/kernel/id";
import { newWebhookSecret } from "#lib/security/credentials/webhook-secret";
import { seal } from "#lib/security/sealing/secret-box";
import { type FakeReceiver, startFakeReceiver } from "#lib/testing/fake-receiver";
import { makeLinkedAccount, type TestAccount } from "#lib/testing/linked-account";
import { testDatabase } from "#lib/testing/test-database";
import { publishEvents } from "#lib/webhooks/events/publish";
import { dispatchDeliveries } from "./dispatch.ts";

process.env.SEED = "demo";
testDatabase();

const HOSTS = 200;
const PER_EVENT = 10;
const ROUNDS = 3;

let account: TestAccount;
let receiver: FakeReceiver;
/** Connections by address: half of the hosts never answer, the others stop within the head of their answer. */
const attempts = new Map<string, number>();
const sockets: Socket[] = [];
const server = createServer((socket) => {
  const host = socket.localAddress ?? "";
  sockets.push(socket.on("error", () => undefined));
  attempts.set(host, (attempts.get(host) ?? 0) + 1);
  if (host.endsWith("2")) socket.write("HTTP/1.1 200 OK\r\n");
});

beforeAll(async () => {
  receiver = await startFakeReceiver();
  process.env.INTERNAL_URL = receiver.url;
  account = await makeLinkedAccount();
  server.listen(0, "0.0.0.0");
  await once(server, "listening");
  const secret = await seal(newWebhookSecret());
  await withTenant(account.tenant, (tx) =>
    tx.insert(webhookEndpoint).values({
      id: newId(),
      ...account.tenant,
      url: `${receiver.url}/endpoint`,
      eventTypes: [],
      secret,
      status: "enabled",
    }),
  );
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  server.close();
  await receiver.stop();
});

let events = 0;
async function publish(callbackUrls: string[]): Promise<void> {
  const { apiClientId, tenant } = account;
  const job = {
    id: ++events,
    callbackUrls,
    apiClientId,
    accessTokenReferenceId: "reference-1",
    callbacks: "added" as const,
  };
  await withTenant(tenant, (tx) =>
    publishEvents(tx, { tenant, job }, [{ type: "payment.created", data: { payment_id: `p${job.id}` } }]),
  );
}

it("delivers to the inbox, an endpoint and another callback beside 200 callback hosts of the account that hang from the first moment", async () => {
  const { port } = server.address() as AddressInfo;
  const hosts = Array.from(
    { length: HOSTS },
    (_, number) => `http://127.0.${1 + (number % 20)}.${1 + Math.floor(number / 20)}:${port}/`,
  );
  for (let round = 0; round < ROUNDS; round++) {
    for (let first = 0; first < HOSTS; first += PER_EVENT) await publish(hosts.slice(first, first + PER_EVENT));
  }
  await publish([`${receiver.url}/callback`]);
  const began = performance.now();
  const work = dispatchDeliveries();
  const arrived = (path: string) => receiver.deliveries.filter((delivery) => delivery.path === path).length;
  await receiver.waitFor(() => arrived("/callback") === 1);
  console.log(`The callback arrived after ${Math.round(performance.now() - began)} ms, beside ${attempts.size} hosts`);
  // No host was tried a third time before the last callback was tried at all.
  expect([...attempts].filter(([, count]) => count > 2)).toEqual([]);
  await receiver.waitFor(() => arrived("/endpoint") === events);
  console.log(`The endpoint had all ${events} events after ${Math.round(performance.now() - began)} ms`);
  await receiver.waitFor(() => receiver.deliveries.length === 2 * events + 1);
  expect(sockets.length).toBeLessThan(2 * HOSTS);
  await work.stop(0);
}, 60_000);
