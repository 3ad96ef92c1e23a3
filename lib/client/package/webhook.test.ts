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

it("takes the names of headers in any case, one value as a list, and bytes of any kind", async () => {
  const body = JSON.stringify(eventSample("payment.created"));
  const headers = Object.entries(signatureHeaders({ id: "e1", at: new Date(), body, secrets: [SECRET] }));
  const named = (name: (given: string) => string) =>
    Object.fromEntries(headers.map(([key, value]) => [name(key), value]));
  const bytes = new TextEncoder().encode(body);
  for (const given of [
    { headers: named((name) => name.toUpperCase()), body },
    { headers: named((name) => name.replaceAll(/\b\w/g, (letter) => letter.toUpperCase())), body },
    { headers: Object.fromEntries(headers.map(([name, value]) => [name, [value]])), body },
    { headers: Object.fromEntries(headers), body: bytes.buffer },
    { headers: Object.fromEntries(headers), body: Buffer.from(bytes) },
    { headers: new Headers(headers), body: bytes },
  ]) {
    expect((await verifyWebhook(given as never, SECRET)).type).toBe("payment.created");
  }
});

it("says what to pass in place of a parsed body, a read request, no headers or an empty secret", async () => {
  const sample = eventSample("payment.created");
  const body = JSON.stringify(sample);
  const headers = signatureHeaders({ id: "e1", at: new Date(), body, secrets: [SECRET] });
  const read = delivery(body);
  await read.text();
  const empty = (secret: unknown) => () => verifyWebhook({ headers, body }, secret as string);
  const passed = (given: unknown) => () => verifyWebhook(given as never, SECRET);
  const refused: [() => Promise<unknown>, string][] = [
    [passed({ headers, body: sample }), "exact text or bytes"],
    [passed({ headers, body: undefined }), "exact text or bytes"],
    [passed({ headers, body: null }), "exact text or bytes"],
    [passed({ headers }), "exact text or bytes"],
    [passed({ headers, body: [sample] }), "exact text or bytes"],
    [passed({ body }), "no headers"],
    [passed(read), "read before"],
    ...["", "  ", "whsec_", undefined, null, [], ["", OTHER]].map((secret): [() => Promise<unknown>, string] => [
      empty(secret),
      "The secret is empty",
    ]),
    [() => signWebhook({ id: "e1", body }, ""), "The secret is empty"],
    [() => (verifyWebhook as () => Promise<unknown>)(), "There are no headers"],
  ];
  for (const [verified, message] of refused) {
    const failure = await verified().catch((error: Error) => error);
    expect([failure instanceof WebhookError, (failure as Error).message]).toEqual([
      true,
      expect.stringContaining(message),
    ]);
  }
});

it("signs as deliveries are signed", async () => {
  const at = new Date("2026-03-02T15:04:12Z");
  const body = JSON.stringify(eventSample("payment.created"));
  expect(await signWebhook({ id: "e1", body, at }, SECRET)).toEqual(
    signatureHeaders({ id: "e1", at, body, secrets: [SECRET] }),
  );
});
