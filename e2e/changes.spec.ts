import type { AnyBody } from "#lib/testing/any-body";
import { startFakeReceiver } from "#lib/testing/fake-receiver";
import { asOwner } from "./support/as-owner.ts";
import type { ClinicClient } from "./support/clinic-client.ts";
import { headersOfAccounts } from "./support/credentials.ts";
import { justLinked, ownAccount } from "./support/own-account.ts";
import { expect, test } from "./support/test.ts";

const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** Posts an operation, or patches by it, and waits until its job has ended. Returns the job's id. */
async function done(client: ClinicClient, method: string, path: string, body: object): Promise<number> {
  const { job_id: job } = await client(method, path, body);
  await expect.poll(async () => (await client("GET", `/jobs/${job}`)).job.status).toBe("completed");
  return Number(job);
}

const fetchWeek = (client: ClinicClient) =>
  done(client, "POST", "/appointments/fetch", { start_date: dayIn(-3), end_date: dayIn(10) });

test("the feed tells of a change in the EMR and of a write of ours, the event of the first alone, and nobody else of either", {
  tag: "@long",
}, async ({ demo }) => {
  // The test waits for the first sync of a new account.
  test.setTimeout(240_000);
  const receiver = await startFakeReceiver();
  try {
    const { id: account, client } = await ownAccount(demo);
    await client("POST", "/webhook-endpoints", {
      url: `${receiver.url}/changes`,
      event_types: ["appointment.changed"],
    });
    const found = await client(
      "GET",
      `/appointments?start_date=${dayIn(1)}&end_date=${dayIn(7)}&category=appointment&status=SCH`,
    );
    const [theirs, ours] = found.appointments as AnyBody[];
    await fetchWeek(client);
    const before: string = (await client("GET", "/changes")).next_cursor;
    // The simulated clinic's day goes on meanwhile, so that other visits may change too.
    const isOfTest = (id: string) => id === theirs?.id || id === ours?.id;
    const changesAfter = async (cursor: string) => {
      const { changes } = await client("GET", `/changes?cursor=${cursor}&kinds=appointments`);
      return (changes as AnyBody[]).filter(({ id }) => isOfTest(id));
    };

    await asOwner(
      "UPDATE sandbox.appointment SET reason = 'Back pain, worse' WHERE practice_id = $1 AND id = $2 RETURNING id",
      [account, theirs?.emr_appointment_id],
    );
    await fetchWeek(client);
    expect(await changesAfter(before)).toEqual([
      expect.objectContaining({
        kind: "appointments",
        change: "updated",
        id: theirs?.id,
        updated_fields: ["reason"],
        job_id: null,
        record: { ...theirs, reason: "Back pain, worse" },
      }),
    ]);
    const told = await receiver.waitFor(({ body }) => (body as AnyBody).data.id === theirs?.id);
    expect(told.body).toMatchObject({
      type: "appointment.changed",
      data: { id: theirs?.id, updated_fields: ["reason"], record: { reason: "Back pain, worse" } },
    });

    const between: string = (await client("GET", "/changes")).next_cursor;
    const job = await done(client, "PATCH", "/appointments", {
      emr_appointment_id: ours?.emr_appointment_id,
      status: "CNF",
    });
    await fetchWeek(client);
    expect(await changesAfter(between)).toEqual([
      expect.objectContaining({ id: ours?.id, change: "updated", updated_fields: ["status"], job_id: job }),
    ]);
    const events = (await client("GET", "/events?event_types=appointment.changed")).events as AnyBody[];
    expect(events.map(({ event }) => event.data.id).filter(isOfTest)).toEqual([theirs?.id]);

    const others = headersOfAccounts(demo);
    for (const headers of others) {
      const answer = await fetch(`${demo.base_url}/changes?cursor=${before}`, { headers });
      expect([answer.status, (await answer.json()).changes]).toEqual([400, undefined]);
    }
  } finally {
    await receiver.stop();
  }
});

test("a cursor from before an account was read for the first time is gone", { tag: "@long" }, async ({ demo }) => {
  test.setTimeout(180_000);
  const { client } = await justLinked(demo);
  const { next_cursor: early } = await client("GET", "/changes");
  await expect
    .poll(() => client("GET", `/changes?cursor=${early}`).then(() => "", String), { timeout: 120_000 })
    .toContain("answered 410");
  const { next_cursor: later } = await client("GET", "/changes");
  expect((await client("GET", `/changes?cursor=${later}&kinds=locations`)).changes).toEqual([]);
});
