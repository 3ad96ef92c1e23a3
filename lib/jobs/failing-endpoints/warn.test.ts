import { beforeEach, describe, expect, it } from "vitest";
import { webhookEndpoint } from "#lib/db/schema";
import { withTenant } from "#lib/db/tenant";
import { newId } from "#lib/kernel/id";
import { newWebhookSecret } from "#lib/security/credentials/webhook-secret";
import { seal } from "#lib/security/sealing/secret-box";
import { makeLinkedAccount, type TestAccount } from "#lib/testing/linked-account";
import { mailBy } from "#lib/testing/mail-by";
import { signIn } from "#lib/testing/principals";
import { testDatabase } from "#lib/testing/test-database";
import { warnOfFailingEndpoints } from "./warn.ts";

const database = testDatabase();
const HOUR_MS = 3_600_000;
const NOW = new Date("2026-11-20T12:00:00.000Z");
let clinic: TestAccount;

beforeEach(async () => {
  clinic = await makeLinkedAccount();
  await signIn(clinic, "admin");
  mailBy("smtp://127.0.0.1:9");
  return () => mailBy(null);
});

interface Given {
  owner?: string;
  hours?: number | null;
  status?: "enabled" | "disabled";
}

/** Registers an endpoint that has failed for some hours; null: its deliveries succeed. Returns its id. */
async function register({ owner, hours = null, status = "enabled" }: Given = {}, at = clinic): Promise<string> {
  const id = newId();
  const failingSince = hours === null ? null : new Date(NOW.getTime() - hours * HOUR_MS);
  const secret = await seal(newWebhookSecret());
  await withTenant(at.tenant, (tx) =>
    tx.insert(webhookEndpoint).values({
      id,
      ...at.tenant,
      url: "https://hooks.example/",
      owner: owner ?? null,
      eventTypes: [],
      secret,
      status,
      failingSince,
    }),
  );
  return id;
}

const later = (hours: number) => new Date(NOW.getTime() + hours * HOUR_MS);

const mails = (at = clinic) =>
  database.asOwner<{ kind: string }>("SELECT kind FROM mail WHERE organization_id = $1", [at.tenant.organizationId]);

/** The warnings sent by events, with the registered endpoints that they go to. */
async function events(at = clinic) {
  const rows = await database.asOwner<{ data: Record<string, unknown>; to: string[] }>(
    `SELECT e.envelope -> 'data' AS data,
       array(SELECT replace(d.endpoint_id::text, '-', '') FROM delivery d
             WHERE d.event_id = e.id AND d.endpoint_id IS NOT NULL ORDER BY d.endpoint_id) AS to
     FROM event e WHERE e.linked_account_id = $1 AND e.type = 'webhook_endpoint.failing' ORDER BY e.id`,
    [at.tenant.linkedAccountId],
  );
  return rows;
}

describe("an endpoint that is to be disabled within a day", () => {
  it("is told to the admins by mail and by an event, once", async () => {
    const id = await register({ hours: 97 });
    const own = await register();
    await warnOfFailingEndpoints(NOW);
    await warnOfFailingEndpoints(later(1));
    expect(await mails()).toEqual([{ kind: "endpoint_failing" }]);
    expect(await events()).toEqual([
      {
        data: {
          linked_account_id: clinic.tenant.linkedAccountId,
          endpoint_id: id,
          owner: null,
          failing_since: "2026-11-16T11:00:00.000Z",
          disables_at: "2026-11-21T11:00:00.000Z",
        },
        to: [own],
      },
    ]);
  });

  it("is told by several processes once", async () => {
    await register({ hours: 96 });
    await Promise.all(Array.from({ length: 5 }, () => warnOfFailingEndpoints(NOW)));
    expect([await mails(), await events()]).toEqual([[{ kind: "endpoint_failing" }], [expect.anything()]]);
  });

  it("is told to its owner's other endpoints and to those without an owner, to no other owner", async () => {
    const failing = await register({ owner: "practice-17", hours: 100 });
    const [same, , none] = [
      await register({ owner: "practice-17" }),
      await register({ owner: "practice-18" }),
      await register(),
    ];
    await warnOfFailingEndpoints(NOW);
    expect(await events()).toEqual([
      { data: expect.objectContaining({ endpoint_id: failing, owner: "practice-17" }), to: [same, none].sort() },
    ]);
  });

  it("is told again when it fails anew after a success, and two of them each", async () => {
    const [id] = [await register({ hours: 100 }), await register({ hours: 99 })];
    await warnOfFailingEndpoints(NOW);
    expect(await mails()).toHaveLength(2);
    await database.asOwner("UPDATE webhook_endpoint SET failing_since = $2 WHERE id = $1", [id, later(10)]);
    await warnOfFailingEndpoints(later(10 + 95));
    expect(await events()).toHaveLength(2);
    await warnOfFailingEndpoints(later(10 + 96));
    expect((await events()).map(({ data }) => data.endpoint_id).filter((told) => told === id)).toHaveLength(2);
    expect(await mails()).toHaveLength(3);
  });
});

it("nothing is told of endpoints that succeed, are disabled, or have failed for less than four days", async () => {
  await register();
  await register({ hours: 95 });
  await register({ hours: 200, status: "disabled" });
  const next = await makeLinkedAccount();
  await register({ hours: 100 }, next);
  await warnOfFailingEndpoints(NOW);
  expect([await mails(), await events()]).toEqual([[], []]);
  expect(await events(next)).toHaveLength(1);
});
