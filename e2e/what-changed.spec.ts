import type { Page } from "@playwright/test";
import type { AnyBody } from "#lib/testing/any-body";
import { asOwner } from "./support/as-owner.ts";
import { findingsInBothThemes } from "./support/axe.ts";
import type { ClinicClient } from "./support/clinic-client.ts";
import { ConsolePage } from "./support/console.ts";
import { ownAccount } from "./support/own-account.ts";
import { expect, test } from "./support/test.ts";

/** The zone of `ownAccount`. */
const ZONE = "America/Chicago";

const dayIn = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toLocaleDateString("sv-SE", { timeZone: ZONE });

/** Reads some days live from the EMR, and waits for the end. */
async function fetchDays(client: ClinicClient): Promise<void> {
  const { job_id: job } = await client("POST", "/appointments/fetch", { start_date: dayIn(-1), end_date: dayIn(10) });
  await expect.poll(async () => (await client("GET", `/jobs/${job}`)).job.status).toBe("completed");
}

/** Returns the visits of the days from today, by time. */
const visitsAhead = async (client: ClinicClient): Promise<AnyBody[]> =>
  (await client("GET", `/appointments?start_date=${dayIn(1)}&end_date=${dayIn(7)}&category=appointment&status=SCH`))
    .appointments;

const changes = (page: Page) => page.getByRole("region", { name: "What changed" });

test("a visit's drawer and the patient's page say what was there before, what is, when it was noticed, and by whom", {
  tag: "@long",
}, async ({ page, demo }) => {
  // The test waits for the first sync of a new account.
  test.setTimeout(240_000);
  const { id, client } = await ownAccount(demo);
  const [visit] = await visitsAhead(client);
  await fetchDays(client);
  await new ConsolePage(page, demo).enter("staff");
  const place = new URLSearchParams({
    view: "day",
    day: visit?.datetime.slice(0, 10),
    providers: visit?.provider_ehr_id,
  });
  const openDrawer = async () => {
    await page.goto(`${demo.console_url}/a/${id}/appointments?${place}`);
    await expect(page.getByText("Live", { exact: true })).toBeVisible();
    await page.locator(`[data-item="${visit?.id}"]`).click();
    await expect(page.getByRole("dialog")).toBeVisible();
  };
  await openDrawer();
  await expect(changes(page)).toContainText("No change is known.");

  await asOwner(
    "UPDATE sandbox.appointment SET reason = 'Back pain, worse', duration_minutes = 55 WHERE practice_id = $1 AND id = $2 RETURNING id",
    [id, visit?.emr_appointment_id],
  );
  await fetchDays(client);
  // The drawer stays open: the change comes by the stream.
  await expect(changes(page).getByRole("listitem")).toHaveCount(1);
  const inEmr = changes(page).getByRole("listitem").first();
  await expect(inEmr).toContainText(/Noticed (just now|\d+ min ago) in the EMR/);
  await expect(inEmr.getByRole("definition").filter({ hasText: "Back pain, worse" })).toHaveText(
    `from ${visit?.reason || "empty"} to Back pain, worse`,
  );
  await expect(inEmr).toContainText(`Lengthfrom ${visit?.duration} min to 55 min`);

  const { job_id: job } = await client("PATCH", "/appointments", {
    emr_appointment_id: visit?.emr_appointment_id,
    status: "CNF",
  });
  const entries = changes(page).getByRole("listitem");
  await expect(entries).toHaveCount(2);
  await expect(entries.first()).toContainText(/Statusfrom Scheduled to Confirmed/);
  expect(await findingsInBothThemes(page)).toEqual([]);

  await page.goto(`${demo.console_url}/a/${id}/patients/${visit?.patient_mrn}`);
  await expect(entries).toHaveCount(2);
  await expect(entries.first()).toContainText("Visit · ");
  expect(await findingsInBothThemes(page)).toEqual([]);
  await entries
    .first()
    .getByRole("button", { name: `job ${job}` })
    .click();
  await expect(page.getByRole("article", { name: new RegExp(`${job}$`) })).toBeVisible();
});
