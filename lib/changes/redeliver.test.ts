import { beforeEach, describe, expect, it } from "vitest";
import { POST } from "#app/v1/events/[id]/redeliver/route.ts";
import { POST as RANGE } from "#app/v1/events/redeliver/route.ts";
import { POST as PAY } from "#app/v1/payments/route.ts";
import { call } from "#lib/testing/call";
import { aPayment, openClinic } from "#lib/testing/clinic";
import { jobsOf } from "#lib/testing/jobs";
import type { TestAccount } from "#lib/testing/linked-account";
import { testDatabase } from "#lib/testing/test-database";

const database = testDatabase();
let clinic: TestAccount;
const jobs = jobsOf(database, () => clinic);

beforeEach(async () => {
  clinic = await openClinic();
  await jobs.behave("latency_ms = 0");
});

async function anEvent(callback_urls = ["https://one.example/a", "https://two.example/b"]): Promise<string> {
  const body = { ...aPayment, callback_urls };
  const { job_id } = (await call(PAY, "POST", "/payments", { body, headers: clinic.headers })).body;
  await jobs.run(job_id);
  const [event] = await database.asOwner<{ id: string }>("SELECT id FROM event WHERE job_id = $1", [job_id]);
  return event?.id.replaceAll("-", "") ?? "";
}

const redeliver = (id: string, body: unknown = {}, headers: Record<string, string> = clinic.headers) =>
  call(POST, "POST", `/events/${id}/redeliver`, { body, headers, params: { id } });

const deliveries = (id: string) =>
  database.asOwner<{ id: string; target_url: string | null; status: string }>(
    "SELECT id, target_url, status FROM delivery WHERE event_id = $1 ORDER BY id",
    [id],
  );

describe("POST /events/{id}/redeliver", () => {
  it("sends to every target that the event had, each once, however often it is asked for", async () => {
    const id = await anEvent();
    const answer = await redeliver(id);
    expect([answer.status, answer.body]).toEqual([202, { success: true, message: "Event queued for 3 targets" }]);
    await redeliver(id);
    const three = [null, "https://one.example/a", "https://two.example/b"];
    expect((await deliveries(id)).map(({ target_url }) => target_url)).toEqual([...three, ...three, ...three]);
    const entries = await database.asOwner(
      "SELECT 1 FROM pgboss.job WHERE name = 'deliveries' AND data->>'linkedAccountId' = $1",
      [clinic.tenant.linkedAccountId],
    );
    expect(entries).toHaveLength(9);
  });

  it("sends to the target of one delivery", async () => {
    const id = await anEvent();
    const one = (await deliveries(id)).find(({ target_url }) => target_url === "https://one.example/a");
    expect((await redeliver(id, { delivery_id: one?.id })).body.message).toBe("Event queued for 1 target");
    expect((await deliveries(id)).at(-1)).toMatchObject({ target_url: "https://one.example/a", status: "pending" });
  });

  it("sends to nobody where what was to narrow it is misspelt", async () => {
    const id = await anEvent();
    const answer = await redeliver(id, { deliveryId: "0".repeat(32) });
    expect([answer.status, answer.body.message]).toEqual([400, expect.stringContaining("deliveryId")]);
    expect(await deliveries(id)).toHaveLength(3);
  });

  it("answers 404 for what is not there, and for another account's", async () => {
    const id = await anEvent();
    const other = await openClinic();
    expect((await redeliver(id, {}, other.headers)).status).toBe(404);
    expect((await redeliver("x")).status).toBe(404);
    expect((await redeliver("0".repeat(32))).status).toBe(404);
    expect((await redeliver(id, { delivery_id: "0".repeat(32) })).body.message).toBe("Delivery not found");
    expect((await redeliver(id, { delivery_id: "x" })).body.message).toBe("delivery_id must be a UUID");
  });
});

describe("POST /events/redeliver", () => {
  const range = (body: Record<string, unknown>) =>
    call(RANGE, "POST", "/events/redeliver", {
      body: { created_after: "2020-01-01T00:00:00Z", created_before: "2100-01-01T00:00:00Z", ...body },
      headers: clinic.headers,
    });

  it("counts before, and then sends the events of the range", async () => {
    const [first, second] = [await anEvent(), await anEvent([])];
    expect((await range({ dry_run: true })).body).toEqual({ success: true, message: "2 events match", count: 2 });
    expect((await range({ dry_run: true, event_types: ["payment.failed"] })).body.count).toBe(0);
    expect((await range({ dry_run: true, created_before: "2020-01-02T00:00:00Z" })).body.count).toBe(0);
    expect((await range({ dry_run: true, endpoint_id: "0".repeat(32) })).body.count).toBe(0);
    expect(await deliveries(first)).toHaveLength(3);
    expect((await range({})).body).toEqual({ success: true, message: "2 events queued again", count: 2 });
    expect(await deliveries(first)).toHaveLength(6);
    expect(await deliveries(second)).toHaveLength(2);
  });

  it("needs both ends of the range", async () => {
    const answer = await range({ created_after: undefined });
    expect([answer.status, answer.body.message]).toEqual([400, expect.stringContaining("created_after")]);
    expect((await range({ created_before: "tomorrow" })).status).toBe(400);
  });
});
