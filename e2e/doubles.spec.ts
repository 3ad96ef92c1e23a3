import { asOwner } from "./support/as-owner.ts";
import { findingsInBothThemes } from "./support/axe.ts";
import { clinicClient } from "./support/clinic-client.ts";
import { ConsolePage } from "./support/console.ts";
import { expect, test } from "./support/test.ts";

interface Visit {
  id: string;
  datetime: string;
  patient_name: string;
}

const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

test("a visit that the EMR's staff booked over ours stands in Today until one of them has moved", {
  tag: "@long",
}, async ({ page, demo }) => {
  const client = clinicClient(demo);
  const found = await client(
    "GET",
    `/appointments?start_date=${dayIn(3)}&end_date=${dayIn(8)}&category=appointment&status=SCH`,
  );
  const visit = (found.appointments as Visit[]).find(({ patient_name: name }) => name !== "");
  if (!visit) throw new Error("The demo has visits in the week ahead");
  const { job_id: job } = await client("PATCH", `/appointments/${visit.id}`, { datetime: visit.datetime });
  await expect.poll(async () => (await client("GET", `/jobs/${job}`)).job.status).toBe("completed");
  const console = new ConsolePage(page, demo);
  await console.signIn();
  const notice = page.getByText("A visit overlaps another one in the EMR");
  await expect(page.getByRole("region", { name: "Today's appointments" })).toBeVisible();
  await expect(notice).toBeHidden();

  // As an EMR that cannot refuse leaves it: both visits, and the warning of the job that has read the day afterwards.
  const [copy] = await asOwner<{ id: string }>(
    `INSERT INTO appointment SELECT (jsonb_populate_record(a, jsonb_build_object(
        'id', gen_random_uuid(), 'emr_appointment_id', gen_random_uuid(),
        'starts_at', a.starts_at + interval '5 minutes'))).*
      FROM appointment a WHERE replace(a.id::text, '-', '') = $1
      RETURNING replace(id::text, '-', '') AS id`,
    [visit.id],
  );
  await asOwner("UPDATE job SET warnings = ARRAY['The appointment overlaps another visit'] WHERE id = $1", [job]);
  await page.reload();
  await expect(notice).toBeVisible();
  const times = page.getByRole("list", { name: "Overlapping visits" }).getByRole("link");
  await expect(times).toHaveCount(2);
  await expect(times.first()).toContainText(visit.patient_name);
  expect(await findingsInBothThemes(page)).toEqual([]);
  await times.nth(1).click();
  await expect(page.locator(`[data-item="${copy?.id}"]`)).toBeVisible();
  await expect(page.getByRole("dialog")).toContainText(visit.patient_name);

  await asOwner("DELETE FROM appointment WHERE replace(id::text, '-', '') = $1", [copy?.id]);
  await console.goTo("Today");
  await expect(page.getByRole("region", { name: "Today's appointments" })).toBeVisible();
  await expect(notice).toBeHidden();
});
