import { describe, expect, it } from "vitest";
import { withTenant } from "#lib/db/tenant";
import { envelope } from "#lib/stream/envelope";
import { makeLinkedAccount, type TestAccount } from "#lib/testing/linked-account";
import { testDatabase } from "#lib/testing/test-database";
import { makeEnvelope } from "./make-envelope.ts";
import { publishEvents, targetsOf } from "./publish.ts";
import { EVENT_TYPES, isByDefault } from "./types.ts";

const database = testDatabase();

const publish = (account: TestAccount, callbackUrls: string[], apiClientId: string | null = account.apiClientId) =>
  withTenant(account.tenant, async (tx) => {
    const job = {
      id: 42,
      callbackUrls,
      callbacks: "added" as const,
      apiClientId,
      accessTokenReferenceId: "reference-1",
    };
    const [published] = await publishEvents(tx, { tenant: account.tenant, job }, [
      { type: "payment.created", data: { payment_id: "p1" } },
    ]);
    if (!published) throw new Error("Nothing was published");
    return published;
  });

const deliveriesOf = (eventId: string) =>
  database.asOwner<{ target_kind: string; target_url: string | null }>(
    "SELECT target_kind, target_url FROM delivery WHERE event_id = $1 ORDER BY target_url NULLS FIRST",
    [eventId],
  );

describe("publishEvent", () => {
  it("writes the event, a delivery to the inbox and to each callback URL, and a queue entry for each", async () => {
    const account = await makeLinkedAccount();
    const urls = ["https://one.example/a", "https://two.example/b", "https://one.example/a"];
    const { eventId, deliveryIds } = await publish(account, urls);
    expect(await deliveriesOf(eventId)).toEqual([
      { target_kind: "inbox", target_url: null },
      { target_kind: "callback", target_url: "https://one.example/a" },
      { target_kind: "callback", target_url: "https://two.example/b" },
    ]);
    const [stored] = await database.asOwner<{ envelope: unknown }>("SELECT envelope FROM event WHERE id = $1", [
      eventId,
    ]);
    expect(stored?.envelope).toEqual({
      id: eventId,
      access_token_reference_id: "reference-1",
      object: "event",
      created: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      type: "payment.created",
      job_id: "42",
      data: { payment_id: "p1" },
    });
    const entries = await database.asOwner<{ data: unknown; group_id: string }>(
      "SELECT data, group_id FROM queue.entry WHERE queue = 'deliveries' AND data->>'organizationId' = $1",
      [account.tenant.organizationId],
    );
    const { linkedAccountId } = account.tenant;
    expect(entries).toHaveLength(3);
    expect(entries.map(({ data }) => data)).toEqual(
      expect.arrayContaining(deliveryIds.map((deliveryId) => ({ deliveryId, ...account.tenant }))),
    );
    expect(entries.map((entry) => entry.group_id).sort()).toEqual([
      `inbox:${linkedAccountId}`,
      `target:${linkedAccountId}:one.example`,
      `target:${linkedAccountId}:two.example`,
    ]);
  });

  it("leaves nothing behind if its transaction is rolled back", async () => {
    const account = await makeLinkedAccount();
    const failing = withTenant(account.tenant, async (tx) => {
      const job = { id: 43, callbackUrls: [], apiClientId: null, accessTokenReferenceId: "reference-1" };
      await publishEvents(tx, { tenant: account.tenant, job: { ...job, callbacks: "added" } }, [
        { type: "payment.created", data: {} },
      ]);
      throw new Error("no");
    });
    await expect(failing).rejects.toThrow("no");
    const left = await database.asOwner(
      "SELECT 1 FROM event WHERE job_id = 43 UNION ALL SELECT 1 FROM queue.entry WHERE data->>'organizationId' = $1",
      [account.tenant.organizationId],
    );
    expect(left).toEqual([]);
  });

  it("applies the client's subscriptions to callback URLs, never to the inbox", async () => {
    const account = await makeLinkedAccount({ eventTypes: ["payment.failed"] });
    const { eventId } = await publish(account, ["https://one.example/a"]);
    expect(await deliveriesOf(eventId)).toEqual([{ target_kind: "inbox", target_url: null }]);
  });
});

describe("an event type that is not sent by default", () => {
  const JOB = { callbackUrls: ["https://callback.example/a"], callbacks: "added", apiClientId: "c" } as const;
  const endpoint = (id: string, eventTypes: string[]) => ({
    id,
    url: `https://${id}.example/a`,
    eventTypes,
    enabled: true,
  });

  /** Returns to whom an event goes, with an endpoint that names no types and one that names the given ones. */
  const sentTo = (type: string, clientTypes: string[] | null, named: string[]) =>
    targetsOf(
      {
        clientTypes,
        client: null,
        inboxSecret: "",
        endpoints: [endpoint("empty", []), endpoint("naming", named)] as never,
      },
      JOB,
      type,
    ).map(({ kind, endpointId }) => endpointId ?? kind);

  it.each(["patient.changed", "sync.completed", "linked_account.created", "linked_account.login_required"])(
    "such as %s goes where it is named",
    (type) => {
      expect(isByDefault(type)).toBe(false);
      expect(sentTo(type, null, [])).toEqual(["inbox"]);
      expect(sentTo(type, null, [type])).toEqual(["inbox", "naming"]);
      expect(sentTo(type, [type], [])).toEqual(["inbox", "empty", "naming", "callback"]);
      expect(sentTo(type, [type], ["payment.created"])).toEqual(["inbox", "empty", "callback"]);
      expect(sentTo(type, ["payment.created"], [type])).toEqual(["inbox"]);
    },
  );

  it("leaves the others as they are", () => {
    for (const type of [
      ...EVENT_TYPES.filter(isByDefault),
      "sync.degraded",
      "payment.changed.failed",
      "appointment.created",
    ]) {
      expect([type, sentTo(type, null, [type])]).toEqual([type, ["inbox", "empty", "naming", "callback"]]);
      expect(sentTo(type, ["payment.x"], [type])).toEqual(["inbox"]);
    }
  });
});

describe("makeEnvelope", () => {
  const given = { id: "0".repeat(32), created: new Date(), jobId: 7, accessTokenReferenceId: "r", data: {} };

  it.each(["claim.created", "claim.updated", "claim.live_fetch_completed"])(
    "contains no access token in %s",
    (type) => {
      expect(makeEnvelope({ ...given, type })).not.toHaveProperty("access_token_reference_id");
    },
  );

  it("contains an action only in the settings sync", () => {
    expect(makeEnvelope({ ...given, type: "org_settings.synced" })).toHaveProperty("action", "ehr_sync");
    expect(makeEnvelope({ ...given, type: "payment.failed" })).not.toHaveProperty("action");
  });

  it("matches the inbox's schema", () => {
    const made = makeEnvelope({ ...given, type: "org_settings.synced" });
    expect(envelope.parse(made)).toEqual(made);
  });
});
