import { Webhook } from "standardwebhooks";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { POST } from "#app/api/webhooks/inbox/route.ts";
import { newId } from "#lib/kernel/id";
import { makeLinkedAccount, type TestAccount } from "#lib/testing/linked-account";
import { testDatabase } from "#lib/testing/test-database";
import { makeEnvelope } from "#lib/webhooks/events/make-envelope";
import { signatureHeaders } from "./sign.ts";

const database = testDatabase();
let account: TestAccount;
let other: TestAccount;
let id: string;

beforeAll(async () => {
  account = await makeLinkedAccount();
  other = await makeLinkedAccount();
});
beforeEach(() => {
  id = newId();
});

const event = (given: Record<string, unknown> = {}) =>
  JSON.stringify({
    ...makeEnvelope({
      id,
      created: new Date(),
      type: "payment.created",
      jobId: 7,
      accessTokenReferenceId: "reference-1",
      data: { payment_id: "p1" },
    }),
    ...given,
  });

const sign = (body: string, secret = account.inboxSecret) =>
  signatureHeaders({ id, at: new Date(), body, secrets: [secret] });

const post = (body: string, headers: Record<string, string>, accountId: string = account.tenant.linkedAccountId) =>
  POST(
    new Request(`http://127.0.0.1/api/webhooks/inbox?account=${accountId}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body,
    }),
  );

const count = async (table: "inbox_receipt" | "stream_message") => {
  const [row] = await database.asOwner<{ count: string }>(
    `SELECT count(*) FROM ${table} WHERE linked_account_id = $1`,
    [account.tenant.linkedAccountId],
  );
  return Number(row?.count);
};

describe("the console's inbox", () => {
  it("stores a signed event with one stream message", async () => {
    const body = event();
    expect((await post(body, sign(body))).status).toBe(200);
    const rows = await database.asOwner<{ kind: string; payload: unknown }>(
      "SELECT kind, payload FROM stream_message WHERE payload->>'id' = $1",
      [id],
    );
    expect(rows).toEqual([{ kind: "event", payload: JSON.parse(body) }]);
  });

  it("answers a duplicate with success and stores nothing more", async () => {
    const body = event();
    const answers = await Promise.all([1, 2, 3].map(() => post(body, sign(body))));
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200]);
    const receipts = await database.asOwner("SELECT 1 FROM inbox_receipt WHERE event_id = $1", [id]);
    const messages = await database.asOwner("SELECT 1 FROM stream_message WHERE payload->>'id' = $1", [id]);
    expect([receipts.length, messages.length]).toEqual([1, 1]);
  });

  it("answers 401 without a signature by the account's own secret", async () => {
    const body = event();
    const before = await count("inbox_receipt");
    const old = new Date(Date.now() - 600_000);
    const attempts = [
      post(body, {}),
      post(body, sign(body, account.webhookSecret)),
      post(body, sign(body, other.inboxSecret)),
      post(body.replace("p1", "p2"), sign(body)),
      post(body, { ...sign(body), "webhook-id": newId() }),
      post(body, { ...sign(body), "webhook-signature": "v1" }),
      post(body, signatureHeaders({ id, at: old, body, secrets: [account.inboxSecret] })),
      post(body, sign(body), other.tenant.linkedAccountId),
      post(body, sign(body), newId()),
      post(body, sign(body), "not-an-id"),
    ];
    for (const answer of await Promise.all(attempts)) {
      expect(answer.status).toBe(401);
      expect(await answer.json()).toEqual({ success: false, message: "The signature does not match" });
    }
    expect(await count("inbox_receipt")).toBe(before);
  });

  it.each([
    ["invalid JSON", "hello", 400],
    ["an empty body", "", 400],
    ["another shape", '{"id":"x"}', 400],
    ["a list", "[]", 400],
    ["more than 1 MiB", `"${"x".repeat(1_048_576)}"`, 413],
  ])("refuses %s even if it is signed", async (_what, body, status) => {
    expect((await post(body, sign(body))).status).toBe(status);
  });

  it("refuses an unstorable event", async () => {
    for (const text of ["\u0000", "\ud800"]) {
      const body = event({ data: { note: text } });
      expect((await post(body, sign(body))).status).toBe(400);
    }
  });

  it("refuses an event under another event's webhook-id", async () => {
    const body = event({ id: newId() });
    expect((await post(body, sign(body))).status).toBe(400);
  });

  it("verifies like the standard's own library", () => {
    const body = event();
    expect(new Webhook(account.inboxSecret).verify(body, sign(body))).toEqual(JSON.parse(body));
  });
});
