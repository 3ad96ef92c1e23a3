import { beforeAll, describe, expect, it } from "vitest";
import { POST } from "#app/v1/messages/route.ts";
import { call } from "#lib/testing/call";
import { openClinic } from "#lib/testing/clinic";
import { jobsOf } from "#lib/testing/jobs";
import type { TestAccount } from "#lib/testing/linked-account";
import { testDatabase } from "#lib/testing/test-database";

const database = testDatabase();
let clinic: TestAccount;
const jobs = jobsOf(database, () => clinic);
const aMessage = { provider: "101", subject: "Refill", message: "Before Friday, please." };

beforeAll(async () => {
  clinic = await openClinic();
});

const post = (change: Record<string, unknown> = {}) =>
  call(POST, "POST", "/messages", { body: { ...aMessage, ...change }, headers: clinic.headers });

const messages = async () => (await database.asOwner("SELECT 1 FROM message")).length;

describe("POST /messages", () => {
  it("answers with the ids of the message and the job", async () => {
    const answer = await post();
    expect([answer.status, answer.body]).toEqual([
      202,
      {
        success: true,
        message: "Message queued",
        message_id: expect.stringMatching(/^[0-9a-f]{32}$/),
        job_id: expect.any(Number),
      },
    ]);
  });

  it.each([
    ["no provider", { provider: undefined }, 400, "Missing required field: provider"],
    ["a provider with letters", { provider: "DR-1" }, 400, "provider must be an EMR provider id, made of digits only"],
    ["a provider with a sign", { provider: "-1" }, 400, "provider must be an EMR provider id, made of digits only"],
    ["a provider as a number", { provider: 101 }, 400, "provider must be a string"],
    ["no subject", { subject: undefined }, 400, "Missing required field: subject"],
    ["an empty message", { message: " " }, 400, "message must be a non-empty string"],
    ["no message", { message: undefined }, 400, "Missing required field: message"],
    ["an unknown provider", { provider: "999999" }, 404, "Provider with this provider id not found"],
  ])("saves nothing for %s", async (_name, change, status, message) => {
    const before = await messages();
    const answer = await post(change);
    expect([answer.status, answer.body]).toMatchObject([status, { success: false, message }]);
    expect(await messages()).toBe(before);
  });

  it("answers 404 for a provider of another organization", async () => {
    const other = await openClinic();
    await database.asOwner("DELETE FROM provider WHERE linked_account_id = $1 AND ehr_id = '101'", [
      other.tenant.linkedAccountId,
    ]);
    const answer = await call(POST, "POST", "/messages", { body: aMessage, headers: other.headers });
    expect([answer.status, answer.body.success]).toEqual([404, false]);
  });
});

describe("a message's job", () => {
  it("sends the message once even if the first answer was lost, and emits its event", async () => {
    const { body } = await post();
    await jobs.loseAnswer(body.job_id);
    await jobs.run(body.job_id);
    const written = await jobs.writesOf(body.job_id);
    expect(written).toHaveLength(1);
    expect(
      await database.asOwner("SELECT provider_id, subject, message FROM sandbox.message WHERE id = $1", written),
    ).toEqual([{ provider_id: "101", subject: "Refill", message: "Before Friday, please." }]);
    expect((await jobs.eventsOf(body.job_id)).map(({ type, data }) => [type, data])).toEqual([
      ["message.sent", { message_id: body.message_id, emr_message_id: written[0] }],
    ]);
    expect(await database.asOwner("SELECT emr_message_id FROM message WHERE job_id = $1", [body.job_id])).toEqual([
      { emr_message_id: written[0] },
    ]);
  });

  it("fails after its last attempt, and emits one event", async () => {
    const { body } = await post();
    await jobs.runThroughOutage(body.job_id);
    expect(await jobs.read(body.job_id)).toMatchObject({ status: "failed", attempts: 8 });
    expect((await jobs.eventsOf(body.job_id)).map(({ type, data }) => [type, data])).toEqual([
      ["message.failed", { message_id: body.message_id, failure_reason: "The EMR is out of service" }],
    ]);
  });
});
