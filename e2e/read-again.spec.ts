import type { AnyBody } from "#lib/testing/any-body";
import { asOwner } from "./support/as-owner.ts";
import { findingsInBothThemes } from "./support/axe.ts";
import { ConsolePage } from "./support/console.ts";
import { ownAccount } from "./support/own-account.ts";
import { expect, test } from "./support/test.ts";

const WAIT = { timeout: 60_000 };

test("the calendar's days and a patient are read again from the EMR by one press, which says what came of it", {
  tag: "@long",
}, async ({ page, demo }) => {
  // The test waits for the first sync of a new account.
  test.setTimeout(240_000);
  const { id, client } = await ownAccount(demo);
  const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  // Beyond the days that are read by themselves.
  const [visit]: AnyBody[] = (
    await client("GET", `/appointments?start_date=${dayIn(10)}&end_date=${dayIn(20)}&category=appointment&status=SCH`)
  ).appointments;
  const day = visit?.datetime.slice(0, 10);
  await new ConsolePage(page, demo).enter("staff");
  await page.goto(`${demo.console_url}/a/${id}/appointments?view=day&day=${day}&providers=${visit?.provider_ehr_id}`);
  await expect(page.getByText("Live", { exact: true })).toBeVisible(WAIT);
  const item = page.locator(`[data-item="${visit?.id}"]`);
  await expect(item).toBeAttached(WAIT);
  const read = page.getByRole("button", { name: "Read again from the EMR" });
  const said = page.getByRole("status").filter({ hasText: /from the EMR/ });
  await read.click();
  await expect(said).toHaveText(/^Read from the EMR: (nothing|\d+) changed$/, WAIT);
  await asOwner("UPDATE sandbox.appointment SET status = 'CNF' WHERE practice_id = $1 AND id = $2 RETURNING id", [
    id,
    visit?.emr_appointment_id,
  ]);
  await read.click();
  await expect(said).toHaveText("Read from the EMR: 1 changed", WAIT);
  await expect(item).toContainText("Confirmed", WAIT);
  expect(await findingsInBothThemes(page)).toEqual([]);

  await page.goto(`${demo.console_url}/a/${id}/patients/${visit?.patient_mrn}`);
  await expect(page.getByText("Live", { exact: true })).toBeVisible(WAIT);
  const phone = "740-555-0123";
  await asOwner("UPDATE sandbox.patient SET phone = $3 WHERE practice_id = $1 AND mrn = $2 RETURNING id", [
    id,
    visit?.patient_mrn,
    phone,
  ]);
  await read.click();
  await expect(said).toHaveText(/^Read from the EMR: \d+ changed$/, WAIT);
  await expect(page.getByRole("main").getByText(phone).first()).toBeVisible(WAIT);
  expect(await findingsInBothThemes(page)).toEqual([]);
});
