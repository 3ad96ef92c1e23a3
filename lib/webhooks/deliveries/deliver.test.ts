import { once } from "node:events";
import type { ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { withTenant } from "#lib/db/tenant";
import { verifyDelivery } from "#lib/testing/fake-receiver";
import { inboxReceiver } from "#lib/testing/inbox-receiver";
import { makeLinkedAccount, type TestAccount } from "#lib/testing/linked-account";
import { testDatabase } from "#lib/testing/test-database";
import { publishEvents } from "#lib/webhooks/events/publish";
import { deliver } from "./deliver.ts";

process.env.SEED = "demo";
const database = testDatabase();
let account: TestAccount;
const receiver = inboxReceiver();

beforeAll(async () => {
  account = await makeLinkedAccount();
});
beforeEach(() => {
  receiver.deliveries.length = 0;
  receiver.answer({ status: 204 });
});

/** Publishes an event with one callback URL and returns the deliveries to the callback and to the inbox. */
async function publish(url: string, apiClientId: string | null = account.apiClientId) {
  const job = { id: 1, callbackUrls: [url], apiClientId, accessTokenReferenceId: "reference-1" };
  const [published] = await withTenant(account.tenant, (tx) =>
    publishEvents(tx, { tenant: account.tenant, job: { ...job, callbacks: "added" } }, [
      { type: "payment.created", data: { payment_id: "p1" } },
    ]),
  );
  if (!published) throw new Error("Nothing was published");
  const { eventId, deliveryIds } = published;
  const [inbox, callback] = deliveryIds.map((deliveryId) => ({ deliveryId, ...account.tenant }));
  if (!inbox || !callback) throw new Error("Two deliveries were expected");
  return { eventId, inbox, callback };
}

interface Row {
  status: string;
  attempts: number;
  next_attempt_at: Date | null;
  log: { attempt: number; url: string | null; status_code: number | null; error: string | null }[];
}

async function stateOf(deliveryId: string): Promise<Row> {
  const [row] = await database.asOwner<Row>(
    `SELECT status, attempts, next_attempt_at,
            (SELECT json_agg(json_build_object('attempt', attempt, 'url', url, 'status_code', status_code, 'error', error)
                             ORDER BY attempt) FROM delivery_attempt WHERE delivery_id = delivery.id) AS log
     FROM delivery WHERE id = $1`,
    [deliveryId],
  );
  if (!row) throw new Error("No such delivery");
  return row;
}

const entriesOf = (deliveryId: string) =>
  database.asOwner<{ due_at: Date }>(
    "SELECT due_at FROM queue.entry WHERE data->>'deliveryId' = $1 AND due_at > now() ORDER BY due_at",
    [deliveryId],
  );

const makeDue = (deliveryId: string) =>
  database.asOwner("UPDATE delivery SET next_attempt_at = now() WHERE id = $1", [deliveryId]);

describe("deliver", () => {
  it("posts the envelope to a callback URL, signed with the client's secret", async () => {
    const { eventId, callback } = await publish(`${receiver.url}/hook`);
    await deliver(callback);
    const [delivered] = receiver.deliveries;
    expect(delivered?.path).toBe("/hook");
    expect(delivered?.headers).toMatchObject({ "webhook-id": eventId, "content-type": "application/json" });
    expect(delivered && verifyDelivery(delivered, account.webhookSecret)).toMatchObject({ id: eventId, job_id: "1" });
    expect(await stateOf(callback.deliveryId)).toEqual({
      status: "succeeded",
      attempts: 1,
      next_attempt_at: null,
      log: [{ attempt: 1, url: `${receiver.url}/hook`, status_code: 204, error: null }],
    });
  });

  it("posts to the console's inbox, signed with the account's own secret", async () => {
    const { inbox } = await publish(`${receiver.url}/hook`);
    await deliver(inbox);
    const [delivered] = receiver.deliveries;
    expect(delivered?.path).toBe(`/api/webhooks/inbox?account=${account.tenant.linkedAccountId}`);
    expect(delivered && verifyDelivery(delivered, account.inboxSecret)).toBeTruthy();
    // The inbox's address is configuration and appears in no log.
    expect(await stateOf(inbox.deliveryId)).toMatchObject({ log: [{ attempt: 1, url: null }] });
  });

  it("retries later, under the same id, and then stops", async () => {
    const { callback } = await publish(`${receiver.url}/hook`);
    receiver.answer({ status: 500 });
    const before = Date.now();
    await deliver(callback);
    const failed = await stateOf(callback.deliveryId);
    expect(failed).toMatchObject({ status: "pending", attempts: 1 });
    const pause = (failed.next_attempt_at?.getTime() ?? 0) - before;
    expect(pause).toBeGreaterThanOrEqual(5_000);
    expect(pause).toBeLessThan(8_000);
    expect((await entriesOf(callback.deliveryId)).map((entry) => entry.due_at.getTime())).toEqual([
      failed.next_attempt_at?.getTime(),
    ]);

    await deliver(callback);
    expect(receiver.deliveries).toHaveLength(1);

    receiver.answer({ status: 200 });
    await makeDue(callback.deliveryId);
    await deliver(callback);
    const [first, second] = receiver.deliveries;
    expect(second?.headers["webhook-id"]).toBe(first?.headers["webhook-id"]);
    expect(second?.text).toBe(first?.text);
    expect(await stateOf(callback.deliveryId)).toMatchObject({
      status: "succeeded",
      attempts: 2,
      next_attempt_at: null,
    });

    await deliver(callback);
    expect(receiver.deliveries).toHaveLength(2);
  });

  it("signs the time of each attempt", async () => {
    const { eventId, callback } = await publish(`${receiver.url}/hook`);
    await database.asOwner("UPDATE event SET created_at = created_at - interval '200 seconds' WHERE id = $1", [
      eventId,
    ]);
    receiver.answer({ status: 500 });
    for (const attempt of [0, 1]) {
      const before = Math.floor(Date.now() / 1_000);
      await makeDue(callback.deliveryId);
      await deliver(callback);
      const sent = receiver.deliveries[attempt];
      const at = Number(sent?.headers["webhook-timestamp"]);
      expect(at).toBeGreaterThanOrEqual(before);
      expect(at).toBeLessThanOrEqual(Math.floor(Date.now() / 1_000));
      expect(sent && verifyDelivery(sent, account.webhookSecret)).toMatchObject({ id: eventId });
    }
  });

  it("fails after the eighth attempt", async () => {
    const { callback } = await publish(`${receiver.url}/hook`);
    receiver.answer({ status: 503 });
    for (let attempt = 1; attempt <= 8; attempt++) {
      await makeDue(callback.deliveryId);
      await deliver(callback);
    }
    expect(await stateOf(callback.deliveryId)).toMatchObject({ status: "failed", attempts: 8, next_attempt_at: null });
  });

  it("treats 410 as final", async () => {
    const { callback } = await publish(`${receiver.url}/hook`);
    receiver.answer({ status: 410 });
    await deliver(callback);
    expect(await stateOf(callback.deliveryId)).toMatchObject({ status: "failed", attempts: 1 });
  });

  it("sends again, with the same id, a delivery whose process died before it recorded the attempt", async () => {
    const { callback } = await publish(`${receiver.url}/hook`);
    receiver.answer((_request, response) => {
      // The table is missing while the attempt is recorded, so the transaction fails as it does when a process dies.
      void database
        .asOwner("ALTER TABLE delivery_attempt RENAME TO delivery_attempt_away")
        .then(() => response.writeHead(204).end());
    });
    await expect(deliver(callback)).rejects.toThrow();
    await database.asOwner("ALTER TABLE delivery_attempt_away RENAME TO delivery_attempt");
    expect(await stateOf(callback.deliveryId)).toMatchObject({ status: "pending", attempts: 0 });

    receiver.answer({ status: 204 });
    await deliver(callback);
    expect(receiver.deliveries.map((each) => each.headers["webhook-id"])).toHaveLength(2);
    expect(new Set(receiver.deliveries.map((each) => each.headers["webhook-id"])).size).toBe(1);
    expect(await stateOf(callback.deliveryId)).toMatchObject({ status: "succeeded", attempts: 1 });
  });

  it("keeps a success even if another process made the same attempt and failed", async () => {
    const { callback } = await publish(`${receiver.url}/hook`);
    const waiting: ServerResponse[] = [];
    receiver.answer((_request, response) => {
      if (waiting.push(response) < 2) return;
      for (const [index, each] of waiting.entries()) each.writeHead(index === 0 ? 500 : 200).end();
    });
    await Promise.all([deliver(callback), deliver(callback)]);
    const state = await stateOf(callback.deliveryId);
    expect(state).toMatchObject({ status: "succeeded", attempts: 2, next_attempt_at: null });
    expect(state.log.map((each) => each.status_code).sort()).toEqual([200, 500]);
  });

  it("logs a refused address and does not retry", async () => {
    const { callback } = await publish("https://192.168.7.7/hook");
    await deliver(callback);
    expect(await stateOf(callback.deliveryId)).toMatchObject({
      status: "refused",
      log: [{ attempt: 1, status_code: null, error: expect.stringContaining("private") }],
    });
  });

  it("sends nothing unsigned, and nothing for a revoked client", async () => {
    const unsigned = await publish(`${receiver.url}/hook`, null);
    await deliver(unsigned.callback);
    expect(await stateOf(unsigned.callback.deliveryId)).toMatchObject({ status: "refused" });

    const other = await makeLinkedAccount();
    account = other;
    const { callback } = await publish(`${receiver.url}/hook`);
    await database.asOwner("UPDATE api_client SET revoked_at = now() WHERE id = $1", [other.apiClientId]);
    await deliver(callback);
    expect(await stateOf(callback.deliveryId)).toMatchObject({
      status: "refused",
      log: [{ attempt: 1, status_code: null, error: "The API client was revoked" }],
    });
    expect(receiver.deliveries).toEqual([]);
  });

  it("retries an unreachable target", async () => {
    const closed = createServer().listen(0, "127.0.0.1");
    await once(closed, "listening");
    const { port } = closed.address() as AddressInfo;
    closed.close();
    account = await makeLinkedAccount();
    const { callback } = await publish(`http://127.0.0.1:${port}/hook`);
    await deliver(callback);
    expect(await stateOf(callback.deliveryId)).toMatchObject({
      status: "pending",
      log: [{ attempt: 1, status_code: null, error: "Connection failed (ECONNREFUSED)" }],
    });
  });
});
