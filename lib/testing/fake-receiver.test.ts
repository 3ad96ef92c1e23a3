import { Webhook } from "standardwebhooks";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type FakeReceiver, startFakeReceiver, verifyDelivery } from "./fake-receiver.ts";

const SECRET = `whsec_${Buffer.alloc(24, 7).toString("base64")}`;
let receiver: FakeReceiver;

beforeEach(async () => {
  receiver = await startFakeReceiver();
});

afterEach(async () => {
  vi.useRealTimers();
  await receiver.stop();
});

function send(text: string): Promise<Response> {
  const at = new Date();
  const headers = {
    "webhook-id": "msg_1",
    "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
    "webhook-signature": new Webhook(SECRET).sign("msg_1", at, text),
  };
  return fetch(`${receiver.url}/hook`, { method: "POST", headers, body: text });
}

test("records requests and answers as configured", async () => {
  expect((await send('{"type":"a"}')).status).toBe(204);
  receiver.answer({ status: 503, headers: { "retry-after": "7" } });
  const refused = await send('{"type":"b"}');
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "7"]);
  expect(receiver.deliveries.map(({ path, body }) => [path, body])).toEqual([
    ["/hook", { type: "a" }],
    ["/hook", { type: "b" }],
  ]);
});

test("waits for a delivery, and verifies it", async () => {
  const waiting = receiver.waitFor(({ body }) => (body as { type: string }).type === "late");
  await send('{"type":"early"}');
  await send('{"type":"late"}');
  const delivery = await waiting;
  expect(verifyDelivery(delivery, SECRET)).toEqual({ type: "late" });
  expect(() => verifyDelivery({ ...delivery, text: '{"type":"forged"}' }, SECRET)).toThrow();
});

test("knows whether an old delivery was signed, although its signature has expired", async () => {
  await send('{"type":"early"}');
  receiver.expectSigned(SECRET);
  await send('{"type":"signed"}');
  receiver.expectSigned(`whsec_${Buffer.alloc(24, 8).toString("base64")}`);
  await send('{"type":"forged"}');
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 6 * 60_000 });
  for (const delivery of receiver.deliveries) expect(() => verifyDelivery(delivery, SECRET)).toThrow("too old");
  expect(receiver.deliveries.map(({ isSigned }) => isSigned)).toEqual([false, true, false]);
});
