import { expect, it } from "vitest";
import { signatureHeaders } from "#lib/webhooks/deliveries/sign";
import { eventSample } from "#lib/webhooks/events/samples";
import { EVENT_TYPES } from "#lib/webhooks/events/types";
import { signWebhook, verifyWebhook, WebhookError } from "./index.ts";

const SECRET = `whsec_${Buffer.alloc(24, 1).toString("base64")}`;
const OTHER = `whsec_${Buffer.alloc(24, 2).toString("base64")}`;

const delivery = (body: string, at = new Date(), secrets = [SECRET]) =>
  new Request("https://partner.example/hook", {
    method: "POST",
    body,
    headers: signatureHeaders({ id: "e1", at, body, secrets }),
  });

it.each(EVENT_TYPES)("verifies %s as it is delivered", async (type) => {
  const sample = eventSample(type);
  expect(await verifyWebhook(delivery(JSON.stringify(sample)), SECRET)).toEqual(sample);
});

it("takes the body and headers of another framework, and either secret after a rotation", async () => {
  const body = JSON.stringify(eventSample("payment.created"));
  const headers = signatureHeaders({ id: "e1", at: new Date(), body, secrets: [OTHER, SECRET] });
  const event = await verifyWebhook({ headers, body: Buffer.from(body) }, SECRET);
  expect(event.type).toBe("payment.created");
  expect(await verifyWebhook({ headers, body }, [`whsec_${"A".repeat(32)}`, OTHER])).toEqual(event);
});

it("refuses a changed body, another secret, a missing header and an old signature", async () => {
  const body = JSON.stringify(eventSample("payment.created"));
  const headers = signatureHeaders({ id: "e1", at: new Date(), body, secrets: [SECRET] });
  const refused: [() => Promise<unknown>, string][] = [
    [() => verifyWebhook({ headers, body: body.replace("45.5", "4550") }, SECRET), "The signature is wrong"],
    [() => verifyWebhook({ headers: { ...headers, "webhook-id": "e2" }, body }, SECRET), "The signature is wrong"],
    [() => verifyWebhook({ headers, body }, OTHER), "The signature is wrong"],
    [() => verifyWebhook({ headers: { ...headers, "webhook-id": undefined }, body }, SECRET), "webhook-id is missing"],
    [() => verifyWebhook(delivery(body, new Date(Date.now() - 400_000)), SECRET), "five minutes"],
    [() => verifyWebhook({ headers, body }, "whsec_not*base64"), "The secret is not one of a webhook"],
  ];
  for (const [verified, message] of refused) {
    const failure = await verified().catch((error: Error) => error);
    expect(failure).toBeInstanceOf(WebhookError);
    expect((failure as Error).message).toContain(message);
  }
});

it("signs as deliveries are signed", async () => {
  const at = new Date("2026-03-02T15:04:12Z");
  const body = JSON.stringify(eventSample("payment.created"));
  expect(await signWebhook({ id: "e1", body, at }, SECRET)).toEqual(
    signatureHeaders({ id: "e1", at, body, secrets: [SECRET] }),
  );
});
