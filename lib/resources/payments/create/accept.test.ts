import { beforeAll, describe, expect, it } from "vitest";
import { DELETE, POST } from "#app/v1/payments/route.ts";
import { flushAudit } from "#lib/security/audit/audit-log";
import { call } from "#lib/testing/call";
import { aPayment, openClinic } from "#lib/testing/clinic";
import type { TestAccount } from "#lib/testing/linked-account";
import { testDatabase } from "#lib/testing/test-database";

const database = testDatabase();
let clinic: TestAccount;

beforeAll(async () => {
  clinic = await openClinic();
});

const post = (body: unknown, headers: Record<string, string> = {}) =>
  call(POST, "POST", "/payments", { body, headers: { ...clinic.headers, ...headers } });

const counts = async () => {
  const [row] = await database.asOwner<Record<string, string>>(
    `SELECT (SELECT count(*) FROM job) AS jobs, (SELECT count(*) FROM payment) AS payments,
            (SELECT count(*) FROM queue.entry WHERE queue = 'operations') AS entries,
            (SELECT count(*) FROM stream_message) AS messages,
            (SELECT count(*) FROM audit_log WHERE action = 'payments:create' AND status = 202) AS audited`,
  );
  return Object.values(row ?? {}).map(Number);
};

describe("POST /payments", () => {
  it("answers at once with the identifiers, and writes job, record, queue entry, message and audit entry", async () => {
    const before = await counts();
    const answer = await post({ ...aPayment, deposit_date: "2026-03-02" });
    expect(answer.status).toBe(202);
    expect(answer.body).toEqual({
      success: true,
      message: "Payment queued",
      payment_id: expect.stringMatching(/^[0-9a-f]{32}$/),
      job_id: expect.any(Number),
    });
    expect(Number.isSafeInteger(answer.body.job_id)).toBe(true);
    expect(await counts()).toEqual(before.map((count) => count + 1));
    expect(answer.headers.get("ratelimit-limit")).toBe("600");
  });

  it.each([
    ["an unknown patient", { patient_mrn: "MRN-404" }, 404, "Patient with this patient_mrn not found"],
    [
      "an unknown patient at an unknown location",
      { patient_mrn: "MRN-404", location: "LOC-9" },
      404,
      "Patient with this patient_mrn not found",
    ],
    [
      "an unknown location",
      { location: "LOC-9" },
      400,
      "location must be one of the account's locations: LOC-1, LOC-2",
    ],
    ["a wrong amount", { amount: 0 }, 400, "amount must be a positive number"],
    ["a private callback", { callback_urls: ["https://10.0.0.1/hook"] }, 400, expect.stringContaining("callback_urls")],
    [
      "no list of callbacks",
      { callback_urls: "https://a.example" },
      400,
      "callback_urls must be an array of valid URLs",
    ],
  ])("saves nothing for %s", async (_name, change, status, message) => {
    const before = await counts();
    const answer = await post({ ...aPayment, ...change });
    expect([answer.status, answer.body]).toMatchObject([status, { success: false, message }]);
    expect(await counts()).toEqual(before);
  });

  it("answers 404 once the token's user is inactive", async () => {
    await database.asOwner("UPDATE linked_account SET user_active = false");
    const answer = await post(aPayment);
    await database.asOwner("UPDATE linked_account SET user_active = true");
    expect([answer.status, answer.body.message]).toEqual([404, "User not found"]);
  });

  it("refuses missing or wrong credentials, and those of two organizations", async () => {
    const other = await openClinic();
    const headers = [
      {},
      { client_id: clinic.headers.client_id },
      { ...clinic.headers, client_secret: "wrong" },
      { ...clinic.headers, access_token: other.headers.access_token },
    ];
    for (const given of headers) {
      const answer = await call(POST, "POST", "/payments", { body: aPayment, headers: given });
      expect([answer.status, answer.body]).toEqual([
        401,
        { success: false, message: "Missing or invalid credentials" },
      ]);
    }
  });

  it("answers other methods with 405 and the error body", async () => {
    const answer = await call(DELETE, "DELETE", "/payments");
    expect([answer.status, answer.headers.get("allow"), answer.body.success]).toEqual([405, "GET, HEAD, POST", false]);
  });
});

describe("Idempotency-Key", () => {
  it("returns the first response to 100 simultaneous requests, and accepts one job", async () => {
    const before = await counts();
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => post(aPayment, { "idempotency-key": "one-key" })),
    );
    expect(new Set(answers.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(202);
    expect(await counts()).toEqual(before.map((count) => count + 1));
  });

  it("treats the same body in another order as the same", async () => {
    const key = { "idempotency-key": "ordered" };
    const first = await post(aPayment, key);
    const again = await post(Object.fromEntries(Object.entries(aPayment).reverse()), key);
    expect(again.body).toEqual(first.body);
  });

  it("refuses another body with 422", async () => {
    const key = { "idempotency-key": "reused" };
    await post(aPayment, key);
    const answer = await post({ ...aPayment, amount: 1 }, key);
    expect([answer.status, answer.body.success]).toEqual([422, false]);
  });

  it("can be reused after 24 hours, with another body as well", async () => {
    const key = { "idempotency-key": "yesterday" };
    const first = await post(aPayment, key);
    await database.asOwner(
      "UPDATE idempotency_key SET created_at = now() - interval '25 hours' WHERE key = 'yesterday'",
    );
    const second = await post({ ...aPayment, amount: 2 }, key);
    expect(second.status).toBe(202);
    expect(second.body.job_id).not.toBe(first.body.job_id);
    expect((await post({ ...aPayment, amount: 2 }, key)).body).toEqual(second.body);
  });

  it("belongs to one caller", async () => {
    const other = await openClinic();
    const key = { "idempotency-key": "shared-word" };
    const mine = await post(aPayment, key);
    const theirs = await post(aPayment, { ...other.headers, ...key });
    expect(theirs.status).toBe(202);
    expect(theirs.body.job_id).not.toBe(mine.body.job_id);
  });

  it("can be reused after a refused request", async () => {
    const key = { "idempotency-key": "refused-first" };
    expect((await post({ ...aPayment, patient_mrn: "MRN-404" }, key)).status).toBe(404);
    expect((await post(aPayment, key)).status).toBe(202);
  });
});

it("adds an audit entry for a read of patients", async () => {
  const { GET: patients } = await import("#app/v1/patients/route.ts");
  await call(patients, "GET", "/patients?query=avila", { headers: clinic.headers });
  await flushAudit();
  const rows = await database.asOwner("SELECT action, route, status FROM audit_log WHERE action = 'patients:read'");
  expect(rows).toEqual([{ action: "patients:read", route: "GET /patients", status: 200 }]);
});
