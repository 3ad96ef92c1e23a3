import { asOwner } from "./support/as-owner.ts";
import { findingsInBothThemes } from "./support/axe.ts";
import type { ClinicClient } from "./support/clinic-client.ts";
import { ConsolePage } from "./support/console.ts";
import { ownAccount } from "./support/own-account.ts";
import { expect, test } from "./support/test.ts";

const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

async function completed(client: ClinicClient, method: string, path: string, body: object): Promise<void> {
  const { job_id: job } = await client(method, path, body);
  await expect
    .poll(async () => (await client("GET", `/jobs/${job}`)).job.status, { timeout: 60_000 })
    .toBe("completed");
}

test("a visit that the EMR's staff booked over ours stands in Today until one of them has moved", {
  tag: "@long",
}, async ({ page, demo }) => {
  // The test waits for the first sync of a new account.
  test.setTimeout(240_000);
  const { id: account, client } = await ownAccount(demo);
  const [from, until] = [dayIn(3), dayIn(8)];
  const { appointments } = await client(
    "GET",
    `/appointments?start_date=${from}&end_date=${until}&category=appointment&status=SCH`,
  );
  const visit = appointments.find(({ patient_name: name }: { patient_name: string }) => name !== "");
  // Before the practice opens, nobody else is at that time.
  const move = { datetime: `${visit.datetime.slice(0, 10)}T04:00`, duration: 30 };
  await completed(client, "PATCH", `/appointments/${visit.id}`, move);
  await new ConsolePage(page, demo).enter("staff");
  await page.goto(`${demo.console_url}/a/${account}/today`);
  await expect(page.getByText("Live", { exact: true })).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole("region", { name: "Today's appointments" })).toBeVisible({ timeout: 30_000 });
  const times = page.getByRole("list", { name: "Overlapping visits" }).getByRole("link");
  await expect(times).toHaveCount(0);

  // Long after our job, which has no warning of it: a reading finds both visits.
  const readDays = () => completed(client, "POST", "/appointments/fetch", { start_date: from, end_date: until });
  const ofStaff = `STAFF-${crypto.randomUUID()}`;
  await asOwner(
    `INSERT INTO sandbox.appointment (practice_id, id, category, starts_at, duration_minutes, provider_id, location_id, patient_id, status)
     SELECT practice_id, $2, category, starts_at + interval '5 minutes', duration_minutes, provider_id, location_id, patient_id, status
     FROM sandbox.appointment WHERE id = $1 AND replace(practice_id::text, '-', '') = $3`,
    [visit.emr_appointment_id, ofStaff, account],
  );
  await readDays();
  await expect(times).toHaveCount(2, { timeout: 30_000 });
  await expect(page.getByText("A visit overlaps another one in the EMR")).toBeVisible();
  await expect(times.first()).toContainText(visit.patient_name);
  expect(await findingsInBothThemes(page)).toEqual([]);

  await asOwner("DELETE FROM sandbox.appointment WHERE id = $1", [ofStaff]);
  await readDays();
  await expect(times).toHaveCount(0, { timeout: 30_000 });
});
