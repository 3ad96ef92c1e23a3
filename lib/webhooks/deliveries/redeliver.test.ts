import { beforeEach, describe, expect, it } from "vitest";
import { POST } from "#app/v1/events/[id]/redeliver/route.ts";
import { POST as RANGE } from "#app/v1/events/redeliver/route.ts";
import { POST as PAY } from "#app/v1/payments/route.ts";
import { DELETE } from "#app/v1/webhook-endpoints/[id]/route.ts";
import { POST as TEST } from "#app/v1/webhook-endpoints/[id]/test/route.ts";
import { POST as REGISTER } from "#app/v1/webhook-endpoints/route.ts";
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
});

async function anEvent(callback_urls = ["https://one.example/a", "https://two.example/b"]): Promise<string> {
  const body = { ...aPayment, callback_urls };
  const { job_id } = (await call(PAY, "POST", "/payments", { body, headers: clinic.headers })).body;
  await jobs.run(job_id);
  const [event] = await database.asOwner<{ id: string }>("SELECT id FROM event WHERE job_id = $1", [job_id]);
  return event?.id.replaceAll("-", "") ?? "";
}

/** Registers an endpoint and returns its id. */
async function anEndpoint(): Promise<string> {
  const body = { url: "https://endpoint.example/hook" };
  return (await call(REGISTER, "POST", "/webhook-endpoints", { body, headers: clinic.headers })).body.webhook_endpoint
    .id;
}

const remove = (id: string) =>
  call(DELETE, "DELETE", `/webhook-endpoints/${id}`, { headers: clinic.headers, params: { id } });

/** Returns the id of an event that was sent to one endpoint alone. */
async function aTestEvent(id: string): Promise<string> {
  return (await call(TEST, "POST", `/webhook-endpoints/${id}/test`, { headers: clinic.headers, params: { id } })).body
    .event_id;
}

const redeliver = (id: string, body: unknown = {}, headers: Record<string, string> = clinic.headers) =>
  call(POST, "POST", `/events/${id}/redeliver`, { body, headers, params: { id } });

const deliveries = (id: string) =>
  database.asOwner<{ id: string; target_url: string | null; status: string }>(
    "SELECT id, target_url, status FROM delivery WHERE event_id = $1 ORDER BY id",
    [id],
  );

describe("POST /events/{id}/redeliver", () => {
  it("sends to each of the event's targets once, despite repeated requests", async () => {
    const id = await anEvent();
    const answer = await redeliver(id);
    expect([answer.status, answer.body]).toEqual([202, { success: true, message: "Event queued for 3 targets" }]);
    await redeliver(id);
    const three = [null, "https://one.example/a", "https://two.example/b"];
    expect((await deliveries(id)).map(({ target_url }) => target_url)).toEqual([...three, ...three, ...three]);
    const entries = await database.asOwner(
      "SELECT 1 FROM queue.entry WHERE queue = 'deliveries' AND data->>'linkedAccountId' = $1",
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

  it("omits a removed endpoint, and reports it if only that one was requested", async () => {
    const endpoint = await anEndpoint();
    const [id, tested] = [await anEvent([]), await aTestEvent(endpoint)];
    await remove(endpoint);
    expect((await redeliver(id)).body.message).toBe("Event queued for 1 target");
    expect((await deliveries(id)).map(({ target_url }) => target_url)).toEqual([
      null,
      "https://endpoint.example/hook",
      null,
    ]);
    const gone = (await deliveries(id)).find(({ target_url }) => target_url !== null);
    const message = "The webhook endpoint was removed; nothing was queued";
    for (const answer of [await redeliver(id, { delivery_id: gone?.id }), await redeliver(tested)]) {
      expect([answer.status, answer.body]).toEqual([409, { success: false, message }]);
    }
    expect([await deliveries(id), await deliveries(tested)].map(({ length }) => length)).toEqual([3, 1]);
  });

  it("sends nothing if a filter is misspelt", async () => {
    const id = await anEvent();
    const answer = await redeliver(id, { deliveryId: "0".repeat(32) });
    expect([answer.status, answer.body.message]).toEqual([400, expect.stringContaining("deliveryId")]);
    expect(await deliveries(id)).toHaveLength(3);
  });

  it("answers 404 for unknown ids and for another account's", async () => {
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
  const range = (body: Record<string, unknown>, headers: Record<string, string> = clinic.headers) =>
    call(RANGE, "POST", "/events/redeliver", {
      body: { created_after: "2020-01-01T00:00:00Z", created_before: "2100-01-01T00:00:00Z", ...body },
      headers,
    });

  const audited = async () => {
    const found = await database.asOwner(
      "SELECT FROM audit_log WHERE action = 'events:redeliver' AND organization_id = $1",
      [clinic.tenant.organizationId],
    );
    return found.length;
  };

  it("counts first without a log entry, then sends the events of the range", async () => {
    const [first, second] = [await anEvent(), await anEvent([])];
    expect((await range({ dry_run: true })).body).toEqual({
      success: true,
      message: "2 events would be sent again",
      count: 2,
    });
    expect(await audited()).toBe(0);
    expect((await range({ dry_run: true, event_types: ["payment.failed"] })).body.count).toBe(0);
    expect((await range({ dry_run: true, created_before: "2020-01-02T00:00:00Z" })).body.count).toBe(0);
    expect(await deliveries(first)).toHaveLength(3);
    expect((await range({})).body).toEqual({ success: true, message: "2 events queued again", count: 2 });
    expect(await audited()).toBe(1);
    expect(await deliveries(first)).toHaveLength(6);
    expect(await deliveries(second)).toHaveLength(2);
  });

  it("omits removed endpoints and does not count events sent only to them", async () => {
    const [endpoint, other] = [await anEndpoint(), await anEndpoint()];
    const [id, removed, kept] = [await anEvent([]), await aTestEvent(endpoint), await aTestEvent(other)];
    await remove(endpoint);
    expect((await range({ dry_run: true })).body.count).toBe(2);
    expect((await range({ dry_run: true, endpoint_id: other })).body.count).toBe(2);
    expect((await range({})).body.count).toBe(2);
    const counts = await Promise.all([id, removed, kept].map(async (each) => (await deliveries(each)).length));
    expect(counts).toEqual([5, 1, 2]);
  });

  it("answers 404 for an unknown or removed endpoint and for another account's", async () => {
    const [removed, others] = [await anEndpoint(), await anEndpoint()];
    await remove(removed);
    const { headers } = await openClinic();
    const asked: [string, Record<string, string>?][] = [["0".repeat(32)], [removed], [others, headers]];
    for (const [endpoint_id, as = clinic.headers] of asked) {
      const answer = await range({ dry_run: true, endpoint_id }, as);
      expect([answer.status, answer.body.message]).toEqual([404, "Webhook endpoint not found"]);
    }
  });

  it("requires both ends of the range", async () => {
    const answer = await range({ created_after: undefined });
    expect([answer.status, answer.body.message]).toEqual([400, expect.stringContaining("created_after")]);
    expect((await range({ created_before: "tomorrow" })).status).toBe(400);
  });

  it("refuses a reversed range and names both ends", async () => {
    const message = "created_before must be on or after created_after";
    for (const dry_run of [true, false]) {
      const answer = await range({ dry_run, created_before: "2019-12-31T23:59:59Z" });
      expect([answer.status, answer.body]).toMatchObject([400, { success: false, message }]);
    }
  });

  it("commits a few at a time, and continues after a failure where it stopped", async () => {
    const { organizationId, linkedAccountId } = clinic.tenant;
    const events = await database.asOwner<{ id: string }>(
      `WITH made AS (
         INSERT INTO event (id, organization_id, linked_account_id, type, envelope)
         SELECT gen_random_uuid(), $1, $2, 'payment.created', '{}' FROM generate_series(1, 60) RETURNING id)
       INSERT INTO delivery (id, organization_id, linked_account_id, event_id, target_kind, status)
       SELECT gen_random_uuid(), $1, $2, id, 'inbox', 'succeeded' FROM made RETURNING event_id AS id`,
      [organizationId, linkedAccountId],
    );
    const times = async () => {
      const rows = await database.asOwner<{ times: number }>(
        "SELECT count(*)::integer AS times FROM delivery WHERE linked_account_id = $1 GROUP BY event_id ORDER BY event_id",
        [linkedAccountId],
      );
      return rows.map(({ times }) => times);
    };
    const fortieth = events.map(({ id }) => id).sort()[39];
    await database.asOwner(
      `CREATE FUNCTION refuse_fortieth() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
         IF NEW.event_id = '${fortieth}' THEN RAISE EXCEPTION 'refused by the test'; END IF; RETURN NEW; END $$`,
    );
    await database.asOwner(
      "CREATE TRIGGER refuse_fortieth BEFORE INSERT ON delivery FOR EACH ROW EXECUTE FUNCTION refuse_fortieth()",
    );
    const headers = { ...clinic.headers, "idempotency-key": `range ${linkedAccountId}` };
    const failed = await range({}, headers);
    const after = await times();
    await database.asOwner("DROP TRIGGER refuse_fortieth ON delivery");
    // Only the parts committed before the failure remain.
    expect(after.filter((each) => each === 2)).toHaveLength(25);
    expect([failed.status, failed.headers.get("retry-after"), failed.body.message]).toEqual([
      503,
      "5",
      "Only a part of this was saved: repeat the request with the same Idempotency-Key, which does the rest and nothing twice",
    ]);
    const again = await range({}, headers);
    expect([again.status, again.body]).toEqual([202, { success: true, message: "60 events queued again", count: 60 }]);
    expect(new Set(await times())).toEqual(new Set([2]));
    expect((await range({}, headers)).body).toEqual(again.body);
    expect(new Set(await times())).toEqual(new Set([2]));
    expect(await audited()).toBe(1);
    const other = await range({ created_before: "2099-01-01T00:00:00Z" }, headers);
    expect([other.status, other.body.message]).toEqual([422, expect.stringContaining("Idempotency-Key")]);
  });

  it("sends each event once for two simultaneous requests with one key", async () => {
    const ids = [await anEvent([]), await anEvent([])];
    const headers = { ...clinic.headers, "idempotency-key": "at once" };
    const answers = await Promise.all([range({}, headers), range({}, headers)]);
    expect(answers.map(({ status, body }) => [status, body.count])).toEqual([
      [202, 2],
      [202, 2],
    ]);
    for (const id of ids) expect(await deliveries(id)).toHaveLength(2);
    expect(await audited()).toBe(1);
  });
});
