import { createHmac } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { POST as ROTATE } from "#app/v1/webhook-endpoints/[id]/rotate-secret/route.ts";
import { GET, PATCH } from "#app/v1/webhook-endpoints/[id]/route.ts";
import { POST as TEST } from "#app/v1/webhook-endpoints/[id]/test/route.ts";
import { POST } from "#app/v1/webhook-endpoints/route.ts";
import { call } from "#lib/testing/call";
import { verifyDelivery } from "#lib/testing/fake-receiver";
import { inboxReceiver } from "#lib/testing/inbox-receiver";
import { makeLinkedAccount, type TestAccount } from "#lib/testing/linked-account";
import { testDatabase } from "#lib/testing/test-database";
import { deliver } from "#lib/webhooks/deliveries/deliver";

process.env.SEED = "demo";
const database = testDatabase();
const receiver = inboxReceiver();
let clinic: TestAccount;
beforeEach(async () => {
  clinic = await makeLinkedAccount();
  receiver.deliveries.length = 0;
});

const BOTH = ["standard", "body_hmac"];
const HEADER = "X-Partner-Digest";

const register = (body: Record<string, unknown>) =>
  call(POST, "POST", "/webhook-endpoints", {
    headers: clinic.headers,
    body: { url: `${receiver.url}/hook`, ...body },
  });
const made = async (body: Record<string, unknown> = { signature: BOTH, signature_header: HEADER }) =>
  (await register(body)).body.webhook_endpoint;
const change = (id: string, body: Record<string, unknown>) =>
  call(PATCH, "PATCH", `/webhook-endpoints/${id}`, { headers: clinic.headers, body, params: { id } });
const rotate = async (id: string, end_previous: boolean) =>
  (
    await call(ROTATE, "POST", `/webhook-endpoints/${id}/rotate-secret`, {
      headers: clinic.headers,
      body: { end_previous },
      params: { id },
    })
  ).body.webhook_endpoint.secret;

/** Sends a test event and returns what arrived. */
async function sent(id: string) {
  receiver.deliveries.length = 0;
  await call(TEST, "POST", `/webhook-endpoints/${id}/test`, {
    headers: clinic.headers,
    body: { data: { note: "Zoë 🩺", empty: "" } },
    params: { id },
  });
  const [pending] = await database.asOwner<{ id: string }>(
    "SELECT replace(id::text, '-', '') AS id FROM delivery WHERE linked_account_id = $1 AND status = 'pending' AND target_kind = 'endpoint'",
    [clinic.tenant.linkedAccountId],
  );
  await deliver({ deliveryId: pending?.id ?? "", ...clinic.tenant });
  const [delivery] = receiver.deliveries;
  if (!delivery) throw new Error("Nothing was delivered");
  return delivery;
}

const hmac = (secret: string, bytes: string) => createHmac("sha256", secret).update(bytes, "utf8").digest("hex");

describe("body_hmac of an endpoint", () => {
  it("is a hexadecimal HMAC of the body under the secret's text, beside the standard signature", async () => {
    const { id, secret, ...shown } = await made();
    expect(shown).toMatchObject({ signature: BOTH, signature_header: HEADER });
    const delivery = await sent(id);
    expect(delivery.headers[HEADER.toLowerCase()]).toBe(hmac(secret, delivery.text));
    expect(verifyDelivery(delivery, secret)).toMatchObject({ type: "webhook_endpoint.test" });
  });

  it("is made with the present secret alone after a rotation, while both make the standard signature", async () => {
    const { id, secret } = await made();
    const next = await rotate(id, false);
    const delivery = await sent(id);
    expect(delivery.headers[HEADER.toLowerCase()]).toBe(hmac(next, delivery.text));
    for (const each of [secret, next]) expect(verifyDelivery(delivery, each)).toBeTruthy();
    const last = await rotate(id, true);
    const after = await sent(id);
    expect(after.headers[HEADER.toLowerCase()]).toBe(hmac(last, after.text));
  });

  it("is switched on and off, and keeps its header until then", async () => {
    const { id } = await made({});
    expect((await sent(id)).headers).not.toHaveProperty(HEADER.toLowerCase());
    expect((await change(id, { signature: BOTH })).body.errors).toEqual([
      { field: "signature_header", message: "is required with body_hmac" },
    ]);
    expect((await change(id, { signature_header: HEADER })).status).toBe(400);
    const on = await change(id, { signature: [...BOTH].reverse(), signature_header: HEADER });
    expect(on.body.webhook_endpoint).toMatchObject({ signature: BOTH, signature_header: HEADER });
    expect((await change(id, { description: "Billing" })).body.webhook_endpoint.signature_header).toBe(HEADER);
    expect((await change(id, { signature_header: "X-Other" })).body.webhook_endpoint.signature_header).toBe("X-Other");
    expect((await sent(id)).headers).toHaveProperty("x-other");
    expect((await change(id, { signature_header: null })).status).toBe(400);
    const off = await change(id, { signature: ["standard"] });
    expect(off.body.webhook_endpoint).toMatchObject({ signature: ["standard"], signature_header: null });
    const read = await call(GET, "GET", `/webhook-endpoints/${id}`, { headers: clinic.headers, params: { id } });
    expect(read.body.webhook_endpoint).toEqual(off.body.webhook_endpoint);
    expect((await sent(id)).headers).not.toHaveProperty("x-other");
  });

  it("takes null for the signature as absent, so that a header for it means nothing", async () => {
    const answer = await register({ signature: null, signature_header: HEADER });
    expect([answer.status, answer.body.errors[0].field]).toEqual([400, "signature_header"]);
  });

  it.each([[["body_hmac"]], [[]], ["standard"], [["standard", "md5"]], [[...BOTH, "standard"]]])(
    "refuses the signature %j",
    async (signature) => {
      const answer = await register({ signature, signature_header: HEADER });
      expect([answer.status, answer.body.errors[0].field]).toEqual([400, expect.stringMatching(/^signature(\[1\])?$/)]);
    },
  );

  it.each([
    "webhook-signature",
    "Webhook-Id",
    "Authorization",
    "cookie",
    "Set-Cookie",
    "connection",
    "Keep-Alive",
    "Transfer-Encoding",
    "TE",
    "trailer",
    "upgrade",
    "Proxy-Authorization",
    "host",
    "Content-Length",
    "content-type",
    "User-Agent",
    "traceparent",
    "Expect",
    "Sec-Fetch-Site",
    "X-Forwarded-For",
    "forwarded",
    "X Signature",
    "X-Signature:",
    "X-Signature\r\nHost",
    "Signatür",
    "__proto__",
    "-x",
    "",
    " ",
    `X${"x".repeat(100)}`,
    5,
    ["X-Signature"],
  ])("refuses the header %j", async (signature_header) => {
    const answer = await register({ signature: BOTH, signature_header });
    expect([answer.status, answer.body.errors[0].field]).toEqual([400, "signature_header"]);
  });

  it.each(["cobalt-verification", "X-Signature", "x_signature", "X-Hub-Signature-256", "constructor"])(
    "takes the header %s, under which it arrives",
    async (signature_header) => {
      const { id, secret } = await made({ signature: BOTH, signature_header });
      const delivery = await sent(id);
      expect(delivery.headers[signature_header.toLowerCase()]).toBe(hmac(secret, delivery.text));
    },
  );

  it("is not shown in the log of requests, whatever its header is called", async () => {
    const { id, secret } = await made();
    const delivery = await sent(id);
    const [row] = await database.asOwner<{ exchange: string }>(
      "SELECT a.exchange::text AS exchange FROM delivery_attempt a JOIN delivery d ON d.id = a.delivery_id WHERE d.endpoint_id = $1",
      [id],
    );
    expect(row?.exchange).toContain(HEADER);
    expect(row?.exchange).not.toContain(hmac(secret, delivery.text));
  });

  it("needs its header when the endpoint is registered, and no header without it", async () => {
    for (const body of [
      { signature: BOTH },
      { signature_header: HEADER },
      { signature: ["standard"], signature_header: HEADER },
    ])
      expect((await register(body)).body.errors?.[0]?.field).toBe("signature_header");
    expect(await made({ signature: ["standard"], signature_header: null })).toMatchObject({ signature_header: null });
  });
});
