import { expect, it } from "vitest";
import { GET } from "#app/api/metrics/route.ts";
import { DIRECT_PEER_HEADER } from "#lib/api/request/peer";
import { delivery, event, webhookEndpoint } from "#lib/db/schema";
import { withTenant } from "#lib/db/tenant";
import { newId } from "#lib/kernel/id";
import { makeLinkedAccount } from "#lib/testing/linked-account";
import { testDatabase } from "#lib/testing/test-database";
import { countAttempt } from "./metrics.ts";

testDatabase();

const read = async () => {
  const headers = { [DIRECT_PEER_HEADER]: "loopback" };
  const text = await (await GET(new Request("http://127.0.0.1/api/metrics", { headers }))).text();
  return (name: string) =>
    Number(
      text
        .split("\n")
        .find((line) => line.startsWith(`${name} `))
        ?.split(" ")
        .at(-1),
    );
};

it("count every tenant's deliveries and reveal nothing else", async () => {
  for (let tenants = 0; tenants < 2; tenants++) {
    const { tenant } = await makeLinkedAccount();
    await withTenant(tenant, async (tx) => {
      const eventId = newId();
      const common = { ...tenant, eventId, targetKind: "endpoint", endpointId: newId() } as const;
      await tx.insert(event).values({ id: eventId, ...tenant, type: "payment.created", envelope: {} });
      await tx.insert(delivery).values([
        { id: newId(), ...common, status: "held" },
        { id: newId(), ...common, status: "pending" },
        { id: newId(), ...common, status: "pending", attempts: 2, createdAt: new Date(Date.now() - 7_200_000) },
      ]);
      await tx
        .insert(webhookEndpoint)
        .values({ id: newId(), ...tenant, url: "https://a.example/", eventTypes: [], secret: "", status: "disabled" });
    });
  }
  countAttempt("endpoint", { kind: "timed_out", durationMs: 15_000 });
  countAttempt("callback", { kind: "failed", reason: "", durationMs: 3 });
  const figure = await read();
  expect(figure("crc_deliveries_held")).toBe(2);
  expect(figure("crc_delivery_retries_waiting")).toBe(2);
  expect(Math.round(figure("crc_delivery_oldest_retry_seconds") / 60)).toBe(120);
  expect(figure("crc_webhook_endpoints_disabled")).toBe(2);
  expect(figure('crc_delivery_attempts_total{target="endpoint",outcome="timed_out"}')).toBe(1);
  expect(figure('crc_delivery_attempts_total{target="callback",outcome="connection_failed"}')).toBe(1);
  expect(figure("crc_streams_open")).toBe(0);
});
