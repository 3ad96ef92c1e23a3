import { afterAll, beforeAll, it } from "vitest";
import { webhookEndpoint } from "#lib/db/schema";
import { withTenant } from "#lib/db/tenant";
import { newId } from "#lib/kernel/id";
import { Dispatcher } from "#lib/queue/dispatcher";
import type { Payloads } from "#lib/queue/queues";
import { newWebhookSecret } from "#lib/security/credentials/webhook-secret";
import { seal } from "#lib/security/sealing/secret-box";
import { type FakeReceiver, startFakeReceiver } from "#lib/testing/fake-receiver";
import { makeLinkedAccount, type TestAccount } from "#lib/testing/linked-account";
import { testDatabase } from "#lib/testing/test-database";
import { publishEvents } from "#lib/webhooks/events/publish";
import { deliver } from "./deliver.ts";

process.env.SEED = "demo";
testDatabase();

const EVENTS = 12;
/** More deliveries than there are places, if each hanging receiver holds all of its own. */
const HANGING = 4;
const PER_ENDPOINT = 4;
const AT_A_TIME = { fresh: 36, all: 150 };

let account: TestAccount;
let receiver: FakeReceiver;
let hanging: FakeReceiver[];

beforeAll(async () => {
  account = await makeLinkedAccount();
  receiver = await startFakeReceiver();
  process.env.INTERNAL_URL = receiver.url;
  hanging = await Promise.all(Array.from({ length: HANGING }, startFakeReceiver));
  for (const each of hanging) each.answer(() => undefined);
});
afterAll(() => Promise.all([receiver, ...hanging].map((each) => each.stop())));

async function register(url: string): Promise<void> {
  const secret = await seal(newWebhookSecret());
  await withTenant(account.tenant, (tx) =>
    tx
      .insert(webhookEndpoint)
      .values({ id: newId(), ...account.tenant, url, eventTypes: [], secret, status: "enabled" }),
  );
}

async function publish(number: number): Promise<void> {
  const job = { id: number, callbackUrls: [], apiClientId: account.apiClientId, accessTokenReferenceId: "reference-1" };
  await withTenant(account.tenant, (tx) =>
    publishEvents(tx, { tenant: account.tenant, job: { ...job, callbacks: "added" } }, [
      { type: "payment.created", data: { payment_id: `p${number}` } },
    ]),
  );
}

it("limits each hanging endpoint to a few places, while others continue, on the same host as well", {
  tags: "long",
}, async () => {
  for (const { url } of hanging) await register(`${url}/hook`);
  await register(`${receiver.url}/good`);
  // These callbacks share the host of the first hanging receiver; its other paths answer.
  hanging[0]?.answer((request, response) => {
    if (request.url !== "/hook") response.writeHead(204).end();
  });
  await register(`${hanging[0]?.url}/other`);
  for (let number = 1; number <= EVENTS; number++) await publish(number);
  const work = new Dispatcher({
    queue: "deliveries",
    places: AT_A_TIME,
    maxPerGroup: PER_ENDPOINT,
    handle: (data) => deliver(data as Payloads["deliveries"]),
  });
  const arrivedAt = (from: FakeReceiver | undefined, path: string) =>
    from?.deliveries.filter((delivery) => delivery.path === path).length;
  await receiver.waitFor(() => arrivedAt(receiver, "/good") === EVENTS);
  await hanging[0]?.waitFor(() => arrivedAt(hanging[0], "/other") === EVENTS);
  for (const each of hanging) await each.waitFor(() => arrivedAt(each, "/hook") === PER_ENDPOINT);
  await work.stop(0);
});
