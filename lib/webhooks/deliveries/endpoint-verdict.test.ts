import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { webhookEndpoint } from "#lib/db/schema";
import { withTenant } from "#lib/db/tenant";
import { newId } from "#lib/kernel/id";
import { forgetSingleton } from "#lib/kernel/singleton";
import { newWebhookSecret } from "#lib/security/credentials/webhook-secret";
import { seal } from "#lib/security/sealing/secret-box";
import { inboxReceiver } from "#lib/testing/inbox-receiver";
import { makeLinkedAccount, type TestAccount } from "#lib/testing/linked-account";
import { signIn } from "#lib/testing/principals";
import { testDatabase } from "#lib/testing/test-database";
import { MAX_HELD } from "#lib/webhooks/endpoints/first-status";
import { publishEvents } from "#lib/webhooks/events/publish";
import { deliver } from "./deliver.ts";
import { releaseHeld } from "./held.ts";

process.env.SEED = "demo";
const database = testDatabase();
let account: TestAccount;
const receiver = inboxReceiver();
let endpointId: string;

beforeAll(async () => {});
beforeEach(async () => {
  receiver.deliveries.length = 0;
  receiver.answer({ status: 204 });
  account = await makeLinkedAccount();
  endpointId = newId();
  const secret = await seal(newWebhookSecret());
  await withTenant(account.tenant, (tx) =>
    tx.insert(webhookEndpoint).values({
      id: endpointId,
      ...account.tenant,
      url: `${receiver.url}/hook`,
      eventTypes: [],
      secret,
      status: "enabled",
    }),
  );
});

/** Publishes an event to the endpoint and returns its delivery. */
async function publish(): Promise<{ deliveryId: string; organizationId: string; linkedAccountId: string }> {
  const job = { id: 1, callbackUrls: [], apiClientId: account.apiClientId, accessTokenReferenceId: "reference-1" };
  const [published] = await withTenant(account.tenant, (tx) =>
    publishEvents(tx, { tenant: account.tenant, job: { ...job, callbacks: "added" } }, [
      { type: "payment.created", data: { payment_id: "p1" } },
    ]),
  );
  return { deliveryId: published?.deliveryIds[1] ?? "", ...account.tenant };
}

const endpoint = async () => {
  const [row] = await database.asOwner<{ status: string; disabled_reason: string | null; failing_since: Date | null }>(
    "SELECT status, disabled_reason, failing_since FROM webhook_endpoint WHERE id = $1",
    [endpointId],
  );
  if (!row) throw new Error("No such endpoint");
  return row;
};

const failingFor = (interval: string) =>
  database.asOwner("UPDATE webhook_endpoint SET failing_since = now() - $2::interval WHERE id = $1", [
    endpointId,
    interval,
  ]);

const states = async () =>
  (
    await database.asOwner<{ status: string; attempts: number }>(
      "SELECT status, attempts FROM delivery WHERE endpoint_id = $1 ORDER BY id",
      [endpointId],
    )
  ).map(({ status, attempts }) => `${status} ${attempts}`);

describe("an endpoint", () => {
  it("is disabled by 410 at once, and its pending deliveries are held", async () => {
    const [first, second] = [await publish(), await publish()];
    receiver.answer({ status: 410 });
    await deliver(first);
    expect(await endpoint()).toMatchObject({ status: "disabled", disabled_reason: expect.stringContaining("410") });
    expect(await states()).toEqual(["failed 1", "held 0"]);
    await deliver(second);
    await publish();
    expect(await states()).toEqual(["failed 1", "held 0", "held 0"]);
    expect(receiver.deliveries).toHaveLength(1);
  });

  it("is told of by mail to the admins if mail is configured", async () => {
    const mailed = () =>
      database.asOwner("SELECT kind FROM mail WHERE organization_id = $1", [account.tenant.organizationId]);
    await signIn(account, "admin");
    Object.assign(process.env, { SMTP_URL: "smtp://127.0.0.1:9", MAIL_FROM: "console@records.example" });
    forgetSingleton("environment");
    try {
      receiver.answer({ status: 410 });
      await deliver(await publish());
      expect(await mailed()).toEqual([{ kind: "endpoint_disabled" }]);
    } finally {
      Object.assign(process.env, { SMTP_URL: "", MAIL_FROM: "" });
      forgetSingleton("environment");
    }
  });

  it("is disabled after five days of failures only, and the failed delivery is held with its attempts", async () => {
    receiver.answer({ status: 500 });
    await deliver(await publish());
    const { failing_since: since } = await endpoint();
    expect(Date.now() - Number(since)).toBeLessThan(60_000);
    await failingFor("4 days 23 hours");
    await deliver(await publish());
    expect(await endpoint()).toMatchObject({ status: "enabled" });
    await failingFor("5 days");
    await deliver(await publish());
    expect(await endpoint()).toMatchObject({
      status: "disabled",
      disabled_reason: "Nothing but failures for five days",
    });
    expect(await states()).toEqual(["held 1", "held 1", "held 1"]);
  });

  it("that answers within five days starts over", async () => {
    await failingFor("4 days");
    await deliver(await publish());
    expect(await endpoint()).toEqual({ status: "enabled", disabled_reason: null, failing_since: null });
  });
});

describe("a delivery to a disabled endpoint", () => {
  const disable = () => database.asOwner("UPDATE webhook_endpoint SET status = 'disabled' WHERE id = $1", [endpointId]);
  const enable = () =>
    withTenant(account.tenant, async (tx) => {
      await tx.update(webhookEndpoint).set({ status: "enabled" });
      return releaseHeld(tx, account.tenant, { id: endpointId, url: `${receiver.url}/hook` });
    });

  it("is held when it is due, and sent after the endpoint is enabled", async () => {
    const due = await publish();
    await disable();
    await deliver(due);
    expect(await states()).toEqual(["held 0"]);
    expect(await enable()).toBe(1);
    await deliver(due);
    expect(await states()).toEqual(["succeeded 1"]);
  });

  it("is not left behind if the endpoint is enabled while the event is being written", async () => {
    await disable();
    const job = { id: 1, callbackUrls: [], apiClientId: account.apiClientId, accessTokenReferenceId: "reference-1" };
    let enabled: Promise<number> | undefined;
    await withTenant(account.tenant, async (tx) => {
      await publishEvents(tx, { tenant: account.tenant, job: { ...job, callbacks: "added" } }, [
        { type: "payment.created", data: {} },
      ]);
      enabled = enable();
      await database.asOwner("SELECT pg_sleep(0.05)");
    });
    expect(await enabled).toBe(1);
    expect(await states()).toEqual(["pending 0"]);
  });

  it("is given up with the reason if too many are held", async () => {
    await disable();
    const { deliveryId } = await publish();
    await database.asOwner(
      `INSERT INTO delivery SELECT (jsonb_populate_record(d, jsonb_build_object('id', gen_random_uuid()))).*
       FROM delivery d, generate_series(2, $2) WHERE d.id = $1`,
      [deliveryId, MAX_HELD],
    );
    const { deliveryId: last } = await publish();
    const [row] = await database.asOwner<{ status: string; error: string }>(
      "SELECT d.status, a.error FROM delivery d JOIN delivery_attempt a ON a.delivery_id = d.id WHERE d.id = $1",
      [last],
    );
    expect(row).toEqual({ status: "failed", error: expect.stringContaining("5,000 deliveries already wait") });
    expect(await enable()).toBe(MAX_HELD);
  });
});
