import { beforeEach, expect, it } from "vitest";
import { POST } from "#app/v1/availability/fetch/route.ts";
import { GET } from "#app/v1/availability/route.ts";
import { addDays, todayIn } from "#lib/kernel/dates";
import { call } from "#lib/testing/call";
import { openClinic } from "#lib/testing/clinic";
import { jobsOf } from "#lib/testing/jobs";
import type { TestAccount } from "#lib/testing/linked-account";
import { testDatabase } from "#lib/testing/test-database";

const database = testDatabase();
let clinic: TestAccount;
const jobs = jobsOf(database, () => clinic);
const TODAY = todayIn("America/New_York");
const days = { start_date: TODAY, end_date: addDays(TODAY, 1) };

beforeEach(async () => {
  clinic = await openClinic();
});

async function fetched(body: unknown) {
  const { job_id } = (await call(POST, "POST", "/availability/fetch", { body, headers: clinic.headers })).body;
  await jobs.run(job_id);
  return (await jobs.eventsOf(job_id))[0];
}

const open = async () =>
  (
    await call(GET, "GET", `/availability?start_date=${days.start_date}&end_date=${days.end_date}`, {
      headers: clinic.headers,
    })
  ).body.availability as { id: string; emr_appointment_id: string; duration: number }[];

const ask = (statement: string) => database.asOwner(statement, [clinic.tenant.linkedAccountId]);

it("removes an open slot that the EMR no longer has, adds a new one, and leaves visits alone", async () => {
  const [first] = await open();
  await ask("DELETE FROM sandbox.appointment WHERE practice_id = $1 AND id IN ('APT-1', 'APT-3')");
  await ask(`INSERT INTO sandbox.appointment SELECT (jsonb_populate_record(a, '{"id": "APT-9", "duration_minutes": 15}')).*
    FROM sandbox.appointment a WHERE practice_id = $1 AND id = 'APT-5'`);
  const event = await fetched(days);
  expect((await open()).map((each) => [each.emr_appointment_id, each.duration])).toEqual([
    ["APT-5", 30],
    ["APT-9", 15],
  ]);
  expect(event).toMatchObject({
    type: "availability.live_fetch_completed",
    data: {
      ...days,
      slot_ids: [(await open())[1]?.id],
      deleted_slot_ids: [first?.id],
      found: 3,
      created: 1,
      updated: 0,
      deleted: 1,
    },
  });
  const [{ count }] = (await ask(
    "SELECT count(*)::integer FROM appointment WHERE linked_account_id = $1 AND category = 'appointment'",
  )) as [{ count: number }];
  expect(count).toBe(2);
});

it("reads the open times of the named providers alone", async () => {
  await ask("DELETE FROM sandbox.appointment WHERE practice_id = $1 AND category = 'schedule_slot'");
  expect((await fetched({ ...days, provider_ehr_ids: ["102"] }))?.data).toMatchObject({ found: 0, deleted: 1 });
  expect((await open()).map((each) => each.emr_appointment_id)).toEqual(["APT-3"]);
});
