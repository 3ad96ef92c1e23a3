import { describe, expect, it } from "vitest";
import { newId } from "#lib/core/id";
import { delivery, deliveryAttempt, event } from "#lib/db/schema";
import { withTenant } from "#lib/db/tenant";
import { makeLinkedAccount } from "#lib/testing/linked-account";
import { testDatabase } from "#lib/testing/test-database";
import { keptExchange } from "./exchange.ts";
import { forgetOldExchanges } from "./forget.ts";

const database = testDatabase();
const bytes = (text: string) => new TextEncoder().encode(text);

describe("what is kept of an attempt", () => {
  it("is no secret: of the signature only how many there were", () => {
    const kept = keptExchange(
      { "webhook-id": "e1", "webhook-signature": "v1,aGVsbG8= v1,d29ybGQ=" },
      {
        headers: { "Set-Cookie": ["a=1", "b=2"], "x-api-key": "k", "www-authenticate": "Basic", server: "nginx" },
        body: bytes("ok"),
        cut: false,
      },
    );
    expect(kept).toEqual({
      request: { headers: { "webhook-id": "e1", "webhook-signature": "v1,••• v1,•••" } },
      response: {
        headers: { "Set-Cookie": "•••", "x-api-key": "•••", "www-authenticate": "•••", server: "nginx" },
        body: "ok",
        cut: false,
      },
    });
  });

  it("fits into the database, whatever came", () => {
    const many = Object.fromEntries(Array.from({ length: 400 }, (_, index) => [`h${index}`, "v".repeat(9_000)]));
    const half = bytes("Zoë").subarray(0, 3);
    const kept = keptExchange({}, { headers: many, body: half, cut: true });
    expect(Object.keys(kept.response?.headers ?? {})).toHaveLength(50);
    expect(kept.response?.headers.h0).toHaveLength(500);
    expect(kept.response?.body).toBe("Zo");
    const binary = keptExchange({}, { headers: {}, body: Uint8Array.of(0, 255, 65), cut: false });
    expect(binary.response?.body).toBe("��A");
  });

  it("is nothing of an answer where none came", () => {
    expect(keptExchange({}, null)).toEqual({ request: { headers: {} }, response: null });
  });

  it("is forgotten after 14 days, and that it was made is not", async () => {
    const { tenant } = await makeLinkedAccount();
    const days = (count: number) => Date.now() - count * 86_400_000;
    await withTenant(tenant, async (tx) => {
      const [eventId, deliveryId] = [newId(), newId()];
      await tx.insert(event).values({ id: eventId, ...tenant, type: "payment.created", envelope: {} });
      await tx
        .insert(delivery)
        .values({ id: deliveryId, ...tenant, eventId, targetKind: "callback", status: "pending" });
      const made = (attempt: number, at: number) => ({
        id: newId(at),
        ...tenant,
        deliveryId,
        attempt,
        at: new Date(at),
        durationMs: 1,
        exchange: keptExchange({ "webhook-id": "e1" }, null),
      });
      await tx.insert(deliveryAttempt).values([made(1, days(15)), made(2, days(13))]);
    });
    await forgetOldExchanges(tenant);
    const kept = await database.asOwner<{ attempt: number; kept: boolean }>(
      "SELECT attempt, exchange IS NOT NULL AS kept FROM delivery_attempt WHERE linked_account_id = $1 ORDER BY attempt",
      [tenant.linkedAccountId],
    );
    expect(kept).toEqual([
      { attempt: 1, kept: false },
      { attempt: 2, kept: true },
    ]);
  });
});
